-- 6 nimmt!: every row taken, by the number of its seat alone.  Grain: one row per take.
create or replace view six_nimmt_takes as
select
    seat_key,
    (placed >> 31)::smallint as round,
    (placed >> 26 & 15)::tinyint as turn,
    outcome >> 2 & 31 as heads
from six_nimmt_placings
where (outcome & 124) > 0;
comment on view six_nimmt_takes is 'A row taken in a loaded game of 6 nimmt!, without names: quicker than six_nimmt_plays, as only the cards that took are unpacked; one row per take.';
comment on column six_nimmt_takes.seat_key is 'The seat (seats).';
comment on column six_nimmt_takes.round is 'Round (deal), from 1.';
comment on column six_nimmt_takes.turn is 'Turn of the round, 1 to 10.';
comment on column six_nimmt_takes.heads is 'Bull heads of the row that was taken.';

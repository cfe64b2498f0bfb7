-- 6 nimmt!: every row taken, by the number of its seat alone.  Grain: one row per take.
create or replace view six_nimmt_takes as
select
    card_key,
    seat_key,
    (placed >> 22 & 15)::tinyint as turn,
    (placed >> 27)::integer as heads
from six_nimmt_placings
where placed >> 27 > 0;
comment on view six_nimmt_takes is 'A row taken in a loaded game of 6 nimmt!, without names: quicker than six_nimmt_plays, as only the cards that took are unpacked; one row per take.';
comment on column six_nimmt_takes.card_key is 'Number of the card, which grows through a game; round_of_card says its round.';
comment on column six_nimmt_takes.seat_key is 'The seat (seats).';
comment on column six_nimmt_takes.turn is 'Turn of the round, 1 to 10.';
comment on column six_nimmt_takes.heads is 'Bull heads of the row that was taken.';

-- Notes on dearer rows are nearly all findings, and a card placed fits into two numbers, with
-- what reports ask most of it: whether its row was taken later.
-- The view findings shows these notes in words beside what findings_told holds.

alter table findings rename to findings_told;
comment on table findings_told is 'A finding in words, as the view findings shows it; one row per finding that is not kept as numbers.';

create table six_nimmt_dearer_rows (
    seat_key integer not null,
    position integer not null,
    note bigint not null
);
comment on table six_nimmt_dearer_rows is 'The note PLAY101 in numbers: a low card took a row that was not the cheapest; one row per note, which the view findings tells in words.';
comment on column six_nimmt_dearer_rows.seat_key is 'The seat (seats).';
comment on column six_nimmt_dearer_rows.position is 'Place among the findings of its log, from 1.';
comment on column six_nimmt_dearer_rows.note is 'From the lowest bit: heads taken 5 bits, heads of the cheapest row 5, row less one 2, cheapest rows 4 (a bit each), turn 4, round 14.';

create table two_numbers (
    seat_key integer not null,
    placed bigint not null,
    outcome integer not null
);
insert into two_numbers
with of_rounds as (
    select
        seats.game_id,
        placed.seat_key,
        placed.cards,
        placed.moment,
        placed.outcome,
        max(if(placed.outcome & 3 = 0, 0, placed.moment >> 5 & 255)) over (
            partition by seats.game_id, placed.moment >> 13, placed.outcome >> 2 & 3
        ) as last_take
    from six_nimmt_placings as placed join seats using (seat_key)
)

select
    seat_key,
    cards + ((moment & 8191)::bigint << 17)
    + if((moment >> 5 & 255) < last_take, 1::bigint << 30, 0::bigint)
    + ((moment >> 13)::bigint << 31),
    outcome >> 2
from of_rounds
order by game_id, moment >> 13, moment >> 5 & 255;
drop table six_nimmt_placings;
alter table two_numbers rename to six_nimmt_placings;
comment on table six_nimmt_placings is 'A card placed in a loaded game of 6 nimmt!, as the view six_nimmt_turns shows it; one row per seat, round and turn.';
comment on column six_nimmt_placings.seat_key is 'The seat (seats).';
comment on column six_nimmt_placings.placed is 'From the lowest bit: card 7 bits, row_end_before 7, row_length_before 3, cheapest_row_heads 5, placing_order 4, turn 4, taken_later 1, round 14.';
comment on column six_nimmt_placings.outcome is 'From the lowest bit: row less one 2 bits, heads_taken 5, running_total 22.';

comment on column ingests.command is 'What ran: ingest; serve, logs posted to the service; retry, rejects taken up again from their stored text; reverify, games whose verdict had changed.';

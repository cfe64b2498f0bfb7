-- Notes on dearer rows are nearly all findings, and a card placed fits into two numbers.
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
select seat_key, cards + (moment::bigint << 17), outcome >> 2 from six_nimmt_placings;
drop table six_nimmt_placings;
alter table two_numbers rename to six_nimmt_placings;
comment on table six_nimmt_placings is 'A card placed in a loaded game of 6 nimmt!, as the view six_nimmt_turns shows it; one row per seat, round and turn.';
comment on column six_nimmt_placings.seat_key is 'The seat (seats).';
comment on column six_nimmt_placings.placed is 'From the lowest bit: card 7 bits, row_end_before 7, row_length_before 3, cheapest_row_heads 5, placing_order 4, turn 4, round 14.';
comment on column six_nimmt_placings.outcome is 'From the lowest bit: row less one 2 bits, heads_taken 5, running_total 22.';

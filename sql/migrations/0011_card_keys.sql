-- The cards of a game are numbered as they were placed, and a number tells round and order: so a
-- card placed needs but 32 bits and a sum, and numbers that grow by one take no room.

drop macro if exists round_of;
alter table games add column first_card bigint;
comment on column games.first_card is 'Number of the first card placed in it in this warehouse, from which six_nimmt_placings counts on; it means nothing elsewhere. NULL: not 6 nimmt!, or a scoresheet.';
update games set first_card = counted.cards_before
from (
    select
        game_id,
        coalesce(sum(rounds::bigint * seats * 10) over (
            order by rowid rows between unbounded preceding and 1 preceding
        ), 0)::bigint as cards_before
    from games
    where game = 'six_nimmt' and game_id not in (select game_id from scoresheets)
) as counted
where counted.game_id = games.game_id;

create table numbered_cards (
    card_key bigint not null,
    seat_key integer not null,
    placed uinteger not null using compression uncompressed,
    outcome integer not null
);
insert into numbered_cards
with unpacked as (
    select
        packed.seat_key,
        games.first_card,
        games.seats::integer as seats,
        packed.placed & 4194303 as cards,
        packed.placed >> 31 as round,
        packed.placed >> 26 & 15 as turn,
        packed.placed >> 22 & 15 as placing_order,
        packed.placed >> 30 & 1 as taken_later,
        packed.outcome & 3 as row_less_one,
        packed.outcome >> 2 & 31 as heads_taken,
        packed.outcome >> 7 as running_total
    from six_nimmt_placings as packed
    join seats using (seat_key)
    join games using (game_id)
)

select
    first_card + ((round - 1) * 10 + turn - 1) * seats + placing_order - 1 as card_key,
    seat_key,
    cards + (turn << 22) + (taken_later << 26) + (heads_taken::bigint << 27),
    row_less_one + (running_total << 2)
from unpacked
order by card_key;
drop table six_nimmt_placings;
alter table numbered_cards rename to six_nimmt_placings;
comment on table six_nimmt_placings is 'A card placed in a loaded game of 6 nimmt!, as the view six_nimmt_turns shows it; one row per seat, round and turn.';
comment on column six_nimmt_placings.card_key is 'Number of the card: its place in its game, in the order of placing, from games.first_card on. A round has ten turns, a turn as many cards as the game has seats.';
comment on column six_nimmt_placings.seat_key is 'The seat (seats).';
comment on column six_nimmt_placings.placed is 'From the lowest bit: card 7 bits, row_end_before 7, row_length_before 3, cheapest_row_heads 5, turn 4, taken_later 1, heads_taken 5.';
comment on column six_nimmt_placings.outcome is 'From the lowest bit: row less one 2 bits, running_total 21.';

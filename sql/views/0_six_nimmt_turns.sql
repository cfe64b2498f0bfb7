-- 6 nimmt!: every card placed, read out of the numbers that six_nimmt_placings packs together.
-- Grain: one row per game, round, turn and seat.
create or replace view six_nimmt_turns as
with unpacked as (
    select
        seats.game_id,
        round_of_card(packed.card_key, games.first_card, games.seats) as round,
        (packed.placed >> 22 & 15)::tinyint as turn,
        ((packed.card_key - games.first_card) % games.seats + 1)::tinyint as placing_order,
        seats.seat,
        seats.player,
        (packed.placed & 127)::tinyint as card,
        (packed.outcome & 3)::tinyint + 1::tinyint as "row",
        (packed.placed >> 14 & 7)::tinyint as row_length_before,
        (packed.placed >> 7 & 127)::tinyint as row_end_before,
        (packed.placed >> 27)::tinyint as heads_taken,
        (packed.outcome >> 2)::bigint as running_total,
        (packed.placed >> 17 & 31)::tinyint as cheapest_row_heads,
        (packed.placed >> 26 & 1)::boolean as taken_later
    from six_nimmt_placings as packed
    join seats using (seat_key)
    join games using (game_id)
)

select
    game_id,
    round,
    turn,
    placing_order,
    seat,
    player,
    card,
    case
        when card = 55 then 7
        when card % 11 = 0 then 5
        when card % 10 = 0 then 3
        when card % 5 = 0 then 2
        else 1
    end::tinyint as card_heads,
    "row",
    row_length_before,
    row_end_before,
    case
        when card < row_end_before then 'low_card'
        when row_length_before = 5 then 'sixth_card'
        else 'append'
    end as action,
    if(heads_taken = 0, 0, row_length_before)::tinyint as cards_taken,
    heads_taken,
    running_total,
    cheapest_row_heads,
    taken_later,
    (10 - turn)::tinyint as cards_left
from unpacked;
comment on view six_nimmt_turns is 'A card placed in a loaded game of 6 nimmt!; one row per game, round, turn and seat.';
comment on column six_nimmt_turns.game_id is 'The game (games).';
comment on column six_nimmt_turns.round is 'Round (deal), from 1.';
comment on column six_nimmt_turns.turn is 'Turn of the round, 1 to 10.';
comment on column six_nimmt_turns.placing_order is 'Order of placing in the turn, from 1: the lowest card is first.';
comment on column six_nimmt_turns.seat is 'Seat in the order of the log, from 1.';
comment on column six_nimmt_turns.player is 'Player id.';
comment on column six_nimmt_turns.card is 'The card, 1 to 104.';
comment on column six_nimmt_turns.card_heads is 'Bull heads printed on the card.';
comment on column six_nimmt_turns."row" is 'Row that it went to, 1 to 4.';
comment on column six_nimmt_turns.row_length_before is 'Cards in that row before it, 1 to 5.';
comment on column six_nimmt_turns.row_end_before is 'Last card of that row before it.';
comment on column six_nimmt_turns.action is 'append: laid behind the row. sixth_card: took a full row. low_card: below every row end, took a row by choice.';
comment on column six_nimmt_turns.cards_taken is 'Cards of the row that was taken; 0 for append.';
comment on column six_nimmt_turns.heads_taken is 'Bull heads of the row that was taken; 0 for append.';
comment on column six_nimmt_turns.running_total is 'Bull heads of this player in this game up to and with this card.';
comment on column six_nimmt_turns.cheapest_row_heads is 'Bull heads of the cheapest row on the table before this card.';
comment on column six_nimmt_turns.taken_later is 'Whether the row in which it then lies is taken later in what was played of the round.';
comment on column six_nimmt_turns.cards_left is 'Cards in the hand of this player after the turn.';

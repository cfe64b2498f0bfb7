-- 6 nimmt!: every card placed, by the number of its seat alone, for counts over all of them.
-- Grain: one row per seat, round and turn.
create or replace view six_nimmt_plays as
select
    card_key,
    seat_key,
    (placed >> 22 & 15)::tinyint as turn,
    (placed & 127)::tinyint as card,
    (outcome & 3)::tinyint + 1::tinyint as "row",
    case
        when (placed & 127) < (placed >> 7 & 127) then 2
        when (placed >> 14 & 7) = 5 then 1
        else 0
    end::tinyint as action_code,
    (placed >> 27)::tinyint as heads_taken,
    (placed >> 17 & 31)::tinyint as cheapest_row_heads,
    (placed >> 26 & 1)::boolean as taken_later
from six_nimmt_placings;
comment on view six_nimmt_plays is 'A card placed in a loaded game of 6 nimmt!, as six_nimmt_turns shows it, without names: quicker where many are counted; one row per seat, round and turn.';
comment on column six_nimmt_plays.card_key is 'Number of the card, which grows through a game; round_of_card says its round.';
comment on column six_nimmt_plays.seat_key is 'The seat (seats).';
comment on column six_nimmt_plays.turn is 'Turn of the round, 1 to 10.';
comment on column six_nimmt_plays.card is 'The card, 1 to 104.';
comment on column six_nimmt_plays."row" is 'Row that it went to, 1 to 4.';
comment on column six_nimmt_plays.action_code is '0 append, 1 sixth_card, 2 low_card.';
comment on column six_nimmt_plays.heads_taken is 'Bull heads of the row that was taken; 0 for append.';
comment on column six_nimmt_plays.cheapest_row_heads is 'Bull heads of the cheapest row on the table before this card.';
comment on column six_nimmt_plays.taken_later is 'Whether the row in which it then lies is taken later in what was played of the round.';

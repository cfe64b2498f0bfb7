-- 6 nimmt!: a row grows card by card, is taken with the sixth or by a low card, and starts anew.
-- Grain: one row per card placed that does not fit the row as it was left.
with seen as (
    select
        game_id, round, turn, placing_order, "row", card, row_length_before, row_end_before,
        action, cards_taken,
        lag(card) over of_row as due_end,
        if(lag(action) over of_row = 'append', lag(row_length_before) over of_row + 1, 1) as due_length
    from six_nimmt_turns
    window of_row as (partition by game_id, round, "row" order by turn, placing_order)
)

select
    game_id, round, turn, card, "row", action, row_length_before, due_length, row_end_before,
    due_end, cards_taken
from seen
where
    row_length_before <> due_length
    or row_end_before <> due_end
    or "row" not between 1 and 4
    or not case action
        when 'append' then card > row_end_before and row_length_before < 5 and cards_taken = 0
        when 'sixth_card' then card > row_end_before and row_length_before = 5 and cards_taken = 5
        when 'low_card' then card < row_end_before and cards_taken = row_length_before
        else false
    end
order by game_id, round, turn, card;

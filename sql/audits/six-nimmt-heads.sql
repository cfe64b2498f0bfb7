-- 6 nimmt!: heads are those printed on the cards, and who takes a row takes the heads in it.
-- Grain: one row per card placed whose heads are not those of the cards.
with seen as (
    select
        game_id, round, turn, placing_order, "row", card, card_heads, row_end_before, action,
        cards_taken, heads_taken,
        coalesce(sum(if(action = 'append', 0, 1)) over (
            partition by game_id, round, "row" order by turn, placing_order
            rows between unbounded preceding and 1 preceding
        ), 0) as taken_before
    from six_nimmt_turns
),

    -- A row is its first card, then what was appended: the one before it lies, or started it.
rows_so_far as (
    select *,
        first_value(row_end_before) over of_row as first_card,
        coalesce(sum(card_heads) over (
            of_row rows between unbounded preceding and 1 preceding
        ), 0) as appended_heads
    from seen
    window of_row as (
        partition by game_id, round, "row", taken_before order by turn, placing_order
    )
),

due as (
    select *, case
        when card = 55 then 7
        when card % 11 = 0 then 5
        when card % 10 = 0 then 3
        when card % 5 = 0 then 2
        else 1
    end as due_card_heads,
    if(action = 'append', 0, appended_heads + case
        when first_card = 55 then 7
        when first_card % 11 = 0 then 5
        when first_card % 10 = 0 then 3
        when first_card % 5 = 0 then 2
        else 1
    end) as due_heads_taken
    from rows_so_far
)

select game_id, round, turn, card, card_heads, due_card_heads, heads_taken, due_heads_taken
from due
where card_heads <> due_card_heads or heads_taken <> due_heads_taken
order by game_id, round, turn, card;

-- 6 nimmt!: a card is on the table once a round, a seat plays one a turn, the lowest is first.
-- Grain: one row per game, round and card that is there twice or out of its turn.
with starts as (
    select game_id, round, null as turn, row_end_before as card
    from six_nimmt_turns
    qualify row_number() over (partition by game_id, round, "row" order by turn, placing_order) = 1
),

placed as (
    select
        game_id, round, turn, card, placing_order,
        row_number() over (partition by game_id, round, turn order by card) as due_order,
        count(*) over (partition by game_id, round, turn, seat) as cards_of_seat
    from six_nimmt_turns
),

on_table as (
    select game_id, round, card, count(*) as times, null as placing_order, null as due_order
    from (
        select game_id, round, card from starts
        union all
        select game_id, round, card from placed
    )
    group by game_id, round, card
)

select game_id, round, card, times, placing_order, due_order
from (
    select game_id, round, card, times, placing_order, due_order from on_table where times > 1
    union all
    select game_id, round, card, cards_of_seat as times, placing_order, due_order
    from placed
    where placing_order <> due_order or cards_of_seat > 1
)
order by game_id, round, card;

-- Cards of 6 nimmt!: how often each was played, what that cost, how often it was taken.
-- Grain: one row per card that was played.
-- $player: only cards that this player played.
-- A card is taken later when the row in which it lies is; rows' first cards are not counted.
with placed as (
    select
        game_id,
        round,
        "row",
        player,
        card,
        card_heads,
        action,
        heads_taken,
        bool_or(action <> 'append') over (
            partition by game_id, round, "row"
            order by turn, placing_order
            rows between 1 following and unbounded following
        ) as row_taken_later
    from six_nimmt_turns
)

select
    card,
    card_heads,
    count(*) as played,
    count(*) filter (where action = 'append') as appends,
    count(*) filter (where action = 'sixth_card') as sixth_card_takes,
    count(*) filter (where action = 'low_card') as low_card_takes,
    sum(heads_taken)::bigint as heads_taken,
    round(sum(heads_taken) / count(*), 3) as heads_a_play,
    count(*) filter (where row_taken_later) as taken_later,
    round(count(*) filter (where row_taken_later) / count(*), 3) as taken_later_rate
from placed
where $player::varchar is null or player = $player
group by card, card_heads
order by card;

-- Sixteen: how often a further card is taken on each sum, and how often it busts.
-- Grain: one row per sum in hand when a card was offered, in steps 2 and 3.
-- $player: only offers to this player.
with offers as (
    select
        sum_before,
        -- A sum above 16 is bust already; what was taken but not seen is taken, and busts unknown.
        action = 'take' as takes,
        sum_after
    from sixteen_actions
    where
        action in ('take', 'stay')
        and step > 1
        and sum_before is not null
        and ($player::varchar is null or player = $player)
)

select
    sum_before as hand_sum,
    count(*) as offers,
    count(*) filter (where takes) as takes,
    round(count(*) filter (where takes) / count(*), 3) as take_rate,
    count(*) filter (where takes and sum_after > 16) as busts,
    round(
        count(*) filter (where takes and sum_after > 16)
        / nullif(count(*) filter (where takes and sum_after is not null), 0),
        3
    ) as bust_rate,
    round(avg(sum_after) filter (where takes), 3) as mean_sum_after
from offers
group by sum_before
order by sum_before;

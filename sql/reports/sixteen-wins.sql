-- Sixteen: hands won with and without a showdown, and bluffs: bust hands that stayed in.
-- Grain: one row per player.
-- $player: only this player.
with ended as (
    select
        player,
        ending,
        is_winner and ending <> 'tie' as wins,
        folded_in_step is null as stayed,
        -- A bluff is a hand above 16 that did not fold; hands with cards not seen cannot be told.
        hand_class = 'bust' and folded_in_step is null as is_bluff
    from sixteen_hands
    where
        ending <> 'unfinished'
        and card_count is distinct from 0
        and ($player::varchar is null or player = $player)
)

select
    player,
    count(*) as hands,
    count(*) filter (where wins) as wins,
    count(*) filter (where wins and ending = 'folds') as wins_without_showdown,
    round(
        count(*) filter (where wins and ending = 'folds')
        / nullif(count(*) filter (where wins), 0),
        3
    ) as without_showdown_rate,
    count(*) filter (where stayed and ending <> 'folds') as showdowns,
    count(*) filter (where wins and ending = 'showdown') as showdowns_won,
    count(*) filter (where is_bluff) as bluffs,
    count(*) filter (where is_bluff and wins) as bluffs_won,
    round(
        count(*) filter (where is_bluff and wins) / nullif(count(*) filter (where is_bluff), 0),
        3
    ) as bluffs_won_rate
from ended
group by player
order by wins desc, player;

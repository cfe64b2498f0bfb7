-- Sixteen: how often players fold in each step, and at what price.
-- Grain: one row per player and step in which the player was asked to bet.
-- $player: only this player.
with asked as (
    select
        game_id,
        hand,
        step,
        player,
        bool_or(action = 'fold') as folds,
        max(call_price) filter (where action = 'fold') as price,
        max(pot_before) filter (where action = 'fold') as pot
    from sixteen_actions
    where
        action in ('check', 'bet', 'call', 'raise', 'fold')
        and ($player::varchar is null or player = $player)
    group by game_id, hand, step, player
)

select
    player,
    step,
    count(*) as rounds_asked,
    count(*) filter (where folds) as folds,
    round(count(*) filter (where folds) / count(*), 3) as fold_rate,
    count(*) filter (where folds and price = 0) as free_folds,
    round(avg(price) filter (where folds), 3) as mean_price_folded_to,
    round(avg(price / pot) filter (where folds), 3) as mean_price_of_the_pot
from asked
group by player, step
order by player, step;

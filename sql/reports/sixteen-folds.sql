-- Sixteen: how often players fold in each step, and at what price.
-- Grain: one row per player and step in which the player was asked to bet.
-- $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- Intervals: 95 %, of shares by Wilson, of means by Student's t. Few: below 30 rounds.
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
    semi join games_asked('sixteen', $edition, $from, $to) using (game_id)
    semi join players_asked('sixteen', $edition, $from, $to, $min_games) using (player)
    where
        action in ('check', 'bet', 'call', 'raise', 'fold')
        and ($player::varchar is null or player = $player)
    group by game_id, hand, step, player
),

summed as (
    select
        player,
        step,
        count(*) as rounds_asked,
        count(*) filter (where folds) as folds,
        count(*) filter (where folds and price = 0) as free_folds,
        avg(price) filter (where folds) as price,
        stddev_samp(price) filter (where folds) as price_sd,
        avg(price / pot) filter (where folds) as price_of_pot,
        stddev_samp(price / pot) filter (where folds) as pot_sd
    from asked
    group by player, step
)

select
    player,
    step,
    rounds_asked,
    folds,
    rate(folds, rounds_asked) as fold_rate,
    rate_low(folds, rounds_asked) as fold_rate_low,
    rate_high(folds, rounds_asked) as fold_rate_high,
    free_folds,
    round(price, 3) as mean_price_folded_to,
    mean_low(price, price_sd, folds) as mean_price_folded_to_low,
    mean_high(price, price_sd, folds) as mean_price_folded_to_high,
    round(price_of_pot, 3) as mean_price_of_the_pot,
    mean_low(price_of_pot, pot_sd, folds) as mean_price_of_the_pot_low,
    mean_high(price_of_pot, pot_sd, folds) as mean_price_of_the_pot_high,
    few(rounds_asked) as few
from summed
order by player, step;

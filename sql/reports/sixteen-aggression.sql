-- Sixteen: how much players bet and raise, against how much they call.
-- Grain: one row per player.
-- $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- Intervals: 95 %, of the rate by Wilson, of the share of the cap by Student's t. Few: below 30
-- decisions. Aggression is a ratio of two counts and has no interval.
with acted as (
    select
        player,
        action,
        -- The share of the cap is that of bets and raises: 1 is half of the pot, the most there is.
        (stones - call_price) / nullif(raise_cap, 0) as share_of_cap
    from sixteen_actions
    semi join games_asked('sixteen', $edition, $from, $to) using (game_id)
    semi join players_asked('sixteen', $edition, $from, $to, $min_games) using (player)
    where
        action in ('check', 'bet', 'call', 'raise', 'fold')
        and ($player::varchar is null or player = $player)
),

counted as (
    select
        player,
        count(*) as decisions,
        count(*) filter (where action = 'check') as checks,
        count(*) filter (where action = 'bet') as bets,
        count(*) filter (where action = 'raise') as raises,
        count(*) filter (where action = 'call') as calls,
        count(*) filter (where action = 'fold') as folds,
        avg(share_of_cap) filter (where action in ('bet', 'raise')) as share_of_cap,
        stddev_samp(share_of_cap) filter (where action in ('bet', 'raise')) as share_sd
    from acted
    group by player
)

select
    player,
    decisions,
    checks,
    bets,
    raises,
    calls,
    folds,
    rate(bets + raises, calls) as aggression,
    rate(bets + raises, decisions) as aggressive_rate,
    rate_low(bets + raises, decisions) as aggressive_rate_low,
    rate_high(bets + raises, decisions) as aggressive_rate_high,
    round(share_of_cap, 3) as mean_share_of_cap,
    mean_low(share_of_cap, share_sd, bets + raises) as mean_share_of_cap_low,
    mean_high(share_of_cap, share_sd, bets + raises) as mean_share_of_cap_high,
    few(decisions) as few
from counted
order by aggression desc nulls last, player;

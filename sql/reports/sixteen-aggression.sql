-- Sixteen: how much players bet and raise, against how much they call.
-- Grain: one row per player.
-- $player: only this player.
with acted as (
    select
        player,
        action,
        -- The share of the cap is that of bets and raises: 1 is half of the pot, the most there is.
        (stones - call_price) / nullif(raise_cap, 0) as share_of_cap
    from sixteen_actions
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
        avg(share_of_cap) filter (where action in ('bet', 'raise')) as share_of_cap
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
    round((bets + raises) / nullif(calls, 0), 3) as aggression,
    round((bets + raises) / decisions, 3) as aggressive_rate,
    round(share_of_cap, 3) as mean_share_of_cap
from counted
order by aggression desc nulls last, player;

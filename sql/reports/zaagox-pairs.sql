-- Pairs of Zaägox: laid from the hand or by Da, and how many of them gave a stored card.
-- Grain: one row per player.
-- $player: only this player.
with laid as (
    select player, false as by_claim, count(*) as pairs
    from zaagox_turns
    where action = 'pair'
    group by player
    union all
    select player, true as by_claim, count(*) as pairs
    from zaagox_claims
    where outcome = 'won'
    group by player
),

stored as (
    select
        player,
        by_claim,
        count(*) as cards,
        sum(turn - pair_turn) as turns_waited
    from zaagox_stored
    group by player, by_claim
),

counted as (
    select
        laid.player,
        coalesce(sum(laid.pairs) filter (where not laid.by_claim), 0)::bigint as pairs_by_hand,
        coalesce(sum(laid.pairs) filter (where laid.by_claim), 0)::bigint as pairs_by_da,
        coalesce(sum(stored.cards) filter (where not laid.by_claim), 0)::bigint as stored_by_hand,
        coalesce(sum(stored.cards) filter (where laid.by_claim), 0)::bigint as stored_by_da,
        sum(stored.turns_waited) as turns_waited
    from laid
    left join stored on stored.player = laid.player and stored.by_claim = laid.by_claim
    where $player::varchar is null or laid.player = $player
    group by laid.player
)

select
    player,
    pairs_by_hand,
    pairs_by_da,
    round(pairs_by_da / (pairs_by_hand + pairs_by_da), 3) as da_rate,
    stored_by_hand,
    stored_by_da,
    round(stored_by_hand / nullif(pairs_by_hand, 0), 3) as stored_rate_by_hand,
    round(stored_by_da / nullif(pairs_by_da, 0), 3) as stored_rate_by_da,
    round(turns_waited / nullif(stored_by_hand + stored_by_da, 0), 3) as mean_turns_to_store
from counted
order by player;

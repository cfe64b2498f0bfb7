-- Pairs of Zaägox: laid from the hand or by Da, and how many of them gave a stored card.
-- Grain: one row per player.
-- $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- Intervals: of shares by Wilson, of turns by Student's t. Few: below 30 pairs.
with laid as (
    select player, false as by_claim, count(*) as pairs
    from zaagox_turns
    semi join games_asked('zaagox', $edition, $from, $to) using (game_id)
    where action = 'pair'
    group by player
    union all
    select player, true as by_claim, count(*) as pairs
    from zaagox_claims
    semi join games_asked('zaagox', $edition, $from, $to) using (game_id)
    where outcome = 'won'
    group by player
),

stored as (
    select
        player,
        by_claim,
        count(*) as cards,
        sum(turn - pair_turn) as turns_waited,
        sum((turn - pair_turn)::bigint ** 2) as squared
    from zaagox_stored
    semi join games_asked('zaagox', $edition, $from, $to) using (game_id)
    group by player, by_claim
),

counted as (
    select
        laid.player,
        coalesce(sum(laid.pairs) filter (where not laid.by_claim), 0)::bigint as pairs_by_hand,
        coalesce(sum(laid.pairs) filter (where laid.by_claim), 0)::bigint as pairs_by_da,
        coalesce(sum(stored.cards) filter (where not laid.by_claim), 0)::bigint as stored_by_hand,
        coalesce(sum(stored.cards) filter (where laid.by_claim), 0)::bigint as stored_by_da,
        sum(stored.turns_waited)::bigint as turns_waited,
        sum(stored.squared) as squared,
        coalesce(sum(stored.cards), 0)::bigint as stored
    from laid
    left join stored on stored.player = laid.player and stored.by_claim = laid.by_claim
    semi join players_asked('zaagox', $edition, $from, $to, $min_games) as played
        on played.player = laid.player
    where $player::varchar is null or laid.player = $player
    group by laid.player
)

select
    player,
    pairs_by_hand,
    pairs_by_da,
    rate(pairs_by_da, pairs_by_hand + pairs_by_da) as da_rate,
    rate_low(pairs_by_da, pairs_by_hand + pairs_by_da) as da_rate_low,
    rate_high(pairs_by_da, pairs_by_hand + pairs_by_da) as da_rate_high,
    stored_by_hand,
    stored_by_da,
    rate(stored_by_hand, pairs_by_hand) as stored_rate_by_hand,
    rate_low(stored_by_hand, pairs_by_hand) as stored_rate_by_hand_low,
    rate_high(stored_by_hand, pairs_by_hand) as stored_rate_by_hand_high,
    rate(stored_by_da, pairs_by_da) as stored_rate_by_da,
    rate_low(stored_by_da, pairs_by_da) as stored_rate_by_da_low,
    rate_high(stored_by_da, pairs_by_da) as stored_rate_by_da_high,
    rate(turns_waited, stored) as mean_turns_to_store,
    mean_low(turns_waited / stored, spread(stored, turns_waited, squared), stored)
        as mean_turns_to_store_low,
    mean_high(turns_waited / stored, spread(stored, turns_waited, squared), stored)
        as mean_turns_to_store_high,
    few(pairs_by_hand + pairs_by_da) as few
from counted
order by player;

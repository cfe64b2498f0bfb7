-- Da of Zaägox: the chances to call, those that were taken, won, lost to another, or missed.
-- Grain: one row per player who ever held a card for another's discard.
-- $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- Intervals by Wilson, 95 %. Few: below 30 chances.
with summed as (
    select
        player,
        count(*) as chances,
        count(*) filter (where outcome <> 'missed') as calls,
        count(*) filter (where outcome = 'won') as won,
        count(*) filter (where outcome = 'lost') as lost,
        count(*) filter (where outcome = 'missed') as missed
    from zaagox_claims
    semi join games_asked('zaagox', $edition, $from, $to) using (game_id)
    semi join players_asked('zaagox', $edition, $from, $to, $min_games) using (player)
    where $player::varchar is null or player = $player
    group by player
)

select
    player,
    chances,
    calls,
    won,
    lost,
    missed,
    rate(calls, chances) as call_rate,
    rate_low(calls, chances) as call_rate_low,
    rate_high(calls, chances) as call_rate_high,
    rate(won, calls) as won_rate,
    rate_low(won, calls) as won_rate_low,
    rate_high(won, calls) as won_rate_high,
    few(chances) as few
from summed
order by chances desc, player;

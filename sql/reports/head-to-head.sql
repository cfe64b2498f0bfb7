-- Head to head: who finished before whom in games that they played together to the end.
-- Grain: one row per game kind, player and rival.
-- $player: only this player and the rivals.  $game: only this game kind.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many such games together.
-- Intervals: of the rate by Wilson, of the difference by Student's t. Few: below 30 games.
with finished as (
    select game, seat_key, game_id, seat, player, "rank", final_score
    from seats_asked($game, $edition, $from, $to, null)
    where "rank" is not null
),

pairs as (
    select
        one.game,
        one.player,
        other.player as rival,
        one."rank" as player_rank,
        other."rank" as rival_rank,
        one.final_score - other.final_score as score_difference
    from finished as one
    join finished as other on one.game_id = other.game_id and one.seat <> other.seat
    where $player::varchar is null or one.player = $player
),

summed as (
    select
        game,
        player,
        rival,
        count(*) as games,
        count(*) filter (where player_rank < rival_rank) as ahead,
        count(*) filter (where player_rank = rival_rank) as level,
        count(*) filter (where player_rank > rival_rank) as behind,
        avg(score_difference) as mean_difference,
        stddev_samp(score_difference) as sd
    from pairs
    group by game, player, rival
)

select
    game,
    player,
    rival,
    games,
    ahead,
    level,
    behind,
    rate(ahead, games) as ahead_rate,
    rate_low(ahead, games) as ahead_rate_low,
    rate_high(ahead, games) as ahead_rate_high,
    round(mean_difference, 3) as mean_score_difference,
    mean_low(mean_difference, sd, games) as mean_score_difference_low,
    mean_high(mean_difference, sd, games) as mean_score_difference_high,
    few(games) as few
from summed
where $min_games::integer is null or games >= $min_games
order by game, player, rival;

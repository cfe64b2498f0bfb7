-- Wins of Zaägox: how often each player won, with what sets, and after how many turns.
-- Grain: one row per player; unfinished games count in games alone.
-- $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- Intervals: of the rate by Wilson, of means by Student's t. Few: below 30 finished games.
with played as (
    select
        seats.player,
        seats.finished,
        seats.is_winner,
        zaagox_sets.set_points,
        zaagox_sets.turn
    from seats_asked('zaagox', $edition, $from, $to, $player) as seats
    left join zaagox_sets
        on zaagox_sets.game_id = seats.game_id and zaagox_sets.seat = seats.seat
),

summed as (
    select
        player,
        count(*) as games,
        count(*) filter (where finished) as finished_games,
        count(*) filter (where is_winner) as wins,
        count(set_points) as sets,
        avg(set_points) as points,
        stddev_samp(set_points) as points_sd,
        min(set_points) as lowest_set_points,
        max(set_points) as highest_set_points,
        avg(turn) as turns,
        stddev_samp(turn) as turns_sd
    from played
    group by player
)

select
    player,
    games,
    finished_games,
    wins,
    rate(wins, finished_games) as win_rate,
    rate_low(wins, finished_games) as win_rate_low,
    rate_high(wins, finished_games) as win_rate_high,
    round(points, 3) as mean_set_points,
    mean_low(points, points_sd, sets) as mean_set_points_low,
    mean_high(points, points_sd, sets) as mean_set_points_high,
    lowest_set_points,
    highest_set_points,
    round(turns, 3) as mean_turns_to_win,
    mean_low(turns, turns_sd, sets) as mean_turns_to_win_low,
    mean_high(turns, turns_sd, sets) as mean_turns_to_win_high,
    few(finished_games) as few
from summed
where $min_games::integer is null or finished_games >= $min_games
order by win_rate desc nulls last, wins desc, player;

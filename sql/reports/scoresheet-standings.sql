-- Standings by scoresheets: games, wins and scores of every player where no move is known.
-- Grain: one row per game kind and player; unfinished games count in games alone.
-- $game: only this game kind.  $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- A win shared by k is 1/k of a win. Intervals: of the share of wins by Wilson, of the mean score
-- by Student's t. Few: below 30 finished games.
with played as (
    select
        games.game,
        seats.game_id,
        seats.player,
        seats.final_score,
        seats."rank",
        seats.is_winner,
        games.finished,
        count(*) filter (where seats.is_winner) over (partition by seats.game_id) as winners
    from seats
    join games using (game_id)
    semi join scoresheets using (game_id)
    where
        ($game::varchar is null or games.game = $game)
        and ($edition::varchar is null or games.edition = $edition)
        and ($from::date is null or games.played_at >= $from::date)
        and ($to::date is null or games.played_at < $to::date + 1)
),

summed as (
    select
        game,
        player,
        count(*) as games,
        count(*) filter (where finished) as finished_games,
        count(*) filter (where is_winner) as wins,
        count(*) filter (where is_winner and winners > 1) as shared_wins,
        coalesce(sum(1 / winners) filter (where is_winner), 0) as win_shares,
        avg(final_score) filter (where finished) as mean_score,
        stddev_samp(final_score) filter (where finished) as score_sd,
        avg("rank") as mean_rank
    from played
    where $player::varchar is null or player = $player
    group by game, player
)

select
    game,
    player,
    games,
    finished_games,
    wins,
    shared_wins,
    round(win_shares, 3) as win_shares,
    rate(win_shares, finished_games) as win_share_rate,
    rate_low(win_shares, finished_games) as win_share_rate_low,
    rate_high(win_shares, finished_games) as win_share_rate_high,
    round(mean_score, 3) as mean_score,
    mean_low(mean_score, score_sd, finished_games) as mean_score_low,
    mean_high(mean_score, score_sd, finished_games) as mean_score_high,
    round(mean_rank, 3) as mean_rank,
    few(finished_games) as few
from summed
where $min_games::integer is null or finished_games >= $min_games
order by game, win_share_rate desc nulls last, mean_rank, player;

-- Standings: games, wins and scores of every player, with 95 % intervals.
-- Grain: one row per game kind and player; unfinished games count in games alone.
-- $player: only this player.  $game: only this game kind.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- A win shared by k is 1/k of a win. Intervals: of the share of wins by Wilson, of means by
-- Student's t. Few: below 30 finished games.
with played as (
    select
        game,
        game_id,
        player,
        final_score,
        "rank",
        is_winner,
        finished,
        sum(is_winner::integer) over (partition by game_id) as winners
    from seats_asked($game, $edition, $from, $to, null)
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
        min(final_score) filter (where finished) as lowest_score,
        max(final_score) filter (where finished) as highest_score,
        count("rank") as ranks,
        avg("rank") as mean_rank,
        stddev_samp("rank") as rank_sd
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
    round(score_sd, 3) as score_sd,
    lowest_score,
    highest_score,
    round(mean_rank, 3) as mean_rank,
    mean_low(mean_rank, rank_sd, ranks) as mean_rank_low,
    mean_high(mean_rank, rank_sd, ranks) as mean_rank_high,
    few(finished_games) as few
from summed
where $min_games::integer is null or finished_games >= $min_games
order by game, win_share_rate desc nulls last, mean_rank, player;

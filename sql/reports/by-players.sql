-- Numbers of players: wins and scores of every player at tables of each size.
-- Grain: one row per game kind, player and number of players; games played to their end.
-- $player: only this player.  $game: only this game kind.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only rows of at least so many games.
-- A win shared by k is 1/k of a win. Intervals: of the share of wins by Wilson, of the mean score
-- by Student's t. Few: below 30 games.
with played as (
    select
        game,
        player,
        players,
        final_score,
        is_winner,
        sum(is_winner::integer) over (partition by game_id) as winners
    from seats_asked($game, $edition, $from, $to, null)
    where finished
),

summed as (
    select
        game,
        player,
        players,
        count(*) as games,
        count(*) filter (where is_winner) as wins,
        count(*) filter (where is_winner and winners > 1) as shared_wins,
        coalesce(sum(1 / winners) filter (where is_winner), 0) as win_shares,
        avg(final_score) as mean_score,
        stddev_samp(final_score) as score_sd
    from played
    where $player::varchar is null or player = $player
    group by game, player, players
)

select
    game,
    player,
    players,
    games,
    wins,
    shared_wins,
    round(win_shares, 3) as win_shares,
    rate(win_shares, games) as win_share_rate,
    rate_low(win_shares, games) as win_share_rate_low,
    rate_high(win_shares, games) as win_share_rate_high,
    round(mean_score, 3) as mean_score,
    mean_low(mean_score, score_sd, games) as mean_score_low,
    mean_high(mean_score, score_sd, games) as mean_score_high,
    round(score_sd, 3) as score_sd,
    few(games) as few
from summed
where $min_games::integer is null or games >= $min_games
order by game, player, players;

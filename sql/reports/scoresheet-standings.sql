-- Standings by scoresheets: games, wins and scores of every player where no move is known.
-- Grain: one row per game kind and player; unfinished games count in games alone.
-- $game: only this game kind.  $player: only this player.
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
    where $game::varchar is null or games.game = $game
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
    round(win_shares / nullif(finished_games, 0), 3) as win_share_rate,
    round(mean_score, 3) as mean_score,
    round(mean_rank, 3) as mean_rank
from summed
order by game, win_share_rate desc nulls last, mean_rank, player;

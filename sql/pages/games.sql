-- Every game with who won it.
-- Grain: one row per game.
select
    games.game_id,
    games.game,
    games.edition,
    games.played_at,
    games.status,
    games.finished,
    count(*) as seats,
    coalesce(list(seats.player order by seats.seat) filter (where seats.is_winner), []) as winners,
    coalesce(min(seats.final_score) filter (where seats.is_winner), 0) as winning_score
from replayed_games as games
join seats using (game_id)
group by
    games.game_id, games.game, games.edition, games.played_at, games.status, games.finished
order by games.played_at desc nulls last, games.game_id;

-- A log as it was kept, packed.
-- Grain: one row, none where there is no such game.
-- $game_id: of this game.
select games.log_sha256, games.source, games.line, logs.log
from games
join logs using (game_id)
where games.game_id = $game_id;

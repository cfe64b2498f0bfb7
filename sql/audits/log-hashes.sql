-- The log that is kept of a game, unpacked, has the hash of the game.
-- Grain: one row per game whose kept log is another one, or cannot be unpacked.
-- unpacked_logs is made by the program for this question: DuckDB cannot unpack Zstandard.
select games.game_id, games.log_sha256, unpacked_logs.log_sha256 as found_sha256
from games
join unpacked_logs using (game_id)
where games.log_sha256 is distinct from unpacked_logs.log_sha256
order by games.game_id;

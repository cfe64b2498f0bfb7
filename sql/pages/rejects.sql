-- Logs that were not loaded, and why.
-- Grain: one row per log.
select game_id, game, source, line, status, code, reason
from rejects
order by source, line;

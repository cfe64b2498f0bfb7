-- Errors and warnings in the loaded games, the gravest first; notes stand on the games' pages.
-- Grain: one row per finding.
select
    games.game_id,
    games.game,
    findings.code,
    findings.severity,
    findings.round,
    findings.turn,
    findings.player,
    findings.message,
    findings.clause
from findings
join replayed_games as games
    on findings.game_id = games.game_id and findings.log_sha256 = games.log_sha256
where findings.severity <> 'note'
order by
    case findings.severity when 'error' then 0 when 'warning' then 1 else 2 end,
    findings.code, games.game_id, findings.position;

-- What was found in a loaded game.
-- Grain: one row per finding.
-- $game_id: in this game.
select
    findings.code,
    findings.severity,
    findings.clause,
    findings.path,
    findings.round,
    findings.turn,
    findings.player,
    findings.expected,
    findings.recorded,
    findings.message,
    findings.legal_under
from findings
join games using (log_sha256)
where games.game_id = $game_id and findings.game_id = $game_id
order by findings.position;

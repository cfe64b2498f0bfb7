-- Which findings there are in the loaded games, and how many.
-- Grain: one row per code.
select
    findings.code,
    findings.severity,
    count(*) as times,
    count(distinct games.game_id) as games
from findings
join replayed_games as games
    on findings.game_id = games.game_id and findings.log_sha256 = games.log_sha256
group by findings.code, findings.severity
order by
    case findings.severity when 'error' then 0 when 'warning' then 1 else 2 end,
    findings.code;

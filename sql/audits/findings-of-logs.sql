-- A finding is of a loaded game or of a reject; those of a log are numbered from 1.
-- Grain: one row per log whose findings belong to nothing, or are not numbered so.
with logs_known as (
    select log_sha256 from games
    union
    select log_sha256 from rejects
)

select
    findings.log_sha256,
    any_value(findings.game_id) as game_id,
    count(*) as findings,
    max(findings.position) as last_position,
    count(logs_known.log_sha256) > 0 as log_is_known
from findings
left join logs_known using (log_sha256)
group by findings.log_sha256
having
    count(logs_known.log_sha256) = 0
    or count(*) <> max(findings.position)
    or count(distinct findings.position) <> count(*)
    or min(findings.position) <> 1
order by findings.log_sha256;

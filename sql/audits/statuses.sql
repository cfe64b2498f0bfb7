-- A game's status goes with its findings, its end and its claims.
-- Grain: one row per game whose status cannot be.
with errors as (
    select log_sha256, count(*) as errors from findings where severity = 'error' group by log_sha256
)

select games.game_id, games.status, games.finished, coalesce(errors.errors, 0) as errors
from games
left join errors using (log_sha256)
where
    games.status not in ('verified', 'unclaimed', 'incomplete', 'unreplayable', 'mismatch')
    or (games.status = 'mismatch') <> (coalesce(errors.errors, 0) > 0)
    or (games.status = 'unreplayable' and games.game_id not in (select game_id from scoresheets))
    or (
        games.status not in ('unreplayable', 'mismatch')
        and games.game_id in (select game_id from scoresheets)
    )
    or (games.status = 'incomplete' and games.finished)
    or (games.status in ('verified', 'unclaimed') and not games.finished)
order by games.game_id;

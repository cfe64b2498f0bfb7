-- Logs that were not loaded, in the order in which they came, and why.
-- Grain: one row per log.
select
    ingests.started_at as rejected_at,
    rejects.ingest_id,
    rejects.source,
    rejects.line,
    rejects.game_id,
    rejects.game,
    rejects.status,
    rejects.code,
    rejects.reason,
    rejects.raw
from rejects
left join ingests using (ingest_id)
order by rejects.ingest_id, rejects.source, rejects.line, rejects.log_sha256;

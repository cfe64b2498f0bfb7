-- A log is loaded once or rejected once, never both.
-- Grain: one row per hash that is there more than once.
with known as (
    select log_sha256, true as is_loaded from games
    union all
    select log_sha256, false as is_loaded from rejects
)

select
    log_sha256,
    count(*) filter (where is_loaded) as games,
    count(*) filter (where not is_loaded) as rejects
from known
group by log_sha256
having count(*) > 1
order by log_sha256;

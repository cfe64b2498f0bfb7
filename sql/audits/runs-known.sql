-- Whatever was brought by a run names a run that there is.
-- Grain: one row per table and run that is named and is not there.
with named as (
    select 'games' as in_table, ingest_id from games
    union all
    select 'findings' as in_table, ingest_id from findings
    union all
    select 'rejects' as in_table, ingest_id from rejects
)

select named.in_table, named.ingest_id, count(*) as rows_found
from named
anti join ingests using (ingest_id)
group by named.in_table, named.ingest_id
order by named.in_table, named.ingest_id;

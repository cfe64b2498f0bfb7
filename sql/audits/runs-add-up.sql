-- What the runs counted is what is there: loaded, less replaced and removed, are the games.
-- Grain: one row per sum or run that does not add up; ingest_id NULL: all runs together.
with of_games as (
    select
        ingest_id,
        count(*) as games,
        count(*) filter (where status = 'mismatch') as mismatched
    from games
    group by ingest_id
),

of_rejects as (
    select ingest_id, count(*) as rejects from rejects group by ingest_id
),

checks as (
    select
        null as ingest_id, 'loaded - replaced - removed = games' as identity,
        coalesce((select sum(loaded - replaced - removed) from ingests), 0) as counted,
        (select count(*) from games) as found,
        true as must_equal
    union all
    select ingest_id, 'logs = loaded + skipped + rejected' as identity, logs as counted,
        loaded + skipped + rejected as found, true as must_equal
    from ingests
    union all
    select ingests.ingest_id, 'games of a run <= loaded' as identity, ingests.loaded as counted,
        of_games.games as found, false as must_equal
    from of_games join ingests using (ingest_id)
    union all
    select ingests.ingest_id, 'mismatched games of a run <= mismatched' as identity,
        ingests.mismatched as counted, of_games.mismatched as found, false as must_equal
    from of_games join ingests using (ingest_id)
    union all
    select ingests.ingest_id, 'rejects of a run <= rejected' as identity,
        ingests.rejected as counted, of_rejects.rejects as found, false as must_equal
    from of_rejects join ingests using (ingest_id)
    union all
    select ingest_id, 'replaced and mismatched are among loaded' as identity, loaded as counted,
        greatest(replaced, mismatched) as found, false as must_equal
    from ingests
)

select ingest_id, identity, counted, found
from checks
where if(must_equal, found <> counted, found > counted)
order by ingest_id, identity;

-- Findings: what is wrong or worth a word in the logs, the most frequent first.
-- Grain: one row per code.
-- $game: only logs of this game kind.  $player: only findings about this player.
-- $edition: only loaded games of this edition.
-- $from: only loaded games of this day or later.  $to: only loaded games of this day or earlier.
-- A log that was not loaded has neither an edition nor a day that could be asked for.
with logs as (
    select games.log_sha256, games.game, true as loaded
    from replayed_games as games
    semi join games_asked($game, $edition, $from, $to) as asked using (game_id)
    union all
    select log_sha256, game, false as loaded
    from rejects
    where
        ($game::varchar is null or game = $game)
        and $edition::varchar is null
        and $from::date is null
        and $to::date is null
),

found as (
    select
        findings.code,
        findings.severity,
        findings.log_sha256,
        findings.source,
        findings.line,
        findings.position,
        findings.message,
        logs.loaded
    from findings
    join logs using (log_sha256)
    where $player::varchar is null or findings.player = $player
)

select
    severity,
    code,
    count(*) as findings,
    count(distinct log_sha256) as logs,
    count(distinct log_sha256) filter (where loaded) as loaded_logs,
    count(distinct log_sha256) filter (where not loaded) as rejected_logs,
    arg_min(source || ':' || line, (source, line, position)) as first_at,
    arg_min(message, (source, line, position)) as first_message
from found
group by severity, code
order by case severity when 'error' then 1 when 'warning' then 2 else 3 end, findings desc, code;

-- Every finding in words: those that are kept so, and notes that are kept as numbers.
-- Grain: one row per finding.
create or replace view findings as
select
    ingest_id,
    log_sha256,
    game_id,
    source,
    line,
    position,
    code,
    severity,
    clause,
    path,
    round,
    turn,
    player,
    expected,
    recorded,
    message,
    legal_under
from findings_told
union all
select
    games.ingest_id,
    games.log_sha256,
    games.game_id,
    games.source,
    games.line,
    noted.position,
    'PLAY101' as code,
    'note' as severity,
    'N1' as clause,
    'rounds[' || (noted.note >> 20) - 1 || '].row_choices[' || (noted.note >> 16 & 15) - 1
    || ']' as path,
    (noted.note >> 20)::smallint as round,
    (noted.note >> 16 & 15)::smallint as turn,
    seats.player,
    (
        '[' || array_to_string(
            list_filter([1, 2, 3, 4], lambda n: noted.note >> (11 + n) & 1 = 1), ', '
        ) || ']'
    )::json as expected,
    ((noted.note >> 10 & 3) + 1)::varchar::json as recorded,
    seats.player || ' takes row ' || (noted.note >> 10 & 3) + 1
    || ' (bull heads: ' || (noted.note & 31)
    || ') where a cheaper one would do (bull heads: ' || (noted.note >> 5 & 31)
    || '); some sheets forbid it' as message,
    null::json as legal_under
from six_nimmt_dearer_rows as noted
join seats using (seat_key)
join games using (game_id);
comment on view findings is 'What verify says of a log, loaded or rejected; one row per finding.';
comment on column findings.ingest_id is 'Run that made the finding (ingests).';
comment on column findings.log_sha256 is 'The log it is about: games.log_sha256 or rejects.log_sha256.';
comment on column findings.game_id is 'game_id of that log; a rejected log may give the id of a loaded game. NULL: it has none.';
comment on column findings.source is 'File that the log stood in; - is standard input.';
comment on column findings.line is 'Line of that file, from 1.';
comment on column findings.position is 'Place among the findings of its log, from 1.';
comment on column findings.code is 'What is found: letters for the family (LOG, DEAL, PLAY, SCORE) and a number.';
comment on column findings.severity is 'error, warning or note; only errors change the verdict.';
comment on column findings.clause is 'Section or table row of the rules; NULL: none applies.';
comment on column findings.path is 'Where in the log, as a JSON path with list positions from 0.';
comment on column findings.round is 'Round, from 1 (Sixteen: hand); NULL: not about one.';
comment on column findings.turn is 'Turn, from 1 (Sixteen: step); NULL: not about one.';
comment on column findings.player is 'Player id; NULL: not about one.';
comment on column findings.expected is 'What was due.';
comment on column findings.recorded is 'What the log has.';
comment on column findings.message is 'The finding as a sentence.';
comment on column findings.legal_under is 'The single option value under which the log would be right; NULL: there is none.';

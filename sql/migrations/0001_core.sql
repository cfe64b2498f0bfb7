-- What every game has: games, seats, rounds, the logs themselves, findings, runs, rejects.

create table ingests (
    ingest_id integer primary key,
    started_at timestamptz not null,
    finished_at timestamptz,
    version varchar not null,
    strict boolean not null,
    "replace" boolean not null,
    files integer not null,
    logs bigint not null,
    loaded bigint not null,
    skipped bigint not null,
    replaced bigint not null,
    rejected bigint not null,
    mismatched bigint not null,
    check (logs = loaded + skipped + rejected)
);
comment on table ingests is 'A run of retally ingest; one row per run. logs = loaded + skipped + rejected.';
comment on column ingests.ingest_id is 'Number of the run, from 1.';
comment on column ingests.started_at is 'When the run began.';
comment on column ingests.finished_at is 'When the run ended; NULL: it was cut short, or still runs.';
comment on column ingests.version is 'Version of retally that ran.';
comment on column ingests.strict is 'Whether only fully verified logs were let in (--strict).';
comment on column ingests."replace" is 'Whether a log could take the place of another with its game_id (--replace).';
comment on column ingests.files is 'Files that held at least one log.';
comment on column ingests.logs is 'Logs that were found in them; the unreadable rest of a damaged file counts as one.';
comment on column ingests.loaded is 'Logs that were loaded as games.';
comment on column ingests.skipped is 'Logs whose content was in the warehouse already.';
comment on column ingests.replaced is 'Of those loaded, how many took the place of another log with the same game_id.';
comment on column ingests.rejected is 'Logs that were not loaded; each is in rejects, listed by this run or an earlier one.';
comment on column ingests.mismatched is 'Of those loaded, how many have a claim that differs from the replay.';

create table games (
    game_id varchar primary key,
    game varchar not null,
    edition varchar not null,
    options json not null,
    played_at timestamptz,
    status varchar not null,
    seats tinyint not null,
    rounds smallint not null,
    finished boolean not null,
    source varchar not null,
    line bigint not null,
    log_sha256 varchar not null,
    ingest_id integer not null
);
comment on table games is 'A loaded game; one row per game.';
comment on column games.game_id is 'Identity of the game, as its log gives it.';
comment on column games.game is 'Which rules: the key of the game, such as six_nimmt.';
comment on column games.edition is 'The named row of options that it was replayed under.';
comment on column games.options is 'Every option that it was replayed under, by name.';
comment on column games.played_at is 'When it was played, as an instant; NULL: the log does not say.';
comment on column games.status is 'Verdict of the replay: verified, unclaimed, incomplete or mismatch.';
comment on column games.seats is 'Players at the table.';
comment on column games.rounds is 'Rounds that were played, the last one whole or not (Sixteen: hands).';
comment on column games.finished is 'Whether the game was played to its end; only then are there winners.';
comment on column games.source is 'File that the log stood in; - is standard input.';
comment on column games.line is 'Line of that file, from 1.';
comment on column games.log_sha256 is 'SHA-256 of the log as it stood there, in hexadecimal; findings are told apart by it.';
comment on column games.ingest_id is 'Run that loaded it (ingests).';

create table seats (
    game_id varchar not null,
    seat tinyint not null,
    player varchar not null,
    final_score bigint not null,
    "rank" tinyint,
    is_winner boolean,
    recorded_score bigint
);
comment on table seats is 'A player at the table of a loaded game; one row per game and seat.';
comment on column seats.game_id is 'The game (games).';
comment on column seats.seat is 'Seat in the order of the log, from 1.';
comment on column seats.player is 'Player id.';
comment on column seats.final_score is 'Points by the replay, in the unit of the game (6 nimmt!: bull heads); of an unfinished game so far.';
comment on column seats."rank" is 'Place from 1, equals share it, winners have 1; NULL: the game has not ended or nobody won it.';
comment on column seats.is_winner is 'Whether this seat won, alone or with others; NULL: the game has not ended.';
comment on column seats.recorded_score is 'Points as written down, a claim; NULL: not written down, or beyond 64 bits.';

create table rounds (
    game_id varchar not null,
    round smallint not null,
    seat tinyint not null,
    player varchar not null,
    points bigint not null,
    running_total bigint not null,
    recorded_points bigint
);
comment on table rounds is 'The points of a player in a round of a loaded game; one row per game, round and seat.';
comment on column rounds.game_id is 'The game (games).';
comment on column rounds.round is 'Round, from 1 (Sixteen: hand).';
comment on column rounds.seat is 'Seat in the order of the log, from 1.';
comment on column rounds.player is 'Player id.';
comment on column rounds.points is 'Points of this round by the replay, in the unit of the game (6 nimmt!: bull heads); 0 when there were none.';
comment on column rounds.running_total is 'Sum of points of this seat up to and with this round.';
comment on column rounds.recorded_points is 'Points of this round as written down, a claim; NULL: not written down, or beyond 64 bits.';

create table logs (
    game_id varchar primary key,
    log blob not null
);
comment on table logs is 'The log of a loaded game, byte for byte; one row per game.';
comment on column logs.game_id is 'The game (games).';
comment on column logs.log is 'The log as it stood in its file, without the line end, compressed with Zstandard.';

create table findings (
    ingest_id integer not null,
    log_sha256 varchar not null,
    game_id varchar,
    source varchar not null,
    line bigint not null,
    position integer not null,
    code varchar not null,
    severity varchar not null,
    clause varchar,
    path varchar,
    round smallint,
    turn smallint,
    player varchar,
    expected json,
    recorded json,
    message varchar not null,
    legal_under json
);
comment on table findings is 'What verify says of a log, loaded or rejected; one row per finding.';
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

create table rejects (
    ingest_id integer not null,
    log_sha256 varchar not null,
    source varchar not null,
    line bigint not null,
    game_id varchar,
    game varchar,
    status varchar not null,
    code varchar,
    reason varchar not null,
    raw varchar not null
);
comment on table rejects is 'A log that was not loaded; one row per log. It leaves when the log is loaded after all.';
comment on column rejects.ingest_id is 'Run that listed it with this reason (ingests).';
comment on column rejects.log_sha256 is 'SHA-256 of the log as it stood in its file, in hexadecimal; of the rest of a damaged file: of file name, line and bytes.';
comment on column rejects.source is 'File that it stood in; - is standard input.';
comment on column rejects.line is 'Line of that file, from 1.';
comment on column rejects.game_id is 'Its game_id as far as it can be read; may be that of a loaded game.';
comment on column rejects.game is 'Its game as far as it can be read.';
comment on column rejects.status is 'Verdict on it: illegal, unreadable, or one that kept it out for another reason.';
comment on column rejects.code is 'Code of the gravest error; NULL: no error, --strict kept it out.';
comment on column rejects.reason is 'Why it was not loaded, as a sentence.';
comment on column rejects.raw is 'The text as it stood; bytes that are not UTF-8, and zero bytes, are escaped as \xNN.';

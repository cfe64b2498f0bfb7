-- Games that were replayed; those of scoresheets are left out.  Grain: one row per game.
create or replace view replayed_games as
select
    game_id,
    game,
    edition,
    options,
    played_at,
    status,
    seats,
    rounds,
    finished,
    source,
    line,
    log_sha256,
    ingest_id,
    first_card
from games
anti join scoresheets using (game_id);
comment on view replayed_games is 'A loaded game that was replayed move by move; one row per game. Reports start from here.';
comment on column replayed_games.game_id is 'Identity of the game, as its log gives it.';
comment on column replayed_games.game is 'Which rules: the key of the game, such as six_nimmt.';
comment on column replayed_games.edition is 'The named row of options that it was replayed under.';
comment on column replayed_games.options is 'Every option that it was replayed under, by name.';
comment on column replayed_games.played_at is 'When it was played, as an instant; NULL: the log does not say.';
comment on column replayed_games.status is 'Verdict of the replay: verified, unclaimed, incomplete or mismatch.';
comment on column replayed_games.seats is 'Players at the table.';
comment on column replayed_games.rounds is 'Rounds that were played, the last one whole or not (Sixteen: hands).';
comment on column replayed_games.finished is 'Whether the game was played to its end; only then are there winners.';
comment on column replayed_games.source is 'File that the log stood in; - is standard input.';
comment on column replayed_games.line is 'Line of that file, from 1.';
comment on column replayed_games.log_sha256 is 'SHA-256 of the log as it stood there, in hexadecimal.';
comment on column replayed_games.ingest_id is 'Run that loaded it (ingests).';
comment on column replayed_games.first_card is 'Number of its first card, of 6 nimmt! (games).';

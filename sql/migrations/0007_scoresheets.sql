-- Games of which scores are known and no move: they are loaded, and kept apart.

create table scoresheets (
    game_id varchar primary key,
    holds varchar not null
);
comment on table scoresheets is 'A loaded game of which scores are known and no move; one row per game. Reports of replayed games leave it out.';
comment on column scoresheets.game_id is 'The game (games).';
comment on column scoresheets.holds is 'rounds: the scores of every round. totals: the final scores alone.';
comment on table games is 'A loaded game; one row per game. Those that were replayed are in replayed_games.';
comment on column games.status is 'Verdict of the replay: verified, unclaimed, incomplete or mismatch; unreplayable: scores add up, and no move is known.';
comment on column games.rounds is 'Rounds that were played, the last one whole or not (Sixteen: hands); 0: only totals are known.';
comment on column seats.final_score is 'Points by the replay, in the unit of the game (6 nimmt!: bull heads); of an unfinished game so far; of a scoresheet as it adds up.';
comment on column round_points.points is 'Points of this round by the replay, in the unit of the game (6 nimmt!: bull heads); 0 when there were none; of a scoresheet as written down.';

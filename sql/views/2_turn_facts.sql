-- Every game's turns in one shape: a line here for each turn_facts_<game>.
-- Grain: one row per game, turn and player.
create or replace view turn_facts as
select game, game_id, round, turn, seat, player, action, points, running_total
from (
    from turn_facts_six_nimmt
    union all from turn_facts_sixteen
    union all
    from turn_facts_zaagox
);
comment on view turn_facts is 'What each player did in each turn, for all games; one row per game, turn and player.';
comment on column turn_facts.game is 'Which rules: the key of the game, such as six_nimmt.';
comment on column turn_facts.game_id is 'The game (games).';
comment on column turn_facts.round is 'Round, from 1 (Sixteen: hand; NULL for Zaägox).';
comment on column turn_facts.turn is 'Turn, from 1 (Sixteen: step).';
comment on column turn_facts.seat is 'Seat in the order of the log, from 1.';
comment on column turn_facts.player is 'Player id.';
comment on column turn_facts.action is 'What the player did, in the words of the game.';
comment on column turn_facts.points is 'Points of this turn, in the unit of the game (6 nimmt!: bull heads).';
comment on column turn_facts.running_total is 'Points of this player in this game up to and with this turn.';

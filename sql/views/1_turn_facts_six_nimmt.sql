-- 6 nimmt! in the columns of turn_facts.  Grain: one row per game, round, turn and seat.
create or replace view turn_facts_six_nimmt as
select
    'six_nimmt' as game,
    game_id,
    round,
    turn,
    seat,
    player,
    action,
    heads_taken::bigint as points,
    running_total
from six_nimmt_turns;
comment on view turn_facts_six_nimmt is 'Turns of 6 nimmt! in the columns of turn_facts; one row per game, round, turn and seat.';
comment on column turn_facts_six_nimmt.game is 'Always six_nimmt.';
comment on column turn_facts_six_nimmt.game_id is 'The game (games).';
comment on column turn_facts_six_nimmt.round is 'Round (deal), from 1.';
comment on column turn_facts_six_nimmt.turn is 'Turn of the round, 1 to 10.';
comment on column turn_facts_six_nimmt.seat is 'Seat in the order of the log, from 1.';
comment on column turn_facts_six_nimmt.player is 'Player id.';
comment on column turn_facts_six_nimmt.action is 'append, sixth_card or low_card, see six_nimmt_turns.';
comment on column turn_facts_six_nimmt.points is 'Bull heads taken in this turn; 0 when no row was taken.';
comment on column turn_facts_six_nimmt.running_total is 'Bull heads of this player in this game up to and with this turn.';

-- Zaägox in the columns of turn_facts: whose turn it is, who calls Da, who pays the winner.
-- Grain: one row per game, turn and seat that did something or scored.
create or replace view turn_facts_zaagox as
with acted as (
    select game_id, turn, seat, player, action, points, running_total
    from zaagox_turns
),
called as (
    select game_id, turn, seat, player, 'da_' || outcome as action, points, running_total
    from zaagox_claims
    where outcome <> 'missed'
),
done as (
    from acted
    union all
    from called
),
-- Only where losers pay the winner (Z22) has anyone points who neither acts nor calls.
paid as (
    select
        seats.game_id,
        zaagox_sets.turn,
        seats.seat,
        seats.player,
        'pays_winner' as action,
        seats.final_score as points,
        seats.final_score as running_total
    from zaagox_sets
    join seats using (game_id)
    where seats.seat <> zaagox_sets.seat and seats.final_score <> 0
        and not exists (
            from done
            where done.game_id = seats.game_id
                and done.turn = zaagox_sets.turn
                and done.seat = seats.seat
        )
)
select 'zaagox' as game, game_id, null::smallint as round, turn, seat, player, action, points, running_total
from (
    from done
    union all
    from paid
);
comment on view turn_facts_zaagox is 'Turns of Zaägox in the columns of turn_facts; one row per game, turn and seat that acted, called Da or paid.';
comment on column turn_facts_zaagox.game is 'Always zaagox.';
comment on column turn_facts_zaagox.game_id is 'The game (games).';
comment on column turn_facts_zaagox.round is 'NULL: a game of Zaägox has no rounds.';
comment on column turn_facts_zaagox.turn is 'Turn of the game, from 1.';
comment on column turn_facts_zaagox.seat is 'Seat in the order of the log, from 1.';
comment on column turn_facts_zaagox.player is 'Player id.';
comment on column turn_facts_zaagox.action is 'discard, pair, age or pass, see zaagox_turns; da_won or da_lost, see zaagox_claims; pays_winner.';
comment on column turn_facts_zaagox.points is 'Points of this player in this turn; 0 before the last turn.';
comment on column turn_facts_zaagox.running_total is 'Points of this player in this game up to and with this turn.';

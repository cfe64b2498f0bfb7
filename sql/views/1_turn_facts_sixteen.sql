-- Sixteen in the columns of turn_facts.  Grain: one row per game, hand, step and participant.
create or replace view turn_facts_sixteen as
with steps as (
    select game_id, hand, unnest(generate_series(1, steps))::tinyint as step, seat, player, steps,
        back + won + bonus_received + bonus_paid as settled
    from sixteen_hands
),
done as (
    select game_id, hand, step, seat, string_agg(action, ' ' order by position) as action,
        sum(stones)::bigint as stones
    from sixteen_actions
    group by game_id, hand, step, seat
),
moved as (
    select steps.game_id, steps.hand, steps.step, steps.seat, steps.player,
        coalesce(done.action, 'out') as action,
        if(steps.step = steps.steps, steps.settled, 0) - coalesce(done.stones, 0) as points
    from steps left join done using (game_id, hand, step, seat)
)
select
    'sixteen' as game,
    game_id,
    hand as round,
    step as turn,
    seat,
    player,
    action,
    points,
    (sum(points) over so_far)::bigint as running_total
from moved
window so_far as (partition by game_id, seat order by hand, step);
comment on view turn_facts_sixteen is 'Steps of Sixteen in the columns of turn_facts; one row per game, hand, step and participant.';
comment on column turn_facts_sixteen.game is 'Always sixteen.';
comment on column turn_facts_sixteen.game_id is 'The game (games).';
comment on column turn_facts_sixteen.round is 'Hand, from 1.';
comment on column turn_facts_sixteen.turn is 'Step of the hand, 1 to 3.';
comment on column turn_facts_sixteen.seat is 'Seat in the order of the log, from 1.';
comment on column turn_facts_sixteen.player is 'Player id.';
comment on column turn_facts_sixteen.action is 'Actions of the step in their order, see sixteen_actions; out: folded before.';
comment on column turn_facts_sixteen.points is 'Stones won in this step less those put in; the settlement belongs to the last step.';
comment on column turn_facts_sixteen.running_total is 'Stones won less those put in by this player in this game up to and with this step.';

-- Sixteen: a stack goes on from hand to hand, by what the hand brought, to the final score.
-- Grain: one row per game, seat and hand where it does not; hand NULL: the final score.
with hands as (
    select
        game_id, seat, hand, stack_before, stack_after, net,
        ante + bets + back + won + bonus_received + bonus_paid as moved,
        lag(stack_after) over (partition by game_id, seat order by hand) as left_before
    from sixteen_hands
),

last_hands as (
    select game_id, seat, arg_max(stack_after, hand) as last_stack
    from sixteen_hands
    group by game_id, seat
)

select game_id, seat, hand, coalesce(left_before, stack_before) + moved as due, stack_after as stored
from hands
where
    net <> moved
    or stack_after <> stack_before + net
    or stack_before <> left_before
union all
select seats.game_id, seats.seat, null as hand, last_hands.last_stack as due, seats.final_score as stored
from seats
join last_hands using (game_id, seat)
where seats.final_score <> last_hands.last_stack
order by game_id, seat, hand;

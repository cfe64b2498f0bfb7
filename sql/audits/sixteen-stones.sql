-- Sixteen: stones are conserved in a session: stacks and middle are what all began with.
-- Grain: one row per game and hand after which stones are too many or too few.
-- A tie leaves its pot in the middle, an unfinished hand what was put in so far.
with put_in as (
    select game_id, hand, -sum(stones) as stones from sixteen_actions group by game_id, hand
),

hands as (
    select
        game_id, hand, any_value(ending) as ending, max(pot) as pot, sum(net) as net,
        sum(ante + bets) as paid
    from sixteen_hands
    group by game_id, hand
),

so_far as (
    select
        hands.game_id, hands.hand, hands.ending, hands.paid, put_in.stones as put_in,
        -sum(hands.net) over (partition by hands.game_id order by hands.hand) as out_of_stacks,
        case hands.ending
            when 'tie' then hands.pot
            when 'unfinished' then out_of_stacks
            else 0
        end as in_the_middle
    from hands
    left join put_in using (game_id, hand)
)

select game_id, hand, ending, out_of_stacks, in_the_middle, paid, put_in
from so_far
where out_of_stacks <> in_the_middle or out_of_stacks < 0 or paid is distinct from put_in
order by game_id, hand;

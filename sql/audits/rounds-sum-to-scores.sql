-- The points of a seat's rounds add up to its score, from round to round and in all.
-- Grain: one row per game, seat and round that does not add up; round NULL: the final score.
-- Of some scoresheets only totals are known, and no round.
-- Sixteen starts with stones: its final scores are held by sixteen-stacks.
with summed as (
    select
        game_id, round, seat, running_total,
        sum(points) over (partition by game_id, seat order by round) as summed
    from rounds
),

totals as (
    select seats.game_id, null as round, seats.seat, seats.final_score as recorded,
        coalesce(sum(rounds.points), 0) as summed
    from seats
    join games using (game_id)
    left join rounds using (game_id, seat)
    left join scoresheets using (game_id)
    where games.game <> 'sixteen' and scoresheets.holds is distinct from 'totals'
    group by seats.game_id, seats.seat, seats.final_score
)

select game_id, seat, round, running_total as stored, summed
from summed
where running_total <> summed
union all
select game_id, seat, round, recorded as stored, summed
from totals
where recorded <> summed
order by game_id, seat, round;

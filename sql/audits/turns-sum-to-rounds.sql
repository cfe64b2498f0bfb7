-- The points of a seat's turns add up to those of its round.
-- Grain: one row per game, round and seat whose turns and round differ.
-- Scoresheets have no turns.
with of_rounds as (
    select game_id, round, seat, points from rounds semi join replayed_games using (game_id)
),

of_turns as (
    select game_id, coalesce(round, 1) as round, seat, sum(points) as turn_points
    from turn_facts
    group by game_id, coalesce(round, 1), seat
)

select
    coalesce(of_rounds.game_id, of_turns.game_id) as game_id,
    coalesce(of_rounds.round, of_turns.round) as round,
    coalesce(of_rounds.seat, of_turns.seat) as seat,
    of_rounds.points as round_points,
    of_turns.turn_points
from of_rounds
full join of_turns using (game_id, round, seat)
where coalesce(of_rounds.points, 0) <> coalesce(of_turns.turn_points, 0)
order by game_id, round, seat;

-- The points of a seat's turns add up to those of its round.
-- Grain: one row per game, round and seat whose turns and round differ.
with of_turns as (
    select game_id, coalesce(round, 1) as round, seat, sum(points) as turn_points
    from turn_facts
    group by game_id, coalesce(round, 1), seat
)

select
    coalesce(rounds.game_id, of_turns.game_id) as game_id,
    coalesce(rounds.round, of_turns.round) as round,
    coalesce(rounds.seat, of_turns.seat) as seat,
    rounds.points as round_points,
    of_turns.turn_points
from rounds
full join of_turns using (game_id, round, seat)
where coalesce(rounds.points, 0) <> coalesce(of_turns.turn_points, 0)
order by game_id, round, seat;

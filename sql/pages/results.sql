-- What came out for every player of every game, oldest first; undated games come before the others.
-- Grain: one row per game and seat.
select
    games.game,
    seats.player,
    seats.game_id,
    games.played_at,
    games.finished,
    seats.final_score,
    seats."rank",
    coalesce(seats.is_winner, false) as is_winner,
    count(*) over (partition by seats.game_id) as seats,
    count(*) filter (where seats.is_winner) over (partition by seats.game_id) as winners
from seats
join replayed_games as games using (game_id)
order by games.played_at nulls first, seats.game_id, seats.seat;

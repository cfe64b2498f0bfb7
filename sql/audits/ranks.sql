-- Who won has rank 1, nobody else has; an unfinished game has neither.
-- Grain: one row per game and seat whose rank and win do not go together.
select seats.game_id, seats.seat, games.finished, seats.rank, seats.is_winner
from seats
join games using (game_id)
where
    (games.finished and seats.is_winner is null)
    or (not games.finished and (seats.is_winner is not null or seats.rank is not null))
    or (seats.is_winner and seats.rank is distinct from 1)
    or (not seats.is_winner and seats.rank = 1)
order by seats.game_id, seats.seat;

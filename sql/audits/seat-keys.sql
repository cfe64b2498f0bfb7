-- Every seat has a number of its own.
-- Grain: one row per seat without a number or with that of another.
select game_id, seat, player, seat_key
from seats
qualify seat_key is null or count(*) over (partition by seat_key) > 1
order by seat_key, game_id, seat;

-- Who sat at a game, and what came out for each.
-- Grain: one row per seat.
-- $game_id: of this game.
select seat, player, final_score, "rank", is_winner, recorded_score
from seats
where game_id = $game_id
order by seat;

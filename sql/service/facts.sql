-- What each player did in each turn of a game, and what it brought; a page of it.
-- Grain: one row per turn and player.
-- $game_id: of this game. $skip: without so many at the beginning. $most: so many at most.
select
    game,
    game_id,
    round,
    turn,
    seat,
    player,
    action,
    points,
    running_total
from turn_facts
where game_id = $game_id
order by round nulls first, turn, seat, action, points
limit $most
offset $skip;

-- Games in the order of their ids, a page of them.
-- Grain: one row per game.
-- $game: only this game kind. $player: only games of this player. $after: only ids after this.
-- $most: so many at most.
select
    games.game_id,
    games.game,
    games.edition,
    games.played_at,
    games.status,
    games.finished,
    games.seats
from games
where
    ($game is null or games.game = $game)
    and ($after is null or games.game_id > $after)
    and (
        $player is null
        or games.game_id in (select seats.game_id from seats where seats.player = $player)
    )
order by games.game_id
limit $most;

-- Rounds: the points of every player, as they add up and as they were written down.
-- Grain: one row per game, round and seat.
-- $game: only this game kind.  $player: only this player.
select
    games.game,
    rounds.game_id,
    rounds.round,
    rounds.seat,
    rounds.player,
    rounds.points,
    rounds.running_total,
    rounds.recorded_points,
    rounds.recorded_points - rounds.points as recorded_too_much
from rounds
join replayed_games as games using (game_id)
where
    ($game::varchar is null or games.game = $game)
    and ($player::varchar is null or rounds.player = $player)
order by games.game, rounds.game_id, rounds.round, rounds.seat;

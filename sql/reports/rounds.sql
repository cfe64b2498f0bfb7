-- Rounds: the points of every player, as they add up and as they were written down.
-- Grain: one row per game, round and seat.
-- $game: only this game kind.  $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
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
join games_asked($game, $edition, $from, $to) as games using (game_id)
where $player::varchar is null or rounds.player = $player
order by games.game, rounds.game_id, rounds.round, rounds.seat;

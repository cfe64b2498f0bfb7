-- Rating changes: what every game changed in the rating of those who sat in it.
-- Grain: one row per rated game and seat, in game order.
-- $player: only this player.  $game: only this game kind.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- In game order: by date, then by run, file and line; games without a date come
-- last.
select
    changes.position,
    changes.game,
    changes.game_id,
    asked.played_at,
    changes.seat,
    changes.player,
    changes."rank",
    round(changes.mu_before, 3) as mu_before,
    round(changes.sigma_before, 3) as sigma_before,
    round(changes.mu, 3) as mu,
    round(changes.sigma, 3) as sigma,
    round(changes.mu - changes.mu_before, 3) as mu_change
from rating_changes as changes
join games_asked($game, $edition, $from, $to) as asked using (game_id)
where $player::varchar is null or changes.player = $player
order by changes.position, changes.seat;

-- Players in the order of their names, a page of them.
-- Grain: one row per player.
-- $game: only games of this kind. $after: only names after this. $most: so many at most.
select
    seats.player,
    count(*) as games,
    count(*) filter (where games.finished) as finished_games,
    count(*) filter (where games.finished and seats.is_winner) as wins,
    min(games.played_at) as first_played_at,
    max(games.played_at) as last_played_at
from seats
join replayed_games as games using (game_id)
where
    ($game is null or games.game = $game)
    and ($after is null or seats.player > $after)
group by seats.player
order by seats.player
limit $most;

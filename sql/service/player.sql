-- What came out for a player in each kind of game.
-- Grain: one row per game kind, none for a player of no game.
-- $player: who.
select
    games.game,
    count(*) as games,
    count(*) filter (where games.finished) as finished_games,
    count(*) filter (where games.finished and seats.is_winner) as wins,
    avg(seats.final_score) filter (where games.finished) as mean_score,
    min(seats.final_score) filter (where games.finished) as lowest_score,
    max(seats.final_score) filter (where games.finished) as highest_score,
    min(games.played_at) as first_played_at,
    max(games.played_at) as last_played_at
from seats
join replayed_games as games using (game_id)
where seats.player = $player
group by games.game
order by games.game;

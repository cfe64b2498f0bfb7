-- Who met whom, and who came out ahead.
-- Grain: one row per game kind, player and opponent; games that were played to their end.
select
    games.game,
    mine.player,
    theirs.player as opponent,
    count(*) as games,
    count(*) filter (where mine."rank" < theirs."rank") as ahead,
    count(*) filter (where mine."rank" = theirs."rank") as level,
    count(*) filter (where mine."rank" > theirs."rank") as behind
from replayed_games as games
join seats as mine using (game_id)
join seats as theirs on mine.game_id = theirs.game_id and mine.seat <> theirs.seat
where games.finished
group by games.game, mine.player, theirs.player
order by games.game, mine.player, games desc, opponent;

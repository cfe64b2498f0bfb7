-- Head to head: who finished before whom in games that they played together to the end.
-- Grain: one row per game kind, player and rival.
-- $game: only this game kind.  $player: only this player and the rivals.
with finished as (
    select games.game, seats.game_id, seats.seat, seats.player, seats."rank", seats.final_score
    from seats
    join replayed_games as games using (game_id)
    where seats."rank" is not null and ($game::varchar is null or games.game = $game)
),

pairs as (
    select
        one.game,
        one.player,
        other.player as rival,
        one."rank" as player_rank,
        other."rank" as rival_rank,
        one.final_score - other.final_score as score_difference
    from finished as one
    join finished as other on one.game_id = other.game_id and one.seat <> other.seat
    where $player::varchar is null or one.player = $player
)

select
    game,
    player,
    rival,
    count(*) as games,
    count(*) filter (where player_rank < rival_rank) as ahead,
    count(*) filter (where player_rank = rival_rank) as level,
    count(*) filter (where player_rank > rival_rank) as behind,
    round(count(*) filter (where player_rank < rival_rank) / count(*), 3) as ahead_rate,
    round(avg(score_difference), 3) as mean_score_difference
from pairs
group by game, player, rival
order by game, player, rival;

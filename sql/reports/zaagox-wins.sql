-- Wins of Zaägox: how often each player won, with what sets, and after how many turns.
-- Grain: one row per player; unfinished games count in games alone.
-- $player: only this player.
with played as (
    select
        seats.player,
        games.finished,
        seats.is_winner,
        zaagox_sets.set_points,
        zaagox_sets.turn
    from seats
    join replayed_games as games using (game_id)
    left join zaagox_sets
        on zaagox_sets.game_id = seats.game_id and zaagox_sets.seat = seats.seat
    where games.game = 'zaagox' and ($player::varchar is null or seats.player = $player)
)

select
    player,
    count(*) as games,
    count(*) filter (where finished) as finished_games,
    count(*) filter (where is_winner) as wins,
    round(
        count(*) filter (where is_winner) / nullif(count(*) filter (where finished), 0), 3
    ) as win_rate,
    round(avg(set_points), 3) as mean_set_points,
    min(set_points) as lowest_set_points,
    max(set_points) as highest_set_points,
    round(avg(turn), 3) as mean_turns_to_win
from played
group by player
order by win_rate desc nulls last, wins desc, player;

-- What came out for every player of every game, oldest first; undated games come before the others.
-- Grain: one row per game and seat.
-- $player: only this player.  $game: only this game kind.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
with asked as (
    select
        game,
        player,
        game_id,
        played_at,
        finished,
        final_score,
        "rank",
        coalesce(is_winner, false) as is_winner,
        players as seats,
        count(*) filter (where is_winner) over (partition by game_id) as winners,
        seat
    from seats_asked($game, $edition, $from, $to, null)
)

select
    game,
    player,
    game_id,
    played_at,
    finished,
    final_score,
    "rank",
    is_winner,
    seats,
    winners
from asked
where $player::varchar is null or player = $player
order by played_at nulls first, game_id, seat;

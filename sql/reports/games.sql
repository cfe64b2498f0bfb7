-- Games: when, where from, who won, and how far the scores lie apart.
-- Grain: one row per game.
-- $game: only this game kind.  $player: only games of this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
with of_seats as (
    select
        game_id,
        list(player order by seat) as players,
        coalesce(list(player order by seat) filter (where is_winner), []) as winners,
        min(final_score) as lowest_score,
        max(final_score) as highest_score,
        count(*) filter (where recorded_score <> final_score) as wrong_scores,
        count(recorded_score) as recorded_scores
    from seats
    group by game_id
)

select
    games.game_id,
    games.game,
    games.edition,
    games.played_at,
    games.status,
    games.rounds,
    of_seats.players,
    of_seats.winners,
    of_seats.lowest_score,
    of_seats.highest_score,
    of_seats.wrong_scores,
    of_seats.recorded_scores,
    games.source,
    games.line
from games_asked($game, $edition, $from, $to) as games
join of_seats using (game_id)
where $player::varchar is null or list_contains(of_seats.players, $player)
order by games.played_at nulls last, games.game_id;

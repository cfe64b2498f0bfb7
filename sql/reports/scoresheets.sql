-- Scoresheets: games of which only scores are known, what they say and whether it adds up.
-- Grain: one row per game.
-- $game: only this game kind.  $player: only games of this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
with of_seats as (
    select
        game_id,
        list(player order by seat) as players,
        list(final_score order by seat) as scores,
        coalesce(list(player order by seat) filter (where is_winner), []) as winners
    from seats
    semi join scoresheets using (game_id)
    group by game_id
),

errors as (
    select log_sha256, count(*) as errors from findings where severity = 'error' group by log_sha256
)

select
    games.game_id,
    games.game,
    games.edition,
    games.played_at,
    games.status,
    scoresheets.holds,
    games.rounds,
    of_seats.players,
    of_seats.scores,
    of_seats.winners,
    coalesce(errors.errors, 0) as errors,
    games.source,
    games.line
from games
join scoresheets using (game_id)
join of_seats using (game_id)
left join errors using (log_sha256)
where
    ($game::varchar is null or games.game = $game)
    and ($player::varchar is null or list_contains(of_seats.players, $player))
    and ($edition::varchar is null or games.edition = $edition)
    and ($from::date is null or games.played_at >= $from::date)
    and ($to::date is null or games.played_at < $to::date + 1)
order by games.played_at nulls last, games.game_id;

-- Streaks: the longest runs of games won and not won, and the one that goes on.
-- Grain: one row per game kind and player who played a game to its end.
-- $player: only this player.  $game: only this game kind.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- A shared win is a win. In game order: by date, then by run, file and line; games without a date come
-- last.
with played as (
    select
        game,
        player,
        is_winner,
        row_number() over of_player as number,
        row_number() over (
            partition by game, player, is_winner
            order by played_at nulls last, ingest_id, source, line
        ) as number_of_kind
    from seats_asked($game, $edition, $from, $to, $player)
    where finished
    window of_player as (
        partition by game, player
        order by played_at nulls last, ingest_id, source, line
    )
),

    -- Within a run both numbers grow by one, so that their difference stays.
runs as (
    select
        game,
        player,
        is_winner,
        count(*) as games,
        max(number) as last_number
    from played
    group by game, player, is_winner, number - number_of_kind
)

select
    game,
    player,
    sum(games)::bigint as games,
    coalesce(sum(games) filter (where is_winner), 0)::bigint as wins,
    coalesce(max(games) filter (where is_winner), 0) as longest_won,
    coalesce(max(games) filter (where not is_winner), 0) as longest_not_won,
    arg_max(is_winner, last_number) as now_winning,
    arg_max(games, last_number) as now_games
from runs
group by game, player
having $min_games::integer is null or sum(games) >= $min_games
order by game, longest_won desc, player;

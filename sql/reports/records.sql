-- Records: the lowest and highest game and round, the dearest take, the largest pot, the best set.
-- Grain: one row per game kind and record: who reached it first, and how often it was reached.
-- $player: only this player.  $game: only this game kind.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- Games and rounds that were played to their end, takes of any. In game order: by date, then
-- by run, file and line; games without a date come last.
with asked as (
    select game, game_id, seat, seat_key, player, played_at, ingest_id, source, line,
        finished, final_score
    from seats_asked($game, $edition, $from, $to, $player)
),

measured as (
    select points.game, points.what, points.seat_key, points.round, points.value
    from record_values as points
    semi join asked using (seat_key)
),

ends as (
    select game, what, min(value) as lowest, max(value) as highest
    from measured
    group by game, what
),

dearest as (
    select max(plays.heads_taken) as heads
    from six_nimmt_plays as plays
    semi join asked using (seat_key)
    where plays.heads_taken > 0
),

reached as (
    select 'lowest_' || measured.what as record, measured.seat_key, measured.round, measured.value
    from measured
    join ends using (game, what)
    where measured.value = ends.lowest and measured.what <> 'pot'
    union all
    select 'highest_' || measured.what as record, measured.seat_key, measured.round, measured.value
    from measured
    join ends using (game, what)
    where measured.value = ends.highest
    union all
    select 'dearest_take' as record, plays.seat_key, plays.round, plays.heads_taken as value
    from six_nimmt_plays as plays
    semi join asked using (seat_key)
    join dearest on dearest.heads = plays.heads_taken
    where plays.heads_taken > 0
),

placed as (
    select
        asked.game,
        reached.record,
        reached.value,
        count(*) as times,
        arg_min(
            {player: asked.player, game_id: asked.game_id, round: reached.round, played_at: asked.played_at},
            (
                coalesce(asked.played_at, 'infinity'), asked.ingest_id, asked.source, asked.line,
                reached.round, asked.seat
            )
        ) as first_in
    from reached
    join asked using (seat_key)
    group by asked.game, reached.record, reached.value
)

select
    game,
    record,
    value,
    times,
    first_in.player as player,
    first_in.game_id as game_id,
    first_in.round as round,
    first_in.played_at as played_at
from placed
order by game, record;

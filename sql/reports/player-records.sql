-- Records of each player: the lowest and highest game and round, the dearest take, the largest pot.
-- Grain: one row per game kind, player and record: where it was reached first, and how often.
-- $player: only this player.  $game: only this game kind.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- Games and rounds that were played to their end, takes of any. In game order: by date, then
-- by run, file and line; games without a date come last.
with asked as (
    select game, game_id, seat_key, player, played_at, ingest_id, source, line, finished
    from seats_asked($game, $edition, $from, $to, $player)
),

played as (
    select game, player
    from asked
    group by game, player
    having $min_games::integer is null or count(*) filter (where finished) >= $min_games
),

dearest as (
    select seat_key, max(heads_taken) as heads
    from six_nimmt_plays
    where action_code <> 0
    group by seat_key
),

measured as (
    select what, seat_key, round, value
    from record_values
    union all
    select 'take' as what, plays.seat_key, plays.round, plays.heads_taken as value
    from six_nimmt_plays as plays
    join dearest on dearest.seat_key = plays.seat_key and dearest.heads = plays.heads_taken
    where plays.action_code <> 0
),

placed as (
    select asked.*, measured.what, measured.round, measured.value
    from measured
    join asked using (seat_key)
    semi join played using (game, player)
),

ends as (
    select game, player, what, min(value) as lowest, max(value) as highest
    from placed
    group by game, player, what
),

reached as (
    select placed.*, 'lowest_' || placed.what as record
    from placed
    join ends using (game, player, what)
    where placed.value = ends.lowest and placed.what not in ('pot', 'take')
    union all
    select placed.*, if(placed.what = 'take', 'dearest_take', 'highest_' || placed.what) as record
    from placed
    join ends using (game, player, what)
    where placed.value = ends.highest
)

select
    game,
    player,
    record,
    value,
    count(*) as times,
    arg_min(
        game_id, (coalesce(played_at, 'infinity'), ingest_id, source, line, round)
    ) as game_id,
    arg_min(round, (coalesce(played_at, 'infinity'), ingest_id, source, line, round)) as round,
    arg_min(played_at, (coalesce(played_at, 'infinity'), ingest_id, source, line, round))
        as played_at
from reached
group by game, player, record, value
order by game, player, record;

-- Records of each player: the lowest and highest game and round, the dearest take, the largest pot.
-- Grain: one row per game kind, player and record: where it was reached first, and how often.
-- $player: only this player.  $game: only this game kind.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- Games and rounds that were played to their end, takes of any. In game order: by date, then
-- by run, file and line; games without a date come last.
with everybody as (
    select seat_key, game, game_id, player, played_at, finished, place, first_card, players
    from places_asked($game, $edition, $from, $to, $player)
),

asked as (
    select seat_key, game, game_id, player, played_at, place, first_card, players
    from everybody
    semi join (
        select game, player
        from everybody
        group by game, player
        having $min_games::integer is null or count(*) filter (where finished) >= $min_games
    ) as played using (game, player)
),

counted as (
    select
        asked.game,
        asked.player,
        points.what,
        points.value,
        count(*) as times,
        min(asked.place + coalesce(points.round, 0)::integer * 256) as first_in
    from record_values as points
    join asked using (seat_key)
    group by asked.game, asked.player, points.what, points.value
    union all
    select
        'six_nimmt' as game,
        asked.player,
        'take' as what,
        takes.heads as value,
        count(*) as times,
        min(asked.place + (takes.card_key - asked.first_card) * 256) as first_in
    from six_nimmt_takes as takes
    join asked using (seat_key)
    group by asked.player, takes.heads
),

ends as (
    select game, player, what, 'lowest_' || what as record, min(value) as value
    from counted
    where what not in ('pot', 'take')
    group by game, player, what
    union all
    select
        game,
        player,
        what,
        if(what = 'take', 'dearest_take', 'highest_' || what) as record,
        max(value) as value
    from counted
    group by game, player, what
)

select
    ends.game,
    ends.player,
    ends.record,
    ends.value,
    counted.times,
    asked.game_id,
    if(
        ends.what = 'take',
        round_of_card(added_to(counted.first_in), 0, asked.players),
        nullif(added_to(counted.first_in), 0)::smallint
    ) as round,
    asked.played_at
from ends
join counted using (game, player, what, value)
join asked on asked.place = place_of(counted.first_in)
order by ends.game, ends.player, ends.record;

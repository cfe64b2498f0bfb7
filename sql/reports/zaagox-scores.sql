-- Scores of Zaägox: what the sets that won are worth, beside all sets that can be stored.
-- Grain: one row per score of a set that won or could have.
-- $player: only sets of this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- All sets: the 58,896 of four cards with at most three of one number or of the blanks, worked
-- out by the default options; sets that were won are as their own game counts. Interval of the
-- share by Wilson, 95 %. Few: below 30 sets that were won.
with every_set as (
    from (
        values
            (-2, 47), (-1, 128), (0, 695), (1, 34), (2, 1479), (3, 540), (4, 3009),
            (5, 3639), (6, 542), (8, 16434), (9, 20), (12, 20718), (16, 5324), (18, 3660),
            (24, 792), (27, 257), (36, 1203), (64, 328), (81, 39), (144, 8)
    ) as known (set_points, sets)
),

won as (
    select set_points, count(*) as sets
    from zaagox_sets
    semi join games_asked('zaagox', $edition, $from, $to) using (game_id)
    where $player::varchar is null or player = $player
    group by set_points
),

summed as (
    select sum(sets)::bigint as sets from won
)

select
    coalesce(won.set_points, every_set.set_points) as set_points,
    coalesce(won.sets, 0) as won_sets,
    summed.sets as sets_that_won,
    round(coalesce(won.sets, 0) / summed.sets, 4) as won_share,
    rate_low(coalesce(won.sets, 0), summed.sets) as won_share_low,
    rate_high(coalesce(won.sets, 0), summed.sets) as won_share_high,
    coalesce(every_set.sets, 0) as all_sets,
    round(coalesce(every_set.sets, 0) / 58896, 4) as all_sets_share,
    few(summed.sets) as few
from won
full join every_set on every_set.set_points = won.set_points
cross join summed
where summed.sets > 0
order by set_points;

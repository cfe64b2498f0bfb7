-- Takes of 6 nimmt!: how often a turn cost a row, by a sixth card and by a low one, and how much.
-- Grain: one row per player and kind of take; any: both kinds.
-- $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- Intervals: of the share of turns by Wilson, of heads by Student's t. Few: below 30 takes, and
-- few_turns: below 30 turns.
with asked as (
    select seat_key, player, finished
    from seats_asked('six_nimmt', $edition, $from, $to, $player)
),

played as (
    select player
    from asked
    group by player
    having $min_games::integer is null or count(*) filter (where finished) >= $min_games
),

counted as (
    select asked.player, plays.action_code, plays.heads_taken, count(*) as plays
    from six_nimmt_plays as plays
    join asked using (seat_key)
    group by asked.player, plays.action_code, plays.heads_taken
),

turns as (
    select player, sum(plays)::bigint as turns from counted group by player
),

kinds as (
    from (values ('any', 0), ('sixth_card', 1), ('low_card', 2)) as known (take, code)
),

summed as (
    select
        turns.player,
        kinds.code,
        kinds.take,
        turns.turns,
        coalesce(sum(counted.plays), 0)::bigint as takes,
        coalesce(sum(counted.plays * counted.heads_taken), 0)::bigint as heads,
        sum(counted.plays * counted.heads_taken::bigint ** 2) as squared
    from turns
    semi join played using (player)
    cross join kinds
    left join counted
        on
            counted.player = turns.player
            and counted.action_code <> 0
            and kinds.code in (0, counted.action_code)
    group by turns.player, kinds.code, kinds.take, turns.turns
)

select
    player,
    take,
    turns,
    takes,
    rate(takes, turns) as take_rate,
    rate_low(takes, turns) as take_rate_low,
    rate_high(takes, turns) as take_rate_high,
    heads,
    rate(heads, takes) as heads_a_take,
    mean_low(heads / takes, spread(takes, heads, squared), takes) as heads_a_take_low,
    mean_high(heads / takes, spread(takes, heads, squared), takes) as heads_a_take_high,
    few(turns) as few_turns,
    few(takes) as few
from summed
order by player, code;

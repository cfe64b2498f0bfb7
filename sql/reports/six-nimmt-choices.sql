-- Choices of 6 nimmt!: low cards that could take any row, and what not taking the cheapest cost.
-- Grain: one row per player who laid a low card where the rules let it choose.
-- $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- Intervals: of the rate by Wilson, of heads by Student's t. Few: below 30 choices. Where several
-- rows are the cheapest each of them will do.
with asked as (
    select seats.seat_key, seats.player, seats.finished
    from seats_asked('six_nimmt', $edition, $from, $to, $player) as seats
    join games using (game_id)
    where games.options ->> 'low_card_row' = 'free_choice'
),

played as (
    select player
    from asked
    group by player
    having $min_games::integer is null or count(*) filter (where finished) >= $min_games
),

counted as (
    select asked.player, plays.heads_taken - plays.cheapest_row_heads as dearer, count(*) as choices
    from six_nimmt_plays as plays
    join asked using (seat_key)
    where plays.action_code = 2
    group by asked.player, dearer
),

summed as (
    select
        player,
        sum(choices)::bigint as choices,
        coalesce(sum(choices) filter (where dearer > 0), 0)::bigint as dearer_rows,
        sum(choices * dearer)::bigint as extra_heads,
        sum(choices * dearer::bigint ** 2) as squared
    from counted
    semi join played using (player)
    group by player
)

select
    player,
    choices,
    dearer_rows,
    rate(dearer_rows, choices) as dearer_rate,
    rate_low(dearer_rows, choices) as dearer_rate_low,
    rate_high(dearer_rows, choices) as dearer_rate_high,
    extra_heads,
    rate(extra_heads, choices) as extra_heads_a_choice,
    mean_low(extra_heads / choices, spread(choices, extra_heads, squared), choices)
        as extra_heads_a_choice_low,
    mean_high(extra_heads / choices, spread(choices, extra_heads, squared), choices)
        as extra_heads_a_choice_high,
    rate(extra_heads, dearer_rows) as extra_heads_a_dearer_row,
    mean_low(
        extra_heads / dearer_rows, spread(dearer_rows, extra_heads, squared), dearer_rows
    ) as extra_heads_a_dearer_row_low,
    mean_high(
        extra_heads / dearer_rows, spread(dearer_rows, extra_heads, squared), dearer_rows
    ) as extra_heads_a_dearer_row_high,
    few(choices) as few
from summed
order by player;

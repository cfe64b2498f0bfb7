-- Turns of 6 nimmt!: how often each turn of a round cost a row, and how much.
-- Grain: one row per turn of a round, 1 to 10.
-- $player: only cards of this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- Intervals: of the share by Wilson, of heads by Student's t. Few: below 30 cards.
with counted as (
    select turn, action_code, heads_taken, count(*) as plays
    from six_nimmt_plays
    where
        ($player::varchar is null and $edition::varchar is null and $from::date is null and $to::date is null)
        or seat_key in (
            select seat_key from seats_asked('six_nimmt', $edition, $from, $to, $player)
        )
    group by turn, action_code, heads_taken
),

summed as (
    select
        turn,
        sum(plays)::bigint as placed,
        coalesce(sum(plays) filter (where action_code = 1), 0)::bigint as sixth_card_takes,
        coalesce(sum(plays) filter (where action_code = 2), 0)::bigint as low_card_takes,
        coalesce(sum(plays) filter (where action_code <> 0), 0)::bigint as takes,
        sum(plays * heads_taken)::bigint as heads,
        sum(plays * heads_taken::bigint ** 2) as squared
    from counted
    group by turn
)

select
    turn,
    placed,
    sixth_card_takes,
    low_card_takes,
    takes,
    rate(takes, placed) as take_rate,
    rate_low(takes, placed) as take_rate_low,
    rate_high(takes, placed) as take_rate_high,
    heads,
    rate(heads, placed) as heads_a_card,
    mean_low(heads / placed, spread(placed, heads, squared), placed) as heads_a_card_low,
    mean_high(heads / placed, spread(placed, heads, squared), placed) as heads_a_card_high,
    few(placed) as few
from summed
order by turn;

-- Sixteen: how often a further card is taken on each sum, and how often it busts.
-- Grain: one row per sum in hand when a card was offered, in steps 2 and 3.
-- $player: only offers to this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- Intervals: of shares by Wilson, of the sum by Student's t. Few: below 30 offers.
with offers as (
    select
        sum_before,
        -- A sum above 16 is bust already; what was taken but not seen is taken, and busts unknown.
        action = 'take' as takes,
        sum_after
    from sixteen_actions
    semi join games_asked('sixteen', $edition, $from, $to) using (game_id)
    where
        action in ('take', 'stay')
        and step > 1
        and sum_before is not null
        and ($player::varchar is null or player = $player)
),

summed as (
    select
        sum_before as hand_sum,
        count(*) as offers,
        count(*) filter (where takes) as takes,
        count(*) filter (where takes and sum_after is not null) as seen_takes,
        count(*) filter (where takes and sum_after > 16) as busts,
        avg(sum_after) filter (where takes) as mean_sum,
        stddev_samp(sum_after) filter (where takes) as sum_sd
    from offers
    group by sum_before
)

select
    hand_sum,
    offers,
    takes,
    rate(takes, offers) as take_rate,
    rate_low(takes, offers) as take_rate_low,
    rate_high(takes, offers) as take_rate_high,
    seen_takes,
    busts,
    rate(busts, seen_takes) as bust_rate,
    rate_low(busts, seen_takes) as bust_rate_low,
    rate_high(busts, seen_takes) as bust_rate_high,
    round(mean_sum, 3) as mean_sum_after,
    mean_low(mean_sum, sum_sd, seen_takes) as mean_sum_after_low,
    mean_high(mean_sum, sum_sd, seen_takes) as mean_sum_after_high,
    few(offers) as few
from summed
order by hand_sum;

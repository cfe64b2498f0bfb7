-- Cards of 6 nimmt!: how often each was played, what that cost, how often it was taken.
-- Grain: one row per card that was played.
-- $player: only cards that this player played.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- A card is taken later when the row in which it lies is; rows' first cards are not counted.
-- Intervals: of shares by Wilson, of heads by Student's t. Few: below 30 plays.
with counted as (
    select
        plays.card,
        plays.action_code,
        plays.heads_taken,
        count(*) as plays,
        count(*) filter (where plays.taken_later) as taken_later
    from six_nimmt_plays as plays
    semi join seats_asked('six_nimmt', $edition, $from, $to, $player) using (seat_key)
    group by plays.card, plays.action_code, plays.heads_taken
),

summed as (
    select
        card,
        sum(plays)::bigint as played,
        coalesce(sum(plays) filter (where action_code = 0), 0)::bigint as appends,
        coalesce(sum(plays) filter (where action_code = 1), 0)::bigint as sixth_card_takes,
        coalesce(sum(plays) filter (where action_code = 2), 0)::bigint as low_card_takes,
        coalesce(sum(plays) filter (where action_code <> 0), 0)::bigint as takes,
        sum(plays * heads_taken)::bigint as heads,
        sum(plays * heads_taken::bigint ** 2) as squared,
        sum(taken_later)::bigint as taken_later
    from counted
    group by card
)

select
    card,
    case
        when card = 55 then 7
        when card % 11 = 0 then 5
        when card % 10 = 0 then 3
        when card % 5 = 0 then 2
        else 1
    end::tinyint as card_heads,
    played,
    appends,
    sixth_card_takes,
    low_card_takes,
    rate(takes, played) as take_rate,
    rate_low(takes, played) as take_rate_low,
    rate_high(takes, played) as take_rate_high,
    heads as heads_taken,
    rate(heads, played) as heads_a_play,
    mean_low(heads / played, spread(played, heads, squared), played) as heads_a_play_low,
    mean_high(heads / played, spread(played, heads, squared), played) as heads_a_play_high,
    taken_later,
    rate(taken_later, played) as taken_later_rate,
    rate_low(taken_later, played) as taken_later_rate_low,
    rate_high(taken_later, played) as taken_later_rate_high,
    few(played) as few
from summed
order by card;

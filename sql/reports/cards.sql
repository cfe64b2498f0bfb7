-- Cards of 6 nimmt!: how often each was played, what that cost, how often it was taken.
-- Grain: one row per card that was played.
-- $player: only cards that this player played.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- A card is taken later when the row in which it lies is; rows' first cards are not counted.
-- Intervals: of shares by Wilson, of heads by Student's t. Few: below 30 plays.
with asked as (
    select
        seat_key,
        $player::varchar is null or player = $player as is_asked,
        min(seat_key) over (partition by game_id) as game_key
    from seats_asked('six_nimmt', $edition, $from, $to, null)
),

    -- A row that is taken is taken whole: what was laid before its last take is taken later.
    -- The last takes of the four rows share a number, for the many cards that ask for them.
last_takes as (
    select
        (asked.game_key::bigint << 14) | plays.round as lies_in,
        max(if(plays."row" = 1, plays.moment, 0))::bigint
        | (max(if(plays."row" = 2, plays.moment, 0))::bigint << 8)
        | (max(if(plays."row" = 3, plays.moment, 0))::bigint << 16)
        | (max(if(plays."row" = 4, plays.moment, 0))::bigint << 24) as moments
    from six_nimmt_plays as plays
    join asked using (seat_key)
    where plays.heads_taken > 0
    group by lies_in
),

counted as (
    select
        plays.card,
        plays.action_code,
        plays.heads_taken,
        count(*) as plays,
        count(*) filter (
            where (last_takes.moments >> (plays."row" - 1) * 8 & 255) > plays.moment
        ) as taken_later
    from six_nimmt_plays as plays
    join asked using (seat_key)
    left join last_takes on last_takes.lies_in = ((asked.game_key::bigint << 14) | plays.round)
    where asked.is_asked
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

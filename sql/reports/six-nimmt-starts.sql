-- Starts of 6 nimmt!: cards that took a row and began it anew, and how many lay there to the end.
-- Grain: one row per card that ever began a row; cards that were dealt there are not counted.
-- $player: only cards that this player played.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- Survived: nobody took the row in what was played of that round. Interval by Wilson. Few: below 30.
with asked as (
    select
        seat_key,
        $player::varchar is null or player = $player as is_asked,
        min(seat_key) over (partition by game_id) as game_key
    from seats_asked('six_nimmt', $edition, $from, $to, null)
),

    -- What begins a row last is the card that survives; the greatest number is the last moment.
begun as (
    select
        max((plays.moment::bigint << 39) | (plays.seat_key::bigint << 7) | plays.card) as latest
    from six_nimmt_plays as plays
    join asked using (seat_key)
    where plays.heads_taken > 0
    group by asked.game_key, plays.round, plays."row"
),

survived as (
    select (latest & 127)::tinyint as card, count(*) as survived
    from begun
    join asked on asked.seat_key = (latest >> 7 & 4294967295)
    where asked.is_asked
    group by card
),

started as (
    select
        plays.card,
        count(*) as starts,
        count(*) filter (where plays.action_code = 1) as by_sixth_card,
        count(*) filter (where plays.action_code = 2) as by_low_card
    from six_nimmt_plays as plays
    join asked using (seat_key)
    where plays.heads_taken > 0 and asked.is_asked
    group by plays.card
)

select
    started.card,
    started.starts,
    started.by_sixth_card,
    started.by_low_card,
    coalesce(survived.survived, 0) as survived,
    rate(coalesce(survived.survived, 0), started.starts) as survived_rate,
    rate_low(coalesce(survived.survived, 0), started.starts) as survived_rate_low,
    rate_high(coalesce(survived.survived, 0), started.starts) as survived_rate_high,
    few(started.starts) as few
from started
left join survived using (card)
order by started.card;

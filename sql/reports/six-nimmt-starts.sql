-- Starts of 6 nimmt!: cards that took a row and began it anew, and how many lay there to the end.
-- Grain: one row per card that ever began a row; cards that were dealt there are not counted.
-- $player: only cards that this player played.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- Survived: nobody took the row in what was played of that round. Interval by Wilson. Few: below 30.
with started as (
    select
        plays.card,
        count(*) as starts,
        count(*) filter (where plays.action_code = 1) as by_sixth_card,
        count(*) filter (where plays.action_code = 2) as by_low_card,
        count(*) filter (where not plays.taken_later) as survived
    from six_nimmt_plays as plays
    semi join seats_asked('six_nimmt', $edition, $from, $to, $player) using (seat_key)
    where plays.heads_taken > 0
    group by plays.card
)

select
    card,
    starts,
    by_sixth_card,
    by_low_card,
    survived,
    rate(survived, starts) as survived_rate,
    rate_low(survived, starts) as survived_rate_low,
    rate_high(survived, starts) as survived_rate_high,
    few(starts) as few
from started
order by card;

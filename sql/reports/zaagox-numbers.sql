-- Numbers of Zaägox: how often a card of each was stored, and how often it stood in a set that won.
-- Grain: one row per number that was stored; NULL are the blanks.
-- $player: only cards that this player stored.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- Intervals: of shares by Wilson, of means by Student's t. Few: below 30 cards.
with kept as (
    select
        zaagox_stored.number,
        zaagox_stored.turn - zaagox_stored.pair_turn as turns_waited,
        zaagox_sets.set_points
    from zaagox_stored
    left join zaagox_sets
        on
            zaagox_sets.game_id = zaagox_stored.game_id
            and zaagox_sets.seat = zaagox_stored.seat
    semi join games_asked('zaagox', $edition, $from, $to) as asked
        on asked.game_id = zaagox_stored.game_id
    where $player::varchar is null or zaagox_stored.player = $player
),

summed as (
    select
        number,
        count(*) as stored_cards,
        count(set_points) as in_sets_that_won,
        (sum(count(set_points)) over ())::bigint as winning_cards,
        avg(set_points) as points,
        stddev_samp(set_points) as points_sd,
        avg(turns_waited) as waited,
        stddev_samp(turns_waited) as waited_sd
    from kept
    group by number
)

select
    number,
    stored_cards,
    in_sets_that_won,
    rate(in_sets_that_won, stored_cards) as won_rate,
    rate_low(in_sets_that_won, stored_cards) as won_rate_low,
    rate_high(in_sets_that_won, stored_cards) as won_rate_high,
    winning_cards,
    rate(in_sets_that_won, winning_cards) as share_of_winning_cards,
    rate_low(in_sets_that_won, winning_cards) as share_of_winning_cards_low,
    rate_high(in_sets_that_won, winning_cards) as share_of_winning_cards_high,
    round(points, 3) as mean_points_of_those_sets,
    mean_low(points, points_sd, in_sets_that_won) as mean_points_of_those_sets_low,
    mean_high(points, points_sd, in_sets_that_won) as mean_points_of_those_sets_high,
    round(waited, 3) as mean_turns_to_store,
    mean_low(waited, waited_sd, stored_cards) as mean_turns_to_store_low,
    mean_high(waited, waited_sd, stored_cards) as mean_turns_to_store_high,
    few(stored_cards) as few
from summed
order by number nulls first;

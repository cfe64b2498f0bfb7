-- Numbers of Zaägox: how often a card of each was stored, and how often it stood in a set that won.
-- Grain: one row per number that was stored; NULL are the blanks.
-- $player: only cards that this player stored.
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
    where $player::varchar is null or zaagox_stored.player = $player
)

select
    number,
    count(*) as stored_cards,
    count(set_points) as in_sets_that_won,
    round(count(set_points) / count(*), 3) as won_rate,
    round(count(set_points) / sum(count(set_points)) over (), 3) as share_of_winning_cards,
    round(avg(set_points), 3) as mean_points_of_those_sets,
    round(avg(turns_waited), 3) as mean_turns_to_store
from kept
group by number
order by number nulls first;

-- Rounds that were played to their end: 6 nimmt!, until the hand was empty; Sixteen, hands that
-- the player was in, up to the last one that was settled; Zaägox, the whole game.
-- Grain: one row per seat and round.
-- Of 6 nimmt! only the last round of a game can be broken off, and not where the game is over and
-- ends with a round: the cards are looked at for the few rounds that are left.
create or replace view whole_rounds as
with of_six_nimmt as (
    select
        game_id,
        rounds,
        seats,
        first_card,
        if(finished and not contains(options::varchar, '"immediate"'), rounds, rounds - 1) as sure
    from replayed_games
    where game = 'six_nimmt'
),

of_seats as (
    select
        seats.seat_key, of_six_nimmt.rounds, of_six_nimmt.sure, of_six_nimmt.first_card,
        of_six_nimmt.seats
    from seats
    join of_six_nimmt using (game_id)
),

doubted as materialized (
    select points.seat_key, points.round, points.points, of_seats.first_card, of_seats.seats
    from round_points as points
    join of_seats using (seat_key)
    where of_seats.rounds > of_seats.sure and points.round > of_seats.sure
),

settled as (
    select game_id, max(hand) as hand
    from sixteen_hands
    where ending in ('showdown', 'folds')
    group by game_id
)

select points.seat_key, 'six_nimmt' as game, points.round, points.points
from round_points as points
join of_seats using (seat_key)
where points.round <= of_seats.sure
union all
select doubted.seat_key, 'six_nimmt' as game, doubted.round, doubted.points
from doubted
join six_nimmt_placings as placings
    on placings.seat_key = doubted.seat_key
    and (placings.placed >> 22 & 15) = 10
    and round_of_card(placings.card_key, doubted.first_card, doubted.seats) = doubted.round
union all
select seats.seat_key, 'sixteen' as game, points.round, points.points
from sixteen_hands as hands
join settled on settled.game_id = hands.game_id and hands.hand <= settled.hand
join seats on seats.game_id = hands.game_id and seats.seat = hands.seat
join round_points as points on points.seat_key = seats.seat_key and points.round = hands.hand
union all
select seats.seat_key, 'zaagox' as game, points.round, points.points
from seats
join replayed_games as games using (game_id)
join round_points as points using (seat_key)
where games.game = 'zaagox' and games.finished and points.round = 1;
comment on view whole_rounds is 'A round of a loaded game that was played to its end; one row per seat and round.';
comment on column whole_rounds.seat_key is 'The seat (seats).';
comment on column whole_rounds.game is 'Which rules: the key of the game.';
comment on column whole_rounds.round is 'Round, from 1 (Sixteen: hand that the player was in; a tie that was replayed counts too).';
comment on column whole_rounds.points is 'Points of this round by the replay, in the unit of the game.';

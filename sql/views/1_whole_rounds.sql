-- Rounds that were played to their end: 6 nimmt!, until the hand was empty; Sixteen, hands that
-- the player was in, up to the last one that was settled; Zaägox, the whole game.
-- Grain: one row per seat and round.
create or replace view whole_rounds as
with settled as (
    select game_id, max(hand) as hand
    from sixteen_hands
    where ending in ('showdown', 'folds')
    group by game_id
)

select seat_key, round
from six_nimmt_plays
where turn = 10
union all
select seats.seat_key, hands.hand as round
from sixteen_hands as hands
join settled on settled.game_id = hands.game_id and hands.hand <= settled.hand
join seats on seats.game_id = hands.game_id and seats.seat = hands.seat
union all
select seats.seat_key, 1::smallint as round
from seats
join replayed_games as games using (game_id)
where games.game = 'zaagox' and games.finished;
comment on view whole_rounds is 'A round of a loaded game that was played to its end; one row per seat and round.';
comment on column whole_rounds.seat_key is 'The seat (seats).';
comment on column whole_rounds.round is 'Round, from 1 (Sixteen: hand that the player was in; a tie that was replayed counts too).';

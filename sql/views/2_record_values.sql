-- What records are made of: games and rounds that were played to their end, pots and sets that won.
-- Grain: one row per seat, kind of value and round.
create or replace view record_values as
select seats.seat_key, games.game, 'game' as what, null::smallint as round, seats.final_score as value
from seats
join replayed_games as games using (game_id)
where games.finished
union all
select seat_key, game, 'round' as what, round, points as value
from whole_rounds
where game <> 'zaagox'
union all
select seats.seat_key, 'sixteen' as game, 'pot' as what, hands.hand as round, hands.pot as value
from sixteen_hands as hands
join seats on seats.game_id = hands.game_id and seats.seat = hands.seat
where hands.is_winner and hands.ending in ('showdown', 'folds')
union all
select seats.seat_key, 'zaagox' as game, 'set' as what, null::smallint as round, sets.set_points as value
from zaagox_sets as sets
join seats on seats.game_id = sets.game_id and seats.seat = sets.seat;
comment on view record_values is 'What records are made of: scores of finished games, points of whole rounds, pots and sets that won; one row per seat, kind and round.';
comment on column record_values.seat_key is 'The seat (seats).';
comment on column record_values.game is 'Which rules: the key of the game.';
comment on column record_values.what is 'game, round, pot (Sixteen) or set (Zaägox).';
comment on column record_values.round is 'Round, from 1 (Sixteen: hand); NULL for a game and for a set.';
comment on column record_values.value is 'Points, in the unit of the game; of a pot its stones.';

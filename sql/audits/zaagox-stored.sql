-- Zaägox: a winner has four stored cards, the set's; nobody has more, a card is stored once.
-- Grain: one row per game and seat whose stored cards cannot be.
with stored as (
    select
        game_id, seat, count(*) as stored_cards, count(distinct card) as different_cards,
        count(distinct stored_order) filter (where stored_order between 1 and 4) as orders,
        list(card order by stored_order) as cards
    from zaagox_stored
    group by game_id, seat
),

twice as (
    select game_id from zaagox_stored group by game_id, card having count(*) > 1
),

won as (
    select seats.game_id, seats.seat, [card_1, card_2, card_3, card_4] as set_cards
    from seats
    join games using (game_id)
    left join zaagox_sets using (game_id, seat)
    where games.game = 'zaagox' and seats.is_winner
)

select
    coalesce(stored.game_id, won.game_id) as game_id,
    coalesce(stored.seat, won.seat) as seat,
    won.seat is not null as is_winner,
    coalesce(stored.stored_cards, 0) as stored_cards,
    stored.cards,
    won.set_cards
from stored
full join won using (game_id, seat)
where
    stored.different_cards <> stored.stored_cards
    or stored.orders <> stored.stored_cards
    or (stored.stored_cards >= 4) <> (won.seat is not null)
    or (won.seat is not null and stored.cards is distinct from won.set_cards)
    or stored.game_id in (select game_id from twice)
order by game_id, seat;

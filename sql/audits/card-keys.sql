-- 6 nimmt!: the numbers of a game's cards are its own, and each fits the turn of its card.
-- Grain: one row per game whose numbers another has too, and per card out of its place.
with cards as (
    select
        games.game_id, plays.card_key, plays.turn, games.first_card, games.seats::integer as seats,
        games.rounds
    from six_nimmt_plays as plays
    join seats using (seat_key)
    join games using (game_id)
),

shared as (
    select game_id, null::bigint as card_key, null::tinyint as turn
    from (
        select game_id, min(card_key) as first_one, max(card_key) as last_one
        from cards
        group by game_id
    )
    qualify last_one >= lead(first_one) over (order by first_one, last_one)
),

misplaced as (
    select game_id, card_key, turn
    from cards
    where
        coalesce(card_key - first_card, -1) not between 0 and 10 * seats * rounds - 1
        or (card_key - first_card) // seats % 10 + 1 <> turn
)

select game_id, card_key, turn
from (
    from shared
    union all from misplaced
)
order by game_id, card_key;

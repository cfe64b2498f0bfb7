-- 6 nimmt!: no round shows more than its deck, of 104 cards and 171 heads or reduced.
-- Grain: one row per game and round with a card, a number of cards or of heads that cannot be.
with heads as (
    select card::tinyint as card, case
        when card = 55 then 7
        when card % 11 = 0 then 5
        when card % 10 = 0 then 3
        when card % 5 = 0 then 2
        else 1
    end as heads
    from range(1, 105) as numbers (card)
),

decks as (
    select
        game_id,
        if(options ->> 'deck' = 'reduced', least(104, 10 * seats + 4), 104) as deck_cards
    from games
    where game = 'six_nimmt'
),

deck_heads as (
    select decks.game_id, decks.deck_cards, sum(heads.heads) as deck_heads
    from decks
    join heads on heads.card <= decks.deck_cards
    group by decks.game_id, decks.deck_cards
),

shown as (
    select game_id, round, card from six_nimmt_turns
    union all
    (
        select game_id, round, row_end_before as card
        from six_nimmt_turns
        qualify row_number() over (partition by game_id, round, "row" order by turn, placing_order) = 1
    )
),

of_rounds as (
    select
        shown.game_id, shown.round, count(*) as cards, coalesce(sum(heads.heads), 0) as heads,
        min(shown.card) as lowest_card, max(shown.card) as highest_card
    from shown
    left join heads using (card)
    group by shown.game_id, shown.round
)

select
    of_rounds.game_id, of_rounds.round, of_rounds.cards, deck_heads.deck_cards, of_rounds.heads,
    deck_heads.deck_heads, of_rounds.lowest_card, of_rounds.highest_card
from of_rounds
join deck_heads using (game_id)
where
    of_rounds.cards > deck_heads.deck_cards
    or of_rounds.heads > deck_heads.deck_heads
    or of_rounds.lowest_card < 1
    or of_rounds.highest_card > deck_heads.deck_cards
order by of_rounds.game_id, of_rounds.round;

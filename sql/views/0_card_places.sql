-- Where a card of 6 nimmt! was placed, by its number: cards are numbered through a game as they fall.
create or replace macro round_of_card(card_key, first_card, seats) as
    ((card_key - first_card) // (10 * seats::integer) + 1)::smallint;
comment on macro round_of_card is 'The round (deal) in which a card of 6 nimmt! was placed, from 1: its number, the first of its game (games.first_card), players at the table.';

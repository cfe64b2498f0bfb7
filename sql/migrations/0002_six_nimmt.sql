-- Facts of 6 nimmt!: every card placed.

create table six_nimmt_turns (
    game_id varchar not null,
    round smallint not null,
    turn tinyint not null,
    placing_order tinyint not null,
    seat tinyint not null,
    player varchar not null,
    card tinyint not null,
    card_heads tinyint not null,
    "row" tinyint not null,
    row_length_before tinyint not null,
    row_end_before tinyint not null,
    action varchar not null,
    cards_taken tinyint not null,
    heads_taken tinyint not null,
    running_total bigint not null,
    cheapest_row_heads tinyint not null,
    cards_left tinyint not null
);
comment on table six_nimmt_turns is 'A card placed in a loaded game of 6 nimmt!; one row per game, round, turn and seat.';
comment on column six_nimmt_turns.game_id is 'The game (games).';
comment on column six_nimmt_turns.round is 'Round (deal), from 1.';
comment on column six_nimmt_turns.turn is 'Turn of the round, 1 to 10.';
comment on column six_nimmt_turns.placing_order is 'Order of placing in the turn, from 1: the lowest card is first.';
comment on column six_nimmt_turns.seat is 'Seat in the order of the log, from 1.';
comment on column six_nimmt_turns.player is 'Player id.';
comment on column six_nimmt_turns.card is 'The card, 1 to 104.';
comment on column six_nimmt_turns.card_heads is 'Bull heads printed on the card.';
comment on column six_nimmt_turns."row" is 'Row that it went to, 1 to 4.';
comment on column six_nimmt_turns.row_length_before is 'Cards in that row before it, 1 to 5.';
comment on column six_nimmt_turns.row_end_before is 'Last card of that row before it.';
comment on column six_nimmt_turns.action is 'append: laid behind the row. sixth_card: took a full row. low_card: below every row end, took a row by choice.';
comment on column six_nimmt_turns.cards_taken is 'Cards of the row that was taken; 0 for append.';
comment on column six_nimmt_turns.heads_taken is 'Bull heads of the row that was taken; 0 for append.';
comment on column six_nimmt_turns.running_total is 'Bull heads of this player in this game up to and with this card.';
comment on column six_nimmt_turns.cheapest_row_heads is 'Bull heads of the cheapest row on the table before this card.';
comment on column six_nimmt_turns.cards_left is 'Cards in the hand of this player after the turn.';

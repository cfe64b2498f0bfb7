-- Facts of Zaägox: turns, chances to call Da, stored cards, the sets that won.

create table zaagox_turns (
    game_id varchar not null,
    turn smallint not null,
    seat tinyint not null,
    player varchar not null,
    drawn varchar,
    action varchar not null,
    card varchar,
    pair_card_1 varchar,
    pair_card_2 varchar,
    aging_laid tinyint,
    aging_needed tinyint,
    da_called tinyint not null,
    da_missed tinyint not null,
    da_player varchar,
    stored_by varchar,
    stored_card varchar,
    points bigint not null,
    running_total bigint not null,
    hand_left tinyint not null,
    deck_left tinyint not null
);
comment on table zaagox_turns is 'A turn of a loaded game of Zaägox; one row per game and turn.';
comment on column zaagox_turns.game_id is 'The game (games).';
comment on column zaagox_turns.turn is 'Turn of the game, from 1.';
comment on column zaagox_turns.seat is 'Seat of the player whose turn it is, in the order of the log, from 1.';
comment on column zaagox_turns.player is 'Player id.';
comment on column zaagox_turns.drawn is 'Card drawn from the central deck; NULL: it was empty.';
comment on column zaagox_turns.action is 'discard: laid a card open. pair: laid two cards as a pair. age: laid a card face down on a pair. pass: could do nothing.';
comment on column zaagox_turns.card is 'Card that was discarded or laid face down, ? where the log masks it; NULL for pair and pass.';
comment on column zaagox_turns.pair_card_1 is 'First card of the pair that was laid or aged; NULL for discard and pass.';
comment on column zaagox_turns.pair_card_2 is 'Second card of the pair that was laid or aged; NULL for discard and pass.';
comment on column zaagox_turns.aging_laid is 'Aging cards on that pair after the action; NULL for discard and pass.';
comment on column zaagox_turns.aging_needed is 'Aging cards that the pair needs to be complete; NULL for discard and pass.';
comment on column zaagox_turns.da_called is 'Calls of Da on the discard, all of them true ones; 0 where nothing was discarded.';
comment on column zaagox_turns.da_missed is 'Players who held a card for the discard and did not call.';
comment on column zaagox_turns.da_player is 'Player who got the discard by Da; NULL: nobody.';
comment on column zaagox_turns.stored_by is 'Player who stored a card in this turn; NULL: nobody.';
comment on column zaagox_turns.stored_card is 'Card that was stored in this turn; NULL: none.';
comment on column zaagox_turns.points is 'Points of the player whose turn it is in this turn, by the replay; 0 before the last turn.';
comment on column zaagox_turns.running_total is 'Points of this player in this game up to and with this turn.';
comment on column zaagox_turns.hand_left is 'Cards in the hand of this player after the turn.';
comment on column zaagox_turns.deck_left is 'Cards that can be drawn after the turn: the central deck and the open discard.';

create table zaagox_claims (
    game_id varchar not null,
    turn smallint not null,
    seat tinyint not null,
    player varchar not null,
    discard varchar not null,
    discarder varchar not null,
    call_order tinyint,
    outcome varchar not null,
    points bigint not null,
    running_total bigint not null
);
comment on table zaagox_claims is 'A chance to call Da in a loaded game of Zaägox, taken or missed; one row per game, turn and seat that held a card for the discard.';
comment on column zaagox_claims.game_id is 'The game (games).';
comment on column zaagox_claims.turn is 'Turn in which the card was discarded, from 1.';
comment on column zaagox_claims.seat is 'Seat that called or could have called, in the order of the log, from 1.';
comment on column zaagox_claims.player is 'Player id.';
comment on column zaagox_claims.discard is 'Card that was discarded.';
comment on column zaagox_claims.discarder is 'Player who discarded it.';
comment on column zaagox_claims.call_order is 'Place of the call among the calls of the turn, from 1; NULL: not called.';
comment on column zaagox_claims.outcome is 'won: called and got the discard. lost: called, another got it. missed: did not call.';
comment on column zaagox_claims.points is 'Points of this player in this turn, by the replay; 0 before the last turn.';
comment on column zaagox_claims.running_total is 'Points of this player in this game up to and with this turn.';

create table zaagox_stored (
    game_id varchar not null,
    turn smallint not null,
    seat tinyint not null,
    player varchar not null,
    stored_order tinyint not null,
    card varchar not null,
    number tinyint,
    colour varchar,
    shape varchar not null,
    by_claim boolean not null,
    pair_turn smallint not null,
    aging_cards tinyint not null
);
comment on table zaagox_stored is 'A card stored in a loaded game of Zaägox, by the winner or another; one row per game and stored card.';
comment on column zaagox_stored.game_id is 'The game (games).';
comment on column zaagox_stored.turn is 'Turn in which it was stored, from 1.';
comment on column zaagox_stored.seat is 'Seat of its owner in the order of the log, from 1.';
comment on column zaagox_stored.player is 'Player id of its owner.';
comment on column zaagox_stored.stored_order is 'Which of the stored cards of this player it is, from 1; the fourth wins.';
comment on column zaagox_stored.card is 'The card.';
comment on column zaagox_stored.number is 'Its number, 1 to 8; NULL: a blank.';
comment on column zaagox_stored.colour is 'Its colour; NULL: a blank.';
comment on column zaagox_stored.shape is 'Its shape: circle, line, mixed or blank.';
comment on column zaagox_stored.by_claim is 'Whether its pair was made by Da; else from the hand.';
comment on column zaagox_stored.pair_turn is 'Turn in which its pair was laid, from 1.';
comment on column zaagox_stored.aging_cards is 'Aging cards that lay on its pair when it was complete.';

create table zaagox_sets (
    game_id varchar not null,
    turn smallint not null,
    seat tinyint not null,
    player varchar not null,
    card_1 varchar not null,
    card_2 varchar not null,
    card_3 varchar not null,
    card_4 varchar not null,
    stored_turns bigint[] not null,
    shape_kinds tinyint not null,
    colour_kinds tinyint not null,
    number_kinds tinyint not null,
    number_connection varchar,
    operations varchar not null,
    set_points bigint not null,
    recorded_points bigint
);
comment on table zaagox_sets is 'The set that won a loaded game of Zaägox, worked out; one row per won game.';
comment on column zaagox_sets.game_id is 'The game (games).';
comment on column zaagox_sets.turn is 'Turn in which the fourth card was stored, from 1.';
comment on column zaagox_sets.seat is 'Seat of the winner in the order of the log, from 1.';
comment on column zaagox_sets.player is 'Player id of the winner.';
comment on column zaagox_sets.card_1 is 'Card that was stored first.';
comment on column zaagox_sets.card_2 is 'Card that was stored second.';
comment on column zaagox_sets.card_3 is 'Card that was stored third.';
comment on column zaagox_sets.card_4 is 'Card that was stored fourth.';
comment on column zaagox_sets.stored_turns is 'Turns in which the four cards were stored, in their order.';
comment on column zaagox_sets.shape_kinds is 'Kinds of shape, 1 to 4; blank is one.';
comment on column zaagox_sets.colour_kinds is 'Kinds of colour, 0 to 4; blanks have none.';
comment on column zaagox_sets.number_kinds is 'Kinds of number, 0 to 4: 1 and 5 are one kind, 2 and 6, 3 and 7, 4 and 8; blanks have none.';
comment on column zaagox_sets.number_connection is 'strong or weak, where there are four number kinds or one; NULL: neither.';
comment on column zaagox_sets.operations is 'The working of the score in the order it is done, such as +2 +1 -1 x2.';
comment on column zaagox_sets.set_points is 'What the set is worth by the replay.';
comment on column zaagox_sets.recorded_points is 'What it is worth as written down, a claim; NULL: not written down.';

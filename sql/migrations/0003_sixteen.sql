-- Facts of Sixteen: every action, and every hand of every player.

create table sixteen_actions (
    game_id varchar not null,
    hand smallint not null,
    step tinyint not null,
    position integer not null,
    seat tinyint not null,
    player varchar not null,
    action varchar not null,
    card tinyint,
    sum_before tinyint,
    sum_after tinyint,
    pot_before bigint,
    call_price bigint,
    stones bigint not null,
    raise_cap bigint,
    stack_after bigint not null
);
comment on table sixteen_actions is 'An action in a loaded game of Sixteen; one row per game, hand and position.';
comment on column sixteen_actions.game_id is 'The game (games).';
comment on column sixteen_actions.hand is 'Hand of the game, from 1; a rematch is a hand of its own.';
comment on column sixteen_actions.step is 'Step of the hand, 1 to 3.';
comment on column sixteen_actions.position is 'Order of the action in its hand, from 1.';
comment on column sixteen_actions.seat is 'Seat in the order of the log, from 1.';
comment on column sixteen_actions.player is 'Player id.';
comment on column sixteen_actions.action is 'ante; take, stay, or untold where the log leaves it out; check, bet, call, raise, fold.';
comment on column sixteen_actions.card is 'Number of the card taken; NULL: no card, or one that was not seen.';
comment on column sixteen_actions.sum_before is 'Sum of the cards in hand before the action; NULL: one is not known.';
comment on column sixteen_actions.sum_after is 'Sum of the cards in hand after the action; NULL: one is not known.';
comment on column sixteen_actions.pot_before is 'Stones in the middle before the action; NULL for an ante.';
comment on column sixteen_actions.call_price is 'Stones that a call costs at this moment; NULL for antes and cards.';
comment on column sixteen_actions.stones is 'Stones that the action puts in the middle; of a raise the call and what is above it.';
comment on column sixteen_actions.raise_cap is 'Most stones that a bet, or a raise above the call, may be; NULL for antes and cards.';
comment on column sixteen_actions.stack_after is 'Stones of the player after the action.';

create table sixteen_hands (
    game_id varchar not null,
    hand smallint not null,
    seat tinyint not null,
    player varchar not null,
    is_dealer boolean not null,
    is_rematch boolean not null,
    steps tinyint not null,
    cards bigint[] not null,
    card_count tinyint,
    card_sum tinyint,
    hand_class varchar,
    folded_in_step tinyint,
    ending varchar not null,
    is_winner boolean,
    was_shown boolean not null,
    pot bigint,
    ante bigint not null,
    bets bigint not null,
    back bigint not null,
    won bigint not null,
    bonus_received bigint not null,
    bonus_paid bigint not null,
    net bigint not null,
    stack_before bigint not null,
    stack_after bigint not null
);
comment on table sixteen_hands is 'A player in a hand of a loaded game of Sixteen; one row per game, hand and participant.';
comment on column sixteen_hands.game_id is 'The game (games).';
comment on column sixteen_hands.hand is 'Hand of the game, from 1; a rematch is a hand of its own.';
comment on column sixteen_hands.seat is 'Seat in the order of the log, from 1.';
comment on column sixteen_hands.player is 'Player id.';
comment on column sixteen_hands.is_dealer is 'Whether this player deals.';
comment on column sixteen_hands.is_rematch is 'Whether the hand replays a tie.';
comment on column sixteen_hands.steps is 'Steps of the hand that were begun, 1 to 3.';
comment on column sixteen_hands.cards is 'Numbers of this player in the order they came; NULL among them: not seen.';
comment on column sixteen_hands.card_count is 'How many cards; NULL: not all are known.';
comment on column sixteen_hands.card_sum is 'Sum of the numbers; NULL: not all are known.';
comment on column sixteen_hands.hand_class is 'bust: above 16. top: 1 and 15. plain: any other. NULL: not all cards are known.';
comment on column sixteen_hands.folded_in_step is 'Step in which this player folded; NULL: never.';
comment on column sixteen_hands.ending is 'showdown, folds (all others folded), tie (to be replayed), or unfinished.';
comment on column sixteen_hands.is_winner is 'Whether this player took stones of the pot, or of a tie is one of those who tied; NULL: unfinished.';
comment on column sixteen_hands.was_shown is 'Whether the cards were turned up.';
comment on column sixteen_hands.pot is 'Stones that were won, or of a tie stay in the middle; NULL: unfinished.';
comment on column sixteen_hands.ante is 'Stones of the ante, as points: 0 or -1.';
comment on column sixteen_hands.bets is 'Stones bet in this hand, as points: 0 or less.';
comment on column sixteen_hands.back is 'Stones that nobody called and that came back.';
comment on column sixteen_hands.won is 'Stones won of the pot, of which own stones are a part.';
comment on column sixteen_hands.bonus_received is 'Bonus stones received for 1 and 15.';
comment on column sixteen_hands.bonus_paid is 'Bonus stones paid, as points: 0 or less.';
comment on column sixteen_hands.net is 'What the hand brought in all: the sum of the six columns before.';
comment on column sixteen_hands.stack_before is 'Stones of this player before the hand.';
comment on column sixteen_hands.stack_after is 'Stones of this player after the hand; of an unfinished one so far.';

-- Ratings: what every rated game changed. Made anew from games and seats, never the other way.

create table rating_changes (
    position integer not null,
    game varchar not null,
    game_id varchar not null,
    seat tinyint not null,
    player varchar not null,
    "rank" tinyint not null,
    mu_before double not null,
    sigma_before double not null,
    mu double not null,
    sigma double not null
);
comment on table rating_changes is 'What a game changed in the rating of a player, as of the last retally report ratings; one row per rated game and seat.';
comment on column rating_changes.position is 'Order of the game among all that are rated, from 1: by date, then by run, file and line; games without a date come last.';
comment on column rating_changes.game is 'Which rules: the key of the game; each has ratings of its own.';
comment on column rating_changes.game_id is 'The game (games).';
comment on column rating_changes.seat is 'Seat in the order of the log, from 1.';
comment on column rating_changes.player is 'Player id.';
comment on column rating_changes."rank" is 'Place in this game, from 1; equals share it.';
comment on column rating_changes.mu_before is 'Estimate of the strength before the game; 25 at first.';
comment on column rating_changes.sigma_before is 'Its standard deviation before the game; 25/3 at first.';
comment on column rating_changes.mu is 'Estimate of the strength after the game.';
comment on column rating_changes.sigma is 'Its standard deviation after the game.';

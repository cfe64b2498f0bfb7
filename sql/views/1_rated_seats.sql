-- The games that can be rated, in the order in which they are. Grain: one row per game and seat.
-- Rated is who has a place: a game that is unfinished, or that nobody won, gives none.
create or replace view rated_seats as
with ranked as (
    select game_id
    from seats
    group by game_id
    having count("rank") = count(*) and count(*) > 1
),

ordered as (
    select
        game_id,
        games.game,
        row_number() over (
            order by games.played_at nulls last, games.ingest_id, games.source, games.line
        )::integer as position
    from ranked
    join replayed_games as games using (game_id)
)

select ordered.position, ordered.game, seats.game_id, seats.seat, seats.player, seats."rank"
from ordered
join seats using (game_id);
comment on view rated_seats is 'A player in a game that can be rated, in the order in which ratings go through them; one row per game and seat.';
comment on column rated_seats.position is 'Order of the game among all that can be rated, from 1: by date, then by run, file and line; games without a date come last.';
comment on column rated_seats.game is 'Which rules: the key of the game.';
comment on column rated_seats.game_id is 'The game (games).';
comment on column rated_seats.seat is 'Seat in the order of the log, from 1.';
comment on column rated_seats.player is 'Player id.';
comment on column rated_seats."rank" is 'Place in this game, from 1; equals share it.';

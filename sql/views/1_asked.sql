-- What a report was asked for, for every report: which games, which seats. NULL asks for all.
-- Days are those of UTC, both included; a game without a date is in no span of days.

create or replace macro games_asked(of_game, of_edition, first_day, last_day) as table
    select game_id, game, edition, played_at, status, seats, rounds, finished, source, line, ingest_id,
        first_card
    from replayed_games as games
    where
        (of_game::varchar is null or game = of_game)
        and (of_edition::varchar is null or edition = of_edition)
        and (first_day::date is null or played_at >= first_day::date)
        and (last_day::date is null or played_at < last_day::date + 1);

create or replace macro seats_asked(of_game, of_edition, first_day, last_day, of_player) as table
    select
        seats.game_id, seats.seat, seats.seat_key, seats.player, seats.final_score, seats."rank",
        seats.is_winner, asked.game, asked.edition, asked.played_at, asked.finished,
        asked.seats as players, asked.ingest_id, asked.source, asked.line, asked.first_card
    from seats
    join games_asked(of_game, of_edition, first_day, last_day) as asked using (game_id)
    where of_player::varchar is null or seats.player = of_player;

create or replace macro players_asked(of_game, of_edition, first_day, last_day, min_games) as table
    select player
    from (
        select player, count(*) filter (where finished) as games
        from seats_asked(of_game, of_edition, first_day, last_day, null)
        group by player
    )
    where min_games::integer is null or games >= min_games::integer;

-- With each seat a number that grows in game order: by date, then by run, file and line; games
-- without a date come last. From its lowest bit: seat 8 bits, 24 for what is to be added, a round or
-- the place of a card in its game from 0, game 31; the least of such numbers says where something
-- was first.
create or replace macro places_asked(of_game, of_edition, first_day, last_day, of_player) as table
    select seats.*, ordered.position * 4294967296 + seats.seat as place
    from seats_asked(of_game, of_edition, first_day, last_day, of_player) as seats
    join (
        select
            game_id,
            row_number() over (
                order by played_at nulls last, ingest_id, source, line, game_id
            ) as position
        from games_asked(of_game, of_edition, first_day, last_day)
    ) as ordered using (game_id);

create or replace macro place_of(first_in) as first_in & ~4294967040;
comment on macro place_of is 'The place of a seat (places_asked), of a number that something was added to.';

create or replace macro added_to(first_in) as (first_in >> 8) & 16777215;
comment on macro added_to is 'What was added to the place of a seat; 0: nothing was, or the first card of its game.';

-- What a report was asked for, for every report: which games, which seats. NULL asks for all.
-- Days are those of UTC, both included; a game without a date is in no span of days.

create or replace macro games_asked(of_game, of_edition, first_day, last_day) as table
    select game_id, game, edition, played_at, status, seats, rounds, finished, source, line, ingest_id
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
        asked.seats as players, asked.ingest_id, asked.source, asked.line
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

-- Every loaded game that was played has facts, and a seat of 6 nimmt! a card in every turn.
-- Grain: one row per game, and for 6 nimmt! per turn, whose facts are not all there.
with of_turns as (
    select game_id, round, turn, count(*) as rows_found, count(distinct seat) as seats_found
    from six_nimmt_turns
    group by game_id, round, turn
),

short_turns as (
    select games.game_id, of_turns.round, of_turns.turn, games.seats as due_rows, of_turns.rows_found
    from of_turns
    join games using (game_id)
    where of_turns.seats_found <> games.seats or of_turns.rows_found <> games.seats
),

    -- A round has ten turns; fewer has only the last one, of an unfinished game or one that
    -- ends in the middle of a round.
six_nimmt_rounds as (
    select
        of_turns.game_id, of_turns.round, max(of_turns.turn) as last_turn, count(*) as rows_found,
        of_turns.round = games.rounds
        and not (games.finished and games.options ->> 'end_check' = 'end_of_round') as may_be_short
    from of_turns
    join games using (game_id)
    group by of_turns.game_id, of_turns.round, games.rounds, games.finished, games.options
),

six_nimmt_gaps as (
    select game_id, round, last_turn as turn, if(may_be_short, last_turn, 10) as due_rows, rows_found
    from six_nimmt_rounds
    where rows_found <> if(may_be_short, last_turn, 10) or last_turn > 10
),

without as (
    select games.game_id, rounds.round, null as turn, 1 as due_rows, 0 as rows_found
    from replayed_games as games
    join (select distinct game_id, round from rounds) as rounds using (game_id)
    where
        (games.game = 'six_nimmt' and (games.game_id, rounds.round) not in (
            select (game_id, round) from six_nimmt_turns
        ))
        or (games.game = 'sixteen' and (games.game_id, rounds.round) not in (
            select (game_id, hand) from sixteen_hands
        ))
        or (games.game = 'sixteen' and (games.game_id, rounds.round) not in (
            select (game_id, hand) from sixteen_actions
        ))
),

    -- A game of Zaägox may stop with its first draw; a finished one has turns, 1, 2, 3 and so on.
zaagox_gaps as (
    select
        games.game_id, null as round, max(zaagox_turns.turn) as turn,
        coalesce(max(zaagox_turns.turn), 1) as due_rows, count(zaagox_turns.turn) as rows_found
    from games
    left join zaagox_turns using (game_id)
    where games.game = 'zaagox'
    group by games.game_id, games.finished
    having count(zaagox_turns.turn) <> coalesce(max(zaagox_turns.turn), if(games.finished, 1, 0))
)

select game_id, round, turn, due_rows, rows_found
from (
    from short_turns
    union all from six_nimmt_gaps
    union all from without
    union all from zaagox_gaps
)
order by game_id, round, turn;

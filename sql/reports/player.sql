-- Card of one player: wins, points a game and a round, what the takes were.
-- Grain: one row per game kind that the player has played; points a round are of whole rounds.
-- $player: whose card; has to be given.  $game: only this game kind.
with played as (
    select
        games.game,
        seats.game_id,
        seats.seat,
        seats.final_score,
        seats.is_winner,
        games.finished,
        count(*) filter (where seats.is_winner) over (partition by seats.game_id) as winners,
        seats.player = $player as is_the_player
    from seats
    join replayed_games as games using (game_id)
    where $game::varchar is null or games.game = $game
),

of_games as (
    select
        game,
        count(*) as games,
        count(*) filter (where finished) as finished_games,
        count(*) filter (where is_winner) as wins,
        count(*) filter (where is_winner and winners > 1) as shared_wins,
        coalesce(sum(1 / winners) filter (where is_winner), 0) as win_shares,
        coalesce(sum(final_score) filter (where finished), 0)::bigint as points_in_finished_games
    from played
    where is_the_player
    group by game
),

-- Rounds that were played to their end: 6 nimmt!, until the hand was empty; Sixteen, hands that
-- the player was in, up to the last one that was settled; Zaägox, the whole game.
settled as (
    select game_id, max(hand) as hand
    from sixteen_hands
    where ending in ('showdown', 'folds')
    group by game_id
),

whole as (
    select game_id, round
    from six_nimmt_turns
    where player = $player and cards_left = 0
    union all
    select hands.game_id, hands.hand as round
    from sixteen_hands as hands
    join settled on settled.game_id = hands.game_id and hands.hand <= settled.hand
    where hands.player = $player
    union all
    select game_id, 1 as round
    from replayed_games as games
    where game = 'zaagox' and finished
),

all_rounds as (
    select games.game, count(*) as rounds
    from rounds
    join replayed_games as games using (game_id)
    where rounds.player = $player
    group by games.game
),

of_rounds as (
    select
        games.game,
        count(*) as rounds,
        sum(rounds.points)::bigint as points_in_rounds,
        min(rounds.points) as fewest_points_in_a_round,
        max(rounds.points) as most_points_in_a_round,
        arg_min(
            {game_id: rounds.game_id, round: rounds.round},
            (rounds.points, rounds.game_id, rounds.round)
        ) as fewest_in,
        arg_min(
            {game_id: rounds.game_id, round: rounds.round},
            (-rounds.points, rounds.game_id, rounds.round)
        ) as most_in
    from rounds
    join replayed_games as games using (game_id)
    semi join whole using (game_id, round)
    where rounds.player = $player
    group by games.game
),

of_turns as (
    select
        game,
        count(*) as turns,
        count(*) filter (where action = 'sixth_card') as sixth_card_takes,
        count(*) filter (where action = 'low_card') as low_card_takes,
        coalesce(sum(points) filter (where action = 'sixth_card'), 0)::bigint as sixth_card_points,
        coalesce(sum(points) filter (where action = 'low_card'), 0)::bigint as low_card_points
    from turn_facts
    where player = $player
    group by game
)

select
    of_games.game,
    of_games.games,
    of_games.finished_games,
    of_games.wins,
    of_games.shared_wins,
    round(of_games.win_shares, 3) as win_shares,
    round(of_games.win_shares / nullif(of_games.finished_games, 0), 3) as win_share_rate,
    of_games.points_in_finished_games,
    round(of_games.points_in_finished_games / nullif(of_games.finished_games, 0), 3)
        as points_a_game,
    all_rounds.rounds,
    coalesce(of_rounds.rounds, 0) as whole_rounds,
    coalesce(of_rounds.points_in_rounds, 0) as points_in_whole_rounds,
    round(of_rounds.points_in_rounds / of_rounds.rounds, 3) as points_a_round,
    of_turns.turns,
    of_turns.sixth_card_takes,
    of_turns.sixth_card_points,
    of_turns.low_card_takes,
    of_turns.low_card_points,
    round(
        (of_turns.sixth_card_points + of_turns.low_card_points)
        / nullif(of_turns.sixth_card_takes + of_turns.low_card_takes, 0), 3
    ) as points_a_take,
    of_rounds.fewest_points_in_a_round,
    of_rounds.fewest_in.game_id || ' round ' || of_rounds.fewest_in.round as fewest_in,
    of_rounds.most_points_in_a_round,
    of_rounds.most_in.game_id || ' round ' || of_rounds.most_in.round as most_in
from of_games
left join all_rounds using (game)
left join of_rounds using (game)
left join of_turns using (game)
order by of_games.game;

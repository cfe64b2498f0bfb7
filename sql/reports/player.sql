-- Card of one player: wins, points a game and a round, what the takes were.
-- Grain: one row per game kind that the player has played; points a round are of whole rounds.
-- $player: whose card; has to be given.  $game: only this game kind.
-- $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- Intervals: of shares by Wilson, of means by Student's t. Few: below 30 finished games.
with asked as (
    select game, game_id, seat, seat_key, final_score, is_winner, finished
    from seats_asked($game, $edition, $from, $to, $player)
),

winners as (
    select seats.game_id, count(*) as winners
    from seats
    semi join asked using (game_id)
    where seats.is_winner
    group by seats.game_id
),

of_games as (
    select
        game,
        count(*) as games,
        count(*) filter (where finished) as finished_games,
        count(*) filter (where is_winner) as wins,
        count(*) filter (where is_winner and winners > 1) as shared_wins,
        coalesce(sum(1 / winners) filter (where is_winner), 0) as win_shares,
        stddev_samp(final_score) filter (where finished) as score_sd,
        coalesce(sum(final_score) filter (where finished), 0)::bigint as points_in_finished_games
    from asked
    left join winners using (game_id)
    group by game
),

all_rounds as (
    select asked.game, count(*) as rounds
    from round_points
    join asked using (seat_key)
    group by asked.game
),

whole as (
    select asked.game, asked.game_id, whole_rounds.round, whole_rounds.points
    from whole_rounds
    join asked using (seat_key)
),

of_rounds as (
    select
        game,
        count(*) as rounds,
        sum(points)::bigint as points_in_rounds,
        stddev_samp(points) as sd,
        min(points) as fewest_points_in_a_round,
        max(points) as most_points_in_a_round,
        arg_min({game_id: game_id, round: round}, (points, game_id, round)) as fewest_in,
        arg_min({game_id: game_id, round: round}, (-points, game_id, round)) as most_in
    from whole
    group by game
),

by_heads as (
    select asked.game, plays.action_code, plays.heads_taken as heads, count(*) as turns
    from six_nimmt_plays as plays
    join asked using (seat_key)
    group by asked.game, plays.action_code, plays.heads_taken
),

of_takes as (
    select
        game,
        sum(turns) as turns,
        coalesce(sum(turns) filter (where action_code = 1), 0) as sixth_card_takes,
        coalesce(sum(turns) filter (where action_code = 2), 0) as low_card_takes,
        coalesce(sum(turns) filter (where heads > 0), 0) as takes,
        coalesce(sum(turns * heads) filter (where action_code = 1), 0)::bigint as sixth_card_points,
        coalesce(sum(turns * heads) filter (where action_code = 2), 0)::bigint as low_card_points,
        sum(turns * heads)::bigint as heads,
        sum(turns * heads * heads) as squared
    from by_heads
    group by game
),

other_turns as (
    select facts.game, count(*) as turns
    from (
        from turn_facts_sixteen
        union all
        from turn_facts_zaagox
    ) as facts
    join asked using (game_id, seat)
    where facts.player = $player
    group by facts.game
)

select
    of_games.game,
    of_games.games,
    of_games.finished_games,
    of_games.wins,
    of_games.shared_wins,
    round(of_games.win_shares, 3) as win_shares,
    rate(of_games.win_shares, of_games.finished_games) as win_share_rate,
    rate_low(of_games.win_shares, of_games.finished_games) as win_share_rate_low,
    rate_high(of_games.win_shares, of_games.finished_games) as win_share_rate_high,
    of_games.points_in_finished_games,
    rate(of_games.points_in_finished_games, of_games.finished_games) as points_a_game,
    mean_low(
        of_games.points_in_finished_games / of_games.finished_games,
        of_games.score_sd, of_games.finished_games
    ) as points_a_game_low,
    mean_high(
        of_games.points_in_finished_games / of_games.finished_games,
        of_games.score_sd, of_games.finished_games
    ) as points_a_game_high,
    round(of_games.score_sd, 3) as score_sd,
    all_rounds.rounds,
    coalesce(of_rounds.rounds, 0) as whole_rounds,
    coalesce(of_rounds.points_in_rounds, 0) as points_in_whole_rounds,
    rate(of_rounds.points_in_rounds, of_rounds.rounds) as points_a_round,
    mean_low(of_rounds.points_in_rounds / of_rounds.rounds, of_rounds.sd, of_rounds.rounds)
        as points_a_round_low,
    mean_high(of_rounds.points_in_rounds / of_rounds.rounds, of_rounds.sd, of_rounds.rounds)
        as points_a_round_high,
    coalesce(of_takes.turns, other_turns.turns)::bigint as turns,
    coalesce(of_takes.sixth_card_takes, 0)::bigint as sixth_card_takes,
    coalesce(of_takes.sixth_card_points, 0) as sixth_card_points,
    coalesce(of_takes.low_card_takes, 0)::bigint as low_card_takes,
    coalesce(of_takes.low_card_points, 0) as low_card_points,
    rate(of_takes.takes, of_takes.turns) as take_rate,
    rate_low(of_takes.takes, of_takes.turns) as take_rate_low,
    rate_high(of_takes.takes, of_takes.turns) as take_rate_high,
    rate(of_takes.heads, of_takes.takes) as points_a_take,
    mean_low(
        of_takes.heads / of_takes.takes,
        spread(of_takes.takes, of_takes.heads, of_takes.squared), of_takes.takes
    ) as points_a_take_low,
    mean_high(
        of_takes.heads / of_takes.takes,
        spread(of_takes.takes, of_takes.heads, of_takes.squared), of_takes.takes
    ) as points_a_take_high,
    of_rounds.fewest_points_in_a_round,
    of_rounds.fewest_in.game_id || ' round ' || of_rounds.fewest_in.round as fewest_in,
    of_rounds.most_points_in_a_round,
    of_rounds.most_in.game_id || ' round ' || of_rounds.most_in.round as most_in,
    few(of_games.finished_games) as few
from of_games
left join all_rounds using (game)
left join of_rounds using (game)
left join of_takes using (game)
left join other_turns using (game)
order by of_games.game;

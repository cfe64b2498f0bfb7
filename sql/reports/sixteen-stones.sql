-- Sixteen: hands entered, and the stones won or lost a hand, with a 95 % interval.
-- Grain: one row per player.
-- $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who entered hands in at least so many games.
-- Intervals: of the rate by Wilson, of stones by Student's t. Few: below 30 hands.
with hands as (
    select distinct game_id, hand, is_rematch, ending
    from sixteen_hands
    semi join games_asked('sixteen', $edition, $from, $to) using (game_id)
),

    -- A rematch belongs to the hand that it replays.
numbered as (
    select
        game_id,
        hand,
        ending,
        sum(if(is_rematch, 0, 1)) over (partition by game_id order by hand) as chain
    from hands
),

    -- What stopped on the way is left out, a tie that was never replayed as well.
ended as (
    select game_id, chain
    from numbered
    group by game_id, chain
    having arg_max(ending, hand) in ('showdown', 'folds')
),

offered as (
    select seats.player, count(*) as hands
    from ended
    join seats using (game_id)
    group by seats.player
),

played as (
    select
        numbered.game_id,
        numbered.chain,
        sixteen_hands.player,
        sum(sixteen_hands.net) as net
    from sixteen_hands
    join numbered using (game_id, hand)
    semi join ended on numbered.game_id = ended.game_id and numbered.chain = ended.chain
    where $player::varchar is null or sixteen_hands.player = $player
    group by numbered.game_id, numbered.chain, sixteen_hands.player
),

summed as (
    select
        player,
        count(*) as hands,
        sum(net)::bigint as net_stones,
        avg(net) as mean,
        stddev_samp(net) as sd,
        count(distinct game_id) as games
    from played
    group by player
)

select
    summed.player,
    offered.hands as hands_at_the_table,
    summed.hands as hands_entered,
    rate(summed.hands, offered.hands) as entered_rate,
    rate_low(summed.hands, offered.hands) as entered_rate_low,
    rate_high(summed.hands, offered.hands) as entered_rate_high,
    summed.net_stones,
    round(summed.mean, 3) as stones_a_hand,
    mean_low(summed.mean, summed.sd, summed.hands) as interval_low,
    mean_high(summed.mean, summed.sd, summed.hands) as interval_high,
    few(summed.hands) as few
from summed
join offered using (player)
where $min_games::integer is null or summed.games >= $min_games
order by stones_a_hand desc, summed.player;

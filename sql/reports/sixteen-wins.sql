-- Sixteen: hands won with and without a showdown, and bluffs: bust hands that stayed in.
-- Grain: one row per player.
-- $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
-- $min_games: only who played at least so many games to their end.
-- Intervals by Wilson, 95 %. Few: below 30 hands; a bluff is rarer than a hand.
with ended as (
    select
        player,
        ending,
        is_winner and ending <> 'tie' as wins,
        folded_in_step is null as stayed,
        -- A bluff is a hand above 16 that did not fold; hands with cards not seen cannot be told.
        hand_class = 'bust' and folded_in_step is null as is_bluff
    from sixteen_hands
    semi join games_asked('sixteen', $edition, $from, $to) using (game_id)
    semi join players_asked('sixteen', $edition, $from, $to, $min_games) using (player)
    where
        ending <> 'unfinished'
        and card_count is distinct from 0
        and ($player::varchar is null or player = $player)
),

summed as (
    select
        player,
        count(*) as hands,
        count(*) filter (where wins) as wins,
        count(*) filter (where wins and ending = 'folds') as wins_without_showdown,
        count(*) filter (where stayed and ending <> 'folds') as showdowns,
        count(*) filter (where wins and ending = 'showdown') as showdowns_won,
        count(*) filter (where is_bluff) as bluffs,
        count(*) filter (where is_bluff and wins) as bluffs_won
    from ended
    group by player
)

select
    player,
    hands,
    wins,
    rate(wins, hands) as win_rate,
    rate_low(wins, hands) as win_rate_low,
    rate_high(wins, hands) as win_rate_high,
    wins_without_showdown,
    rate(wins_without_showdown, wins) as without_showdown_rate,
    rate_low(wins_without_showdown, wins) as without_showdown_rate_low,
    rate_high(wins_without_showdown, wins) as without_showdown_rate_high,
    showdowns,
    showdowns_won,
    rate(showdowns_won, showdowns) as showdowns_won_rate,
    rate_low(showdowns_won, showdowns) as showdowns_won_rate_low,
    rate_high(showdowns_won, showdowns) as showdowns_won_rate_high,
    bluffs,
    bluffs_won,
    rate(bluffs_won, bluffs) as bluffs_won_rate,
    rate_low(bluffs_won, bluffs) as bluffs_won_rate_low,
    rate_high(bluffs_won, bluffs) as bluffs_won_rate_high,
    few(hands) as few
from summed
order by wins desc, player;

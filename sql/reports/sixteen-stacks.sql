-- Sixteen: the stack of every player as a session goes on.
-- Grain: one row per game, hand and player who took part in it.
-- $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
select
    games.game_id,
    games.played_at,
    hands.hand,
    hands.seat,
    hands.player,
    hands.ending,
    hands.stack_before,
    hands.net,
    hands.stack_after,
    round(hands.stack_after / sum(hands.stack_after) over of_hand, 3) as share_of_the_hand
from sixteen_hands as hands
join games_asked('sixteen', $edition, $from, $to) as games using (game_id)
window of_hand as (partition by hands.game_id, hands.hand)
qualify $player::varchar is null or hands.player = $player
order by games.played_at nulls last, games.game_id, hands.hand, hands.seat;

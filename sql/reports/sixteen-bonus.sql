-- Sixteen: every hand with 1 and 15, and what it brought.
-- Grain: one row per hand and player who held 1 and 15 as two cards.
-- $player: only this player.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
with payers as (
    select game_id, hand, count(*) as payers
    from sixteen_hands
    where bonus_paid < 0
    group by game_id, hand
)

select
    hands.game_id,
    hands.hand,
    hands.player,
    hands.ending,
    hands.is_rematch,
    hands.folded_in_step,
    coalesce(hands.is_winner, false) as won,
    hands.was_shown,
    hands.pot,
    hands.bonus_received,
    coalesce(payers.payers, 0) as payers,
    hands.net
from sixteen_hands as hands
semi join games_asked('sixteen', $edition, $from, $to) as asked on asked.game_id = hands.game_id
left join payers using (game_id, hand)
where hands.hand_class = 'top' and ($player::varchar is null or hands.player = $player)
order by hands.game_id, hands.hand, hands.player;

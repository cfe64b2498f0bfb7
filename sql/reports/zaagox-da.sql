-- Da of Zaägox: the chances to call, those that were taken, won, lost to another, or missed.
-- Grain: one row per player who ever held a card for another's discard.
-- $player: only this player.
select
    player,
    count(*) as chances,
    count(*) filter (where outcome <> 'missed') as calls,
    count(*) filter (where outcome = 'won') as won,
    count(*) filter (where outcome = 'lost') as lost,
    count(*) filter (where outcome = 'missed') as missed,
    round(count(*) filter (where outcome <> 'missed') / count(*), 3) as call_rate,
    round(
        count(*) filter (where outcome = 'won')
        / nullif(count(*) filter (where outcome <> 'missed'), 0), 3
    ) as won_rate
from zaagox_claims
where $player::varchar is null or player = $player
group by player
order by chances desc, player;

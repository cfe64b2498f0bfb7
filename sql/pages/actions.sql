-- How often a player did what, and the points it brought; of several actions in a turn each counts.
-- Grain: one row per game kind, player and action.
with told as (
    select
        game,
        player,
        game_id,
        round,
        turn,
        unnest(string_split(action, ' ')) as action,
        if(contains(action, ' '), null, points) as points
    from turn_facts
    where action is not null
),

turns as (
    select game, player, count(*) as turns
    from turn_facts
    where action is not null
    group by game, player
)

select
    told.game,
    told.player,
    told.action,
    count(distinct (told.game_id, told.round, told.turn)) as turns_with_it,
    turns.turns,
    coalesce(sum(told.points), 0)::bigint as points
from told
join turns using (game, player)
group by told.game, told.player, told.action, turns.turns
order by told.game, told.player, turns_with_it desc, told.action;

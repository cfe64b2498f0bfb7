-- How often a player did what; of several actions in a turn each counts.
-- Grain: one row per game kind, player and action. Takes of 6 nimmt! are told by their report.
-- $player: only this player.  $game: only this game kind.  $edition: only games of this edition.
-- $from: only games of this day or later.  $to: only games of this day or earlier.
with facts as (
    select facts.game, facts.player, facts.game_id, facts.round, facts.turn, facts.action
    from (
        from turn_facts_sixteen
        union all
        from turn_facts_zaagox
    ) as facts
    semi join seats_asked($game, $edition, $from, $to, $player) as asked
        on asked.game_id = facts.game_id and asked.seat = facts.seat
    where facts.action is not null
),

acts as (
    select game, player, game_id, round, turn, unnest(string_split(action, ' ')) as action
    from facts
),

turns as (
    select game, player, count(*) as turns from facts group by game, player
),

counted as (
    select game, player, action, count(distinct (game_id, round, turn)) as turns_with_it
    from acts
    group by game, player, action
)

select
    counted.game,
    counted.player,
    counted.action,
    counted.turns_with_it,
    turns.turns,
    rate(counted.turns_with_it, turns.turns) as rate,
    rate_low(counted.turns_with_it, turns.turns) as rate_low,
    rate_high(counted.turns_with_it, turns.turns) as rate_high
from counted
join turns using (game, player)
order by counted.game, counted.player, counted.turns_with_it desc, counted.action;

-- A seat is taken by the same player in every table.
-- Grain: one row per table, game, seat and player that the seats do not have.
with of_tables as (
    select 'rounds' as in_table, game_id, seat, player from rounds
    union all
    select 'turn_facts' as in_table, game_id, seat, player from turn_facts
    union all
    select 'zaagox_stored' as in_table, game_id, seat, player from zaagox_stored
    union all
    select 'zaagox_sets' as in_table, game_id, seat, player from zaagox_sets
)

select of_tables.in_table, of_tables.game_id, of_tables.seat, of_tables.player, count(*) as rows_found
from of_tables
anti join seats using (game_id, seat, player)
group by of_tables.in_table, of_tables.game_id, of_tables.seat, of_tables.player
order by of_tables.in_table, of_tables.game_id, of_tables.seat, of_tables.player;

-- Nothing is left of a game that is not loaded, and facts are of games of their kind.
-- Grain: one row per table and game_id that has rows there and should have none.
with of_tables as (
    select 'seats' as in_table, null as game, game_id from seats
    union all
    select 'rounds' as in_table, null as game, game_id from rounds
    union all
    select 'round_points' as in_table, null as game, 'of seat ' || seat_key as game_id
    from round_points anti join seats using (seat_key)
    union all
    select 'six_nimmt_placings' as in_table, 'six_nimmt' as game, 'of seat ' || seat_key as game_id
    from six_nimmt_placings anti join seats using (seat_key)
    union all
    select 'six_nimmt_dearer_rows' as in_table, 'six_nimmt' as game, 'of seat ' || seat_key as game_id
    from six_nimmt_dearer_rows anti join seats using (seat_key)
    union all
    select 'logs' as in_table, null as game, game_id from logs
    union all
    select 'log_blocks' as in_table, null as game, 'of block ' || block_key as game_id
    from log_blocks anti join logs using (block_key)
    union all
    select 'six_nimmt_turns' as in_table, 'six_nimmt' as game, game_id from six_nimmt_turns
    union all
    select 'sixteen_actions' as in_table, 'sixteen' as game, game_id from sixteen_actions
    union all
    select 'sixteen_hands' as in_table, 'sixteen' as game, game_id from sixteen_hands
    union all
    select 'zaagox_turns' as in_table, 'zaagox' as game, game_id from zaagox_turns
    union all
    select 'zaagox_claims' as in_table, 'zaagox' as game, game_id from zaagox_claims
    union all
    select 'zaagox_stored' as in_table, 'zaagox' as game, game_id from zaagox_stored
    union all
    select 'zaagox_sets' as in_table, 'zaagox' as game, game_id from zaagox_sets
)

select of_tables.in_table, of_tables.game_id, count(*) as rows_found
from of_tables
left join games using (game_id)
where games.game_id is null or games.game <> of_tables.game
group by of_tables.in_table, of_tables.game_id
order by of_tables.in_table, of_tables.game_id;

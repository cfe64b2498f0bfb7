-- Every loaded game has its seats, its rounds, its turns and its log.
-- Grain: one row per game and table that has not the rows that are due.
with due as (
    select game_id, 'seats' as in_table, seats as due_rows from games
    union all
    select game_id, 'rounds' as in_table, seats * rounds as due_rows from games
    union all
    select game_id, 'logs' as in_table, 1 as due_rows from games
),

found as (
    select game_id, 'seats' as in_table, count(distinct seat) as rows_found, count(*) as all_rows
    from seats group by game_id
    union all
    select
        game_id, 'rounds' as in_table, count(distinct (round, seat)) as rows_found, count(*) as all_rows
    from rounds group by game_id
    union all
    select game_id, 'logs' as in_table, 1 as rows_found, count(*) as all_rows
    from logs semi join log_blocks using (block_key) group by game_id
)

select due.game_id, due.in_table, due.due_rows, coalesce(found.all_rows, 0) as rows_found
from due
left join found using (game_id, in_table)
where
    coalesce(found.rows_found, 0) <> due.due_rows or coalesce(found.all_rows, 0) <> due.due_rows
order by due.game_id, due.in_table;

-- 6 nimmt!: each low card that took more heads than it had to is noted, and no other (N1).
-- Grain: one row per card that is noted and was not dearer, or the other way round.
with noted as (
    select game_id, round, turn, player, true as is_noted
    from findings semi join games using (log_sha256)
    where code = 'PLAY101'
),

dearer as (
    select game_id, round, turn, player, heads_taken, cheapest_row_heads
    from six_nimmt_turns
    where action = 'low_card' and heads_taken > cheapest_row_heads
)

select *
from dearer
full join noted using (game_id, round, turn, player)
where is_noted is null or heads_taken is null
order by game_id, round, turn, player;

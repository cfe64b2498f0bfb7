-- A game as it was loaded.
-- Grain: one row, none where there is no such game.
-- $game_id: which.
select
    game_id,
    game,
    edition,
    options,
    played_at,
    status,
    finished,
    rounds,
    log_sha256
from games
where game_id = $game_id;

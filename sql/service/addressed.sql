-- Games whose page may lie at an address that ends in this piece of the id's hash.
-- Grain: one row per game.
-- $own: the first eight hexadecimal digits of the SHA-256 of the id.
select game_id
from games
where starts_with(sha256(game_id), $own)
order by game_id;

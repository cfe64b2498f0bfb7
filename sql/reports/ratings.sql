-- Ratings: how strong every player is, by all games in their order, and how sure that is.
-- Grain: one row per game kind and player who was rated.
-- $player: only this player.  $game: only this game kind.
-- $min_games: only who was rated in at least so many games.
-- Plackett and Luce with ties, by openskill: mu is the strength (25 at first), sigma how unsure it
-- is (25/3 at first), the interval mu and 1.96 sigma. Placed by mu less 3 sigma. Few: below 30 games.
with latest as (
    select
        game,
        player,
        count(*) as games,
        arg_max(mu, position) as mu,
        arg_max(sigma, position) as sigma,
        arg_max(mu - mu_before, position) as last_change,
        arg_max(game_id, position) as last_game_id
    from rating_changes
    where
        ($game::varchar is null or game = $game)
        and ($player::varchar is null or player = $player)
    group by game, player
)

select
    game,
    player,
    games,
    round(mu, 3) as mu,
    round(sigma, 3) as sigma,
    round(mu - 1.96 * sigma, 3) as mu_low,
    round(mu + 1.96 * sigma, 3) as mu_high,
    round(mu - 3 * sigma, 3) as placed_by,
    round(last_change, 3) as last_change,
    last_game_id,
    few(games) as few
from latest
where $min_games::integer is null or games >= $min_games
order by game, placed_by desc, player;

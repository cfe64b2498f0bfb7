-- Every game's rounds (Sixteen: hands), each seat by its name.  Grain: one row per game, round and seat.
create or replace view rounds as
select
    seats.game_id,
    round_points.round,
    seats.seat,
    seats.player,
    round_points.points,
    round_points.running_total,
    round_points.recorded_points
from round_points
join seats using (seat_key);
comment on view rounds is 'The points of a player in a round of a loaded game; one row per game, round and seat.';
comment on column rounds.game_id is 'The game (games).';
comment on column rounds.round is 'Round, from 1 (Sixteen: hand).';
comment on column rounds.seat is 'Seat in the order of the log, from 1.';
comment on column rounds.player is 'Player id.';
comment on column rounds.points is 'Points of this round by the replay, in the unit of the game (6 nimmt!: bull heads); 0 when there were none; of a scoresheet as written down.';
comment on column rounds.running_total is 'Sum of points of this seat up to and with this round.';
comment on column rounds.recorded_points is 'Points of this round as written down, a claim; NULL: not written down, or beyond 64 bits.';

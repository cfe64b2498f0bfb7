-- What has many rows is kept in few numbers: a seat has one of its own, small numbers share one.
-- The views six_nimmt_turns and rounds show them as the tables of these names did.

alter table seats add column seat_key integer;
comment on column seats.seat_key is 'Number of this seat in this warehouse, by which round_points and six_nimmt_placings refer to it; it means nothing elsewhere.';
update seats set seat_key = numbered.seat_key
from (
    select game_id, seat, row_number() over (order by game_id, seat)::integer as seat_key from seats
) as numbered
where numbered.game_id = seats.game_id and numbered.seat = seats.seat;

create table round_points (
    seat_key integer not null,
    round smallint not null,
    points bigint not null,
    running_total bigint not null,
    recorded_points bigint
);
comment on table round_points is 'The points of a seat in a round, as the view rounds shows them; one row per seat and round.';
comment on column round_points.seat_key is 'The seat (seats).';
comment on column round_points.round is 'Round, from 1 (Sixteen: hand).';
comment on column round_points.points is 'Points of this round by the replay, in the unit of the game (6 nimmt!: bull heads); 0 when there were none.';
comment on column round_points.running_total is 'Sum of points of this seat up to and with this round.';
comment on column round_points.recorded_points is 'Points of this round as written down, a claim; NULL: not written down, or beyond 64 bits.';

create table six_nimmt_placings (
    seat_key integer not null,
    cards integer not null,
    moment integer not null,
    outcome integer not null
);
comment on table six_nimmt_placings is 'A card placed in a loaded game of 6 nimmt!, as the view six_nimmt_turns shows it; one row per seat, round and turn.';
comment on column six_nimmt_placings.seat_key is 'The seat (seats).';
comment on column six_nimmt_placings.cards is 'From the lowest bit: card 7 bits, row_end_before 7, row_length_before 3.';
comment on column six_nimmt_placings.moment is 'From the lowest bit: cheapest_row_heads 5 bits, placing_order 4, turn 4, round 14.';
comment on column six_nimmt_placings.outcome is 'From the lowest bit: action 2 bits (0 append, 1 sixth_card, 2 low_card), row less one 2, heads_taken 5, running_total 22.';

insert into round_points
select seats.seat_key, rounds.round, rounds.points, rounds.running_total, rounds.recorded_points
from rounds join seats using (game_id, seat)
order by seats.game_id, rounds.round, seats.seat;

insert into six_nimmt_placings
select
    seats.seat_key,
    turns.card + turns.row_end_before::integer * 128 + turns.row_length_before::integer * 16384,
    turns.cheapest_row_heads + turns.placing_order::integer * 32 + turns.turn::integer * 512
        + turns.round::integer * 8192,
    case turns.action when 'append' then 0 when 'sixth_card' then 1 else 2 end
        + (turns."row" - 1) * 4 + turns.heads_taken::integer * 16 + turns.running_total * 512
from six_nimmt_turns as turns join seats using (game_id, seat)
order by seats.game_id, turns.round, turns.turn, turns.placing_order;

-- Logs are compressed already; not to try it again saves most of what it costs to write them.
create table packed_logs (
    game_id varchar primary key,
    log blob not null using compression uncompressed
);
insert into packed_logs select game_id, log from logs;
drop table logs;
alter table packed_logs rename to logs;
comment on table logs is 'The log of a loaded game, byte for byte; one row per game.';
comment on column logs.game_id is 'The game (games).';
comment on column logs.log is 'The log as it stood in its file, without the line end, compressed with Zstandard.';

drop view if exists turn_facts;
drop view if exists turn_facts_six_nimmt;
drop table rounds;
drop table six_nimmt_turns;

-- Logs are kept some together in a block, compressed at once: half the room, and half the time.
-- What is there already stays as it is, a block a log.

create table log_blocks (
    block_key integer not null,
    logs blob not null using compression uncompressed
);
comment on table log_blocks is 'Logs of loaded games, some in a block; one row per block. It goes when none of its games is left.';
comment on column log_blocks.block_key is 'Number of this block in this warehouse, by which logs refers to it; it means nothing elsewhere.';
comment on column log_blocks.logs is 'Logs as they stood in their files, a line end after each, compressed together with Zstandard.';

create table log_places (
    game_id varchar not null,
    block_key integer not null,
    first_byte integer not null,
    bytes integer
);
insert into log_places
select game_id, row_number() over (order by rowid), 0, null from logs;
insert into log_blocks
select places.block_key, logs.log
from logs join log_places as places using (game_id)
order by places.block_key;
drop table logs;
alter table log_places rename to logs;
comment on table logs is 'Where the log of a loaded game is kept, byte for byte; one row per game.';
comment on column logs.game_id is 'The game (games).';
comment on column logs.block_key is 'The block (log_blocks).';
comment on column logs.first_byte is 'Where in the block, unpacked, the log begins, counted from 0.';
comment on column logs.bytes is 'How long it is; NULL: it goes on to the end of the block.';

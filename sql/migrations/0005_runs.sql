-- Runs that are not an ingest of files: rejects taken up again, games verified again.

alter table ingests add column command varchar default 'ingest';
alter table ingests add column removed bigint default 0;
comment on table ingests is 'A run that loaded logs; one row per run. logs = loaded + skipped + rejected; loaded less replaced and removed of all runs are the games.';
comment on column ingests.command is 'What ran: ingest; retry, rejects taken up again from their stored text; reverify, games whose verdict had changed.';
comment on column ingests.removed is 'Games that left because today''s rules do not let their log in; it is among those rejected.';

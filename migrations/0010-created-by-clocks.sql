-- Ids carry the service's time (docs/decisions/0018). Where an object's clock shows another, the moment it was made is stored beside its id.
-- step: in one transaction
alter table objects add column if not exists created_at timestamptz;       -- null where the id says it
-- step: in one transaction
alter table events add column if not exists created_at timestamptz;
-- step: concurrently
create index concurrently if not exists objects_created_at on objects (account, object, created_at, id desc) where created_at is not null;
create index concurrently if not exists events_created_at on events (account, created_at, id desc) where created_at is not null;
-- step: in one transaction
alter table clocks add column if not exists id_offset_ms bigint not null default 0;
-- In a sandbox whose clock was moved before, ids lie ahead by as much. They go on from there, so that what comes sorts after what was.
-- What is there needs nothing beside its id: it was made at the very moment that the id says.
-- step: in batches over clocks
update clocks set id_offset_ms = offset_ms where ctid >= $1::tid and ctid < $2::tid and id_offset_ms = 0 and offset_ms <> 0

-- Ids carry the service's time (docs/decisions/0018). Where an object's clock shows another, the moment it was made is stored beside its id.
alter table objects add column created_at timestamptz;                     -- null where the id says it
alter table events add column created_at timestamptz;
create index objects_created_at on objects (account, object, created_at, id desc) where created_at is not null;
create index events_created_at on events (account, created_at, id desc) where created_at is not null;

-- In a sandbox whose clock was moved before, ids lie ahead by as much. They go on from there, so that what comes sorts after what was.
-- What is there needs nothing beside its id: it was made at the very moment that the id says.
alter table clocks add column id_offset_ms bigint not null default 0;
update clocks set id_offset_ms = offset_ms;

-- What lists of subscription schedules filter by.
-- step: in one transaction
alter table objects
  add column if not exists canceled_at text collate "C",
  add column if not exists completed_at text collate "C",
  add column if not exists released_at text collate "C",
  add column if not exists scheduled text collate "C";
-- step: concurrently
create index concurrently if not exists objects_canceled_at on objects (account, object, canceled_at, id desc) where canceled_at is not null;
-- step: concurrently
create index concurrently if not exists objects_completed_at on objects (account, object, completed_at, id desc) where completed_at is not null;
-- step: concurrently
create index concurrently if not exists objects_released_at on objects (account, object, released_at, id desc) where released_at is not null;
-- step: concurrently
create index concurrently if not exists objects_scheduled on objects (account, object, scheduled, id desc) where scheduled is not null;

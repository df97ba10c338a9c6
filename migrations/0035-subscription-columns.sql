-- What lists of subscriptions, their items and what is billed by them filter by.
-- step: in one transaction
alter table objects
  add column if not exists collection_method text collate "C",
  add column if not exists current_period_end text collate "C",
  add column if not exists current_period_start text collate "C",
  add column if not exists subscription text collate "C";
-- step: concurrently
create index concurrently if not exists objects_collection_method on objects (account, object, collection_method, id desc) where collection_method is not null;
-- step: concurrently
create index concurrently if not exists objects_current_period_end on objects (account, object, current_period_end, id desc) where current_period_end is not null;
-- step: concurrently
create index concurrently if not exists objects_current_period_start on objects (account, object, current_period_start, id desc) where current_period_start is not null;
-- step: concurrently
create index concurrently if not exists objects_subscription on objects (account, object, subscription, id desc) where subscription is not null;

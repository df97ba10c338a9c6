-- What lists of products, prices and what is billed by them filter by.
-- step: in one transaction
alter table objects
  add column if not exists active text collate "C",
  add column if not exists lookup_key text collate "C",
  add column if not exists product text collate "C",
  add column if not exists recurring_interval text collate "C",
  add column if not exists recurring_meter text collate "C",
  add column if not exists recurring_usage_type text collate "C",
  add column if not exists shippable text collate "C",
  add column if not exists url text collate "C";
-- step: concurrently
create index concurrently if not exists objects_active on objects (account, object, active, id desc) where active is not null;
-- step: concurrently
create index concurrently if not exists objects_lookup_key on objects (account, object, lookup_key, id desc) where lookup_key is not null;
-- step: concurrently
create index concurrently if not exists objects_product on objects (account, object, product, id desc) where product is not null;
-- step: concurrently
create index concurrently if not exists objects_recurring_interval on objects (account, object, recurring_interval, id desc) where recurring_interval is not null;
-- step: concurrently
create index concurrently if not exists objects_recurring_meter on objects (account, object, recurring_meter, id desc) where recurring_meter is not null;
-- step: concurrently
create index concurrently if not exists objects_recurring_usage_type on objects (account, object, recurring_usage_type, id desc) where recurring_usage_type is not null;
-- step: concurrently
create index concurrently if not exists objects_shippable on objects (account, object, shippable, id desc) where shippable is not null;
-- step: concurrently
create index concurrently if not exists objects_url on objects (account, object, url, id desc) where url is not null;

-- What lists of credits and alerts filter by, and by which a customer's unused grants are found.
-- step: in one transaction
alter table objects
  add column if not exists alert_type text collate "C",
  add column if not exists credit_grant text collate "C",
  add column if not exists meter text collate "C",
  add column if not exists open text collate "C";
-- step: concurrently
create index concurrently if not exists objects_alert_type on objects (account, object, alert_type, id desc) where alert_type is not null;
-- step: concurrently
create index concurrently if not exists objects_credit_grant on objects (account, object, credit_grant, id desc) where credit_grant is not null;
-- step: concurrently
create index concurrently if not exists objects_meter on objects (account, object, meter, id desc) where meter is not null;
-- step: concurrently
create index concurrently if not exists objects_open on objects (account, object, customer, id desc) where open = 'true';

-- What lists of payment method domains and of payment attempt records filter by. Processes of the previous version do not know the columns, and continue to work.
-- step: in one transaction
alter table objects
  add column if not exists domain_name text collate "C",
  add column if not exists enabled text collate "C",
  add column if not exists payment_record text collate "C";
-- step: concurrently
create index concurrently if not exists objects_domain_name on objects (account, object, domain_name, id desc) where domain_name is not null;
-- step: concurrently
create index concurrently if not exists objects_enabled on objects (account, object, enabled, id desc) where enabled is not null;
-- step: concurrently
create index concurrently if not exists objects_payment_record on objects (account, object, payment_record, id desc) where payment_record is not null;

-- What lists of subscriptions filter by. Those of before have no automatic taxes.
-- step: in one transaction
alter table objects
  add column if not exists automatic_tax_enabled text collate "C";
-- step: in batches over objects
update objects
set automatic_tax_enabled = coalesce(doc -> 'automatic_tax' ->> 'enabled', 'false')
where ctid >= $1::tid and ctid < $2::tid and object = 'subscription' and not deleted and automatic_tax_enabled is null;
-- step: concurrently
create index concurrently if not exists objects_automatic_tax_enabled on objects (account, object, automatic_tax_enabled, id desc) where automatic_tax_enabled is not null;

-- Whose a tax id is: the account's own, or a customer's.
-- step: in one transaction
alter table objects add column if not exists held_by text collate "C";
-- step: concurrently
create index concurrently if not exists objects_held_by on objects (account, object, held_by, id desc) where held_by is not null;

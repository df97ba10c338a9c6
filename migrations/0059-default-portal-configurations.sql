-- Lists of portal configurations find the default one.
-- step: in one transaction
alter table objects add column if not exists is_default text collate "C";
-- step: concurrently
create index concurrently if not exists objects_is_default on objects (account, object, is_default, id desc) where is_default is not null;

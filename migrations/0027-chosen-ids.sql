-- Where callers choose ids, an id says nothing of when its object was made: lists go by the place beside it.
-- step: in one transaction
alter table objects add column if not exists place text collate "C";
-- step: concurrently
create index concurrently if not exists objects_place on objects (account, object, place desc) where place is not null;

-- What lists of personalization designs, issued cards, links to files and charges filter by. Processes of the previous version do not know the columns, and
-- continue to work; what they write has its columns from its next change on.
-- step: in one transaction
alter table objects
  add column if not exists default_for text collate "C",
  add column if not exists expired text collate "C",
  add column if not exists personalization_design text collate "C",
  add column if not exists preferences_is_default text collate "C",
  add column if not exists preferences_is_platform_default text collate "C";
-- step: concurrently
create index concurrently if not exists objects_default_for on objects (account, object, default_for, id desc) where default_for is not null;
-- step: concurrently
create index concurrently if not exists objects_personalization_design on objects (account, object, personalization_design, id desc) where personalization_design is not null;
-- step: concurrently
create index concurrently if not exists objects_preferences_is_default on objects (account, object, preferences_is_default, id desc) where preferences_is_default is not null;
-- step: concurrently
create index concurrently if not exists objects_preferences_is_platform_default on objects (account, object, preferences_is_platform_default, id desc) where preferences_is_platform_default is not null;
-- step: concurrently
create index concurrently if not exists objects_expired on objects (account, object, expired, id desc) where expired is not null;
-- step: in batches over objects
update objects
set expired = case when object = 'file_link' then doc ->> 'expired' else expired end,
  transfer_group = case when object = 'charge' then doc ->> 'transfer_group' else transfer_group end
where ctid >= $1::tid and ctid < $2::tid and not deleted
  and ((object = 'file_link' and expired is null) or (object = 'charge' and transfer_group is null and doc ->> 'transfer_group' is not null));

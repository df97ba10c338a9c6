-- What lists of transfers, their reversals and refunds of fees filter by.
-- step: in one transaction
alter table objects
  add column if not exists fee text collate "C",
  add column if not exists transfer text collate "C",
  add column if not exists transfer_group text collate "C";
-- step: concurrently
create index concurrently if not exists objects_fee on objects (account, object, fee, id desc) where fee is not null;
-- step: concurrently
create index concurrently if not exists objects_transfer on objects (account, object, transfer, id desc) where transfer is not null;
-- step: concurrently
create index concurrently if not exists objects_transfer_group on objects (account, object, transfer_group, id desc) where transfer_group is not null;

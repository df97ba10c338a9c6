-- What lists of cardholders and issued cards filter by.
-- step: in one transaction
alter table objects
  add column if not exists exp_month text collate "C",
  add column if not exists exp_year text collate "C",
  add column if not exists last4 text collate "C",
  add column if not exists phone_number text collate "C";
-- step: concurrently
create index concurrently if not exists objects_last4 on objects (account, object, last4, id desc) where last4 is not null;
-- step: concurrently
create index concurrently if not exists objects_phone_number on objects (account, object, phone_number, id desc) where phone_number is not null;
-- step: concurrently
create index concurrently if not exists objects_exp_month on objects (account, object, exp_month, id desc) where exp_month is not null;
-- step: concurrently
create index concurrently if not exists objects_exp_year on objects (account, object, exp_year, id desc) where exp_year is not null;

-- Whom payouts go to, when they arrive, and the bank account of each currency that scheduled payouts go to.
-- step: in one transaction
alter table objects
  add column if not exists arrival_date text collate "C",
  add column if not exists beneficiary text collate "C",
  add column if not exists default_for_currency text collate "C";
-- What is there already. What a program of the version before writes meanwhile has its column from its next change on.
-- step: in batches over objects
update objects
set arrival_date = doc ->> 'arrival_date'
where ctid >= $1::tid and ctid < $2::tid and object = 'payout' and not deleted and arrival_date is null and doc ->> 'arrival_date' is not null;
-- step: in batches over objects
update objects
set default_for_currency = doc ->> 'default_for_currency'
where ctid >= $1::tid and ctid < $2::tid and object = 'bank_account' and not deleted and default_for_currency is null
  and doc ->> 'default_for_currency' is not null;
-- step: concurrently
create index concurrently if not exists objects_arrival_date on objects (account, object, (lpad(arrival_date, 12, '0')), id desc) where arrival_date is not null;
-- step: concurrently
create index concurrently if not exists objects_beneficiary on objects (account, object, beneficiary, id desc) where beneficiary is not null;
-- step: concurrently
create index concurrently if not exists objects_default_for_currency on objects (account, object, default_for_currency, id desc) where default_for_currency is not null;

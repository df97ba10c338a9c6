-- What lists of promotion codes, tax rates and balance transactions of customers filter by.
-- step: in one transaction
alter table objects
  add column if not exists code_key text collate "C",
  add column if not exists inclusive text collate "C",
  add column if not exists invoice text collate "C",
  add column if not exists of_coupon text collate "C";
-- step: concurrently
create index concurrently if not exists objects_code_key on objects (account, object, code_key, id desc) where code_key is not null;
-- step: concurrently
create index concurrently if not exists objects_inclusive on objects (account, object, inclusive, id desc) where inclusive is not null;
-- step: concurrently
create index concurrently if not exists objects_invoice on objects (account, object, invoice, id desc) where invoice is not null;
-- step: concurrently
create index concurrently if not exists objects_of_coupon on objects (account, object, of_coupon, id desc) where of_coupon is not null;

-- What lists of invoices, of what is put on them and of what pays them filter by.
-- step: in one transaction
alter table objects
  add column if not exists collection_method text collate "C",
  add column if not exists due_date text collate "C",
  add column if not exists invoice text collate "C",
  add column if not exists payment_payment_intent text collate "C",
  add column if not exists payment_type text collate "C",
  add column if not exists pending text collate "C",
  add column if not exists subscription text collate "C";
-- step: concurrently
create index concurrently if not exists objects_collection_method on objects (account, object, collection_method, id desc) where collection_method is not null;
-- step: concurrently
create index concurrently if not exists objects_due_date on objects (account, object, due_date, id desc) where due_date is not null;
-- step: concurrently
create index concurrently if not exists objects_invoice on objects (account, object, invoice, id desc) where invoice is not null;
-- step: concurrently
create index concurrently if not exists objects_payment_payment_intent on objects (account, object, payment_payment_intent, id desc) where payment_payment_intent is not null;
-- step: concurrently
create index concurrently if not exists objects_pending on objects (account, object, pending, id desc) where pending is not null;
-- step: concurrently
create index concurrently if not exists objects_subscription on objects (account, object, subscription, id desc) where subscription is not null;

-- What lists of authorizations, transactions and disputes of issued cards filter by.
-- step: in one transaction
alter table objects
  add column if not exists card text collate "C",
  add column if not exists cardholder text collate "C",
  add column if not exists transaction text collate "C",
  add column if not exists used_card text collate "C";
-- step: concurrently
create index concurrently if not exists objects_card on objects (account, object, card, id desc) where card is not null;
-- step: concurrently
create index concurrently if not exists objects_cardholder on objects (account, object, cardholder, id desc) where cardholder is not null;
-- step: concurrently
create index concurrently if not exists objects_transaction on objects (account, object, transaction, id desc) where transaction is not null;
-- step: concurrently
create index concurrently if not exists objects_used_card on objects (account, object, used_card, id desc) where used_card is not null;

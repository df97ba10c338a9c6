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
-- A balance that was set before its changes were kept begins with what it is.
-- step: in batches over objects
insert into objects (account, object, id, version, doc, customer, created_at)
  select account, 'customer_balance_transaction', 'cbtxn_' || right(id, 22), 1, json_build_object('id', 'cbtxn_' || right(id, 22),
      'object', 'customer_balance_transaction', 'created', doc -> 'created', 'livemode', doc -> 'livemode', 'amount', doc -> 'balance',
      'checkout_session', null, 'credit_note', null, 'currency', coalesce(doc ->> 'currency', 'usd'), 'customer', id, 'customer_account', null,
      'description', null, 'ending_balance', doc -> 'balance', 'invoice', null, 'metadata', json_build_object(), 'type', 'migration'), id, created_at
    from objects it where ctid >= $1::tid and ctid < $2::tid and object = 'customer' and not deleted and (doc ->> 'balance')::numeric <> 0
      and not exists (select from objects t where t.account = it.account and t.object = 'customer_balance_transaction' and t.customer = it.id)
  on conflict do nothing

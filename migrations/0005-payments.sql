-- Filters of charges, refunds, disputes and files, each with its partial index (docs/decisions/0001).
-- step: in one transaction
alter table objects add column if not exists charge text collate "C", add column if not exists file text collate "C",
  add column if not exists payment_intent text collate "C", add column if not exists purpose text collate "C";
-- step: concurrently
create index concurrently if not exists objects_charge on objects (account, object, charge, id desc) where charge is not null;
create index concurrently if not exists objects_file on objects (account, object, file, id desc) where file is not null;
create index concurrently if not exists objects_payment_intent on objects (account, object, payment_intent, id desc) where payment_intent is not null;
create index concurrently if not exists objects_purpose on objects (account, object, purpose, id desc) where purpose is not null;
-- step: in one transaction
create view charges as
  select account, id, doc ->> 'status' as status, (doc ->> 'amount')::bigint as amount, (doc ->> 'amount_captured')::bigint as amount_captured,
    (doc ->> 'amount_refunded')::bigint as amount_refunded, doc ->> 'currency' as currency, doc ->> 'payment_intent' as payment_intent,
    doc ->> 'balance_transaction' as balance_transaction
  from objects where object = 'charge';

create view payment_intents as
  select account, id, doc ->> 'status' as status, (doc ->> 'amount')::bigint as amount, (doc ->> 'amount_received')::bigint as amount_received,
    doc ->> 'currency' as currency, doc ->> 'latest_charge' as latest_charge
  from objects where object = 'payment_intent';

create view refunds as
  select account, id, doc ->> 'status' as status, (doc ->> 'amount')::bigint as amount, doc ->> 'currency' as currency, doc ->> 'charge' as charge
  from objects where object = 'refund';

create view disputes as
  select account, id, doc ->> 'status' as status, (doc ->> 'amount')::bigint as amount, doc ->> 'currency' as currency, doc ->> 'charge' as charge
  from objects where object = 'dispute';

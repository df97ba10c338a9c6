-- Stable views for whoever checks the service from outside; tables may change, these do not.
create view ledger_entries as
  select account, id as transfer, movement, debit as ledger_account, currency, -amount as amount, source, posted_at from entries
  union all
  select account, id as transfer, movement, credit as ledger_account, currency, amount, source, posted_at from entries;

create view ledger_balances as
  select account, ledger_account, currency, sum(amount)::bigint as amount from ledger_entries group by account, ledger_account, currency;

create view balance_transactions as
  select account, id, doc ->> 'type' as type, (doc ->> 'amount')::bigint as amount, (doc ->> 'fee')::bigint as fee, (doc ->> 'net')::bigint as net,
    doc ->> 'currency' as currency, doc ->> 'source' as source, doc ->> 'status' as status
  from objects where object = 'balance_transaction';

create view payouts as
  select account, id, doc ->> 'status' as status, (doc ->> 'amount')::bigint as amount, doc ->> 'currency' as currency, doc ->> 'destination' as destination
  from objects where object = 'payout';

create view event_log as
  select account, id, type, object_id, doc -> 'data' -> 'object' ->> 'status' as status from events;

create view event_deliveries as
  select account, doc ->> 'event' as event, doc ->> 'webhook_endpoint' as webhook_endpoint, doc ->> 'outcome' as outcome, (doc ->> 'attempt')::int as attempt
  from objects where object = 'webhook_attempt';

create view idempotency_keys as
  select account, key, status, reply is not null as answered, created_at from idempotency;

-- A refund of money that was only held moves none and has no balance transaction: whoever adds refunds up must be able to tell them apart.
create or replace view refunds as
  select account, id, doc ->> 'status' as status, (doc ->> 'amount')::bigint as amount, doc ->> 'currency' as currency, doc ->> 'charge' as charge,
    doc ->> 'balance_transaction' as balance_transaction
  from objects where object = 'refund';

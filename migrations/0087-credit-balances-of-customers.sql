-- What the next invoice of a customer takes off: the opposite of the balance that the customer has already. What a process of the previous version writes
-- has it from the next change of the balance on.
-- step: in batches over objects
update objects
set version = version + 1,
  doc = replace(
    case when doc -> 'invoice_credit_balance' is null then left(doc::text, -1) || ',"invoice_credit_balance":{}}' else doc::text end,
    '"invoice_credit_balance":{}',
    format('"invoice_credit_balance":{%s:%s}', to_json(doc ->> 'currency'), 0 - (doc ->> 'balance')::bigint)
  )::json
where ctid >= $1::tid and ctid < $2::tid and object = 'customer' and not deleted
  and doc ->> 'balance' <> '0' and doc ->> 'currency' is not null and coalesce(doc ->> 'invoice_credit_balance', '{}') = '{}'

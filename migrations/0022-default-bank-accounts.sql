-- Of the bank accounts of a currency one is the default, and claims that. Where several were flagged, it is the one that payouts go to, or
-- else the newest.
-- step: in one transaction
insert into uniques (account, object, member, value, owner)
select account, 'bank_account', 'default_for_currency', currency, id from (
  select it.account, it.id, it.doc ->> 'currency' as currency,
    row_number() over (partition by it.account, it.doc ->> 'currency' order by (owner.id is not null) desc, it.id desc) as place
  from objects it
  left join objects owner on owner.account = it.account and owner.object = 'account' and owner.doc ->> 'default_destination' = it.id
  where it.object = 'bank_account' and not it.deleted and (it.doc ->> 'default_for_currency')::boolean
) flagged where place = 1
on conflict do nothing;
-- step: in batches over objects
update objects it
set version = it.version + 1, doc = replace(it.doc::text, '"default_for_currency":true', '"default_for_currency":false')::json
where it.ctid >= $1::tid and it.ctid < $2::tid and it.object = 'bank_account' and not it.deleted and (it.doc ->> 'default_for_currency')::boolean
  and not exists (select from uniques u where u.account = it.account and u.object = 'bank_account' and u.member = 'default_for_currency'
    and u.value = it.doc ->> 'currency' and u.owner = it.id)

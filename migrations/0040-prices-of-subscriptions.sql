-- Lists find subscriptions by the prices of their items; those of before are given their terms.
-- step: in batches over searches
update searches it set terms = coalesce(it.terms, '{}') || jsonb_build_object(it.account, coalesce(it.terms -> it.account, '{}') || jsonb_build_object('prices', of.prices))
from (
  select account, id, (select jsonb_agg(item -> 'price' ->> 'id') from json_array_elements(doc -> 'items' -> 'data') item) as prices
  from objects where object = 'subscription' and not deleted
) of
where it.ctid >= $1::tid and it.ctid < $2::tid and it.object = 'subscription' and of.account = it.account and of.id = it.id
  and of.prices is not null and not coalesce(it.terms -> it.account ? 'prices', false)

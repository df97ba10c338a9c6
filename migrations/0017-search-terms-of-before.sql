-- What search finds rows of before 0006 by: all members, in the places where programs of after look for them. An earlier form of 0006 left
-- those that no index has in `terms`, where nobody looks.
-- step: in batches over searches
update searches set
  rest = case when terms ? 'account' then terms - 'account' else (terms -> account) || rest end,
  terms = case when terms ? 'account' then terms || jsonb_build_object(account, terms - 'account' - 'created') else terms end
where ctid >= $1::tid and ctid < $2::tid and terms is not null and (
  (terms ? 'account' and not terms ? account)
  or (terms ? account and not terms ? 'account' and rest ? 'created' and rest - 'created' = '{}' and terms -> account <> '{}'))

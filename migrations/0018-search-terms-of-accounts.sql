-- contract of 0006
-- No program of before reads or writes any more: rows have one shape, and only what has terms is in the index.
-- step: in one transaction
drop trigger if exists searches_in_both_shapes on searches;
drop function if exists searches_in_both_shapes();
-- step: in batches over searches
update searches set terms = case when terms ? account and terms -> account <> '{}' then jsonb_build_object(account, terms -> account) end
where ctid >= $1::tid and ctid < $2::tid and (terms ? 'account' or terms = '{}')
-- step: concurrently
create index concurrently if not exists searches_terms_of_accounts on searches using gin (terms jsonb_path_ops) with (fastupdate = off) where terms is not null;
drop index concurrently if exists searches_terms;

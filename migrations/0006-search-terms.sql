-- Only what few objects share is worth an index entry: a payment had twenty-one, most of them in lists that every payment shares. The
-- account leads the path of each term, so the index alone finds one tenant's matches.
drop index searches_terms;
alter table searches alter column terms drop not null, add column rest jsonb not null default '{}';
update searches set
  rest = case when terms ? 'account' then jsonb_build_object('created', terms -> 'created') else '{}' end,
  terms = case when terms ? 'account' then jsonb_build_object(account, terms - 'account' - 'created') end;
create index searches_terms on searches using gin (terms jsonb_path_ops) with (fastupdate = off) where terms is not null;

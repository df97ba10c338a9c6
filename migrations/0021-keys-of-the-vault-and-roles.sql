-- The keys that sealed rows name. Each row holds the key of all keyed hashes, sealed with that key: who cannot open it has another key.
create table vault_keys (
  id    text collate "C" primary key,
  sealed bytea not null,
  since timestamptz not null default now()
);

-- What a role may do that serves requests, and works off jobs, without owning the tables: it reads and writes rows, and what must only ever
-- be appended to it can neither change nor take away. It may be granted again at any time, and to several roles.
create function grant_serving(serving text) returns void language plpgsql as $$
begin
  execute format('grant usage on schema %I to %I', current_schema(), serving);
  execute format('grant select, insert, update, delete on all tables in schema %I to %I', current_schema(), serving);
  execute format('grant usage on all sequences in schema %I to %I', current_schema(), serving);
  execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to %I', current_schema(), serving);
  execute format('alter default privileges in schema %I grant usage on sequences to %I', current_schema(), serving);
  execute format('revoke update, delete, truncate on entries, audit_records, audit_chain from %I', serving);
  execute format('revoke insert, update, delete, truncate on migrations from %I', serving);
end $$;
revoke execute on function grant_serving(text) from public;

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_serving') then perform grant_serving('florin_serving'); end if;
end $$;

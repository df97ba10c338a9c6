-- Sandboxes are reset, and saved as snapshots that can be loaded (docs/decisions/0084). Processes of the version before continue to work, but a
-- write of theirs that was decided before a reset is not refused.

-- How often the books of an account were replaced. A write that was decided before the last time is refused.
alter table clocks add column epoch int not null default 0;

-- Whether the books have not been replaced since an epoch. They cannot be before the end of the transaction: a replacement waits for the shared
-- lock. Volatile, so that the epoch is read after the lock was taken, not as the statement began.
create function is_epoch(of_account text, of_epoch int) returns boolean language plpgsql volatile as $$
begin
  if not pg_try_advisory_xact_lock_shared(hashtextextended('florin books ' || of_account, 0)) then
    return false;
  end if;
  return coalesce((select epoch from clocks where account = of_account), 0) = of_epoch;
end $$;

-- Refuses a write of one of these accounts if its books were replaced since.
create function keep_epochs(accounts text[], epochs int[]) returns boolean language plpgsql volatile as $$
begin
  for n in 1..cardinality(accounts) loop
    if not is_epoch(accounts[n], epochs[n]) then
      raise exception 'The books of this account were replaced' using errcode = 'not_null_violation', column = 'epoch';
    end if;
  end loop;
  return true;
end $$;

-- Entries are still never changed. Those of test mode are removed with all other rows of their sandbox, and only by the function below.
create function refuse_removal() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('florin.replaces', true), '') <> 'on' or exists (select from gone where account not like '%\_test') then
    raise exception '% of % is refused: entries are only ever appended; post a reversing entry instead', tg_op, tg_table_name;
  end if;
  return null;
end $$;
drop trigger entries_append_only on entries;
create trigger entries_append_only before update or truncate on entries for each statement execute function refuse_change();
create trigger entries_kept after delete on entries referencing old table as gone for each statement execute function refuse_removal();

-- It runs as the owner of the tables, because the role that serves requests may not remove entries.
create function remove_entries(accounts text[]) returns void language plpgsql security definer set search_path from current as $$
begin
  perform set_config('florin.replaces', 'on', true);
  delete from entries where account = any (accounts);
  perform set_config('florin.replaces', 'off', true);
end $$;
revoke execute on function remove_entries(text[]) from public;

create or replace function grant_serving(serving text) returns void language plpgsql as $$
begin
  execute format('grant usage on schema %I to %I', current_schema(), serving);
  execute format('grant select, insert, update, delete on all tables in schema %I to %I', current_schema(), serving);
  execute format('grant usage on all sequences in schema %I to %I', current_schema(), serving);
  execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to %I', current_schema(), serving);
  execute format('alter default privileges in schema %I grant usage on sequences to %I', current_schema(), serving);
  execute format('revoke update, delete, truncate on entries, audit_records, audit_chain from %I', serving);
  execute format('revoke insert, update, delete, truncate on migrations from %I', serving);
  execute format('grant execute on function remove_entries(text[]) to %I', serving);
end $$;

-- The state of a sandbox at one time; `doc` is the object as callers see it.
create table snapshots (
  account    text collate "C" not null,
  id         text collate "C" not null,
  name       text collate "C",
  schema     int not null,                         -- the last migration, because rows are stored in the form of their tables
  created_at timestamptz not null,
  doc        json not null,
  primary key (account, id)
);
create unique index snapshots_name on snapshots (account, name) where name is not null;

-- The rows of a snapshot: `of` is their table, and `content` the text of the whole row, except what the vault has sealed.
create table snapshot_rows (
  account  text collate "C" not null,
  snapshot text collate "C" not null,
  of       text collate "C" not null,
  place    bigint not null,
  owner    text collate "C" not null,              -- the account of the row: the sandbox, or one that is connected to it
  subject  text collate "C",                       -- the id under which the row was sealed
  content  text not null,
  sealed   bytea,
  primary key (account, snapshot, of, place)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'florin_serving') then perform grant_serving('florin_serving'); end if;
end $$;

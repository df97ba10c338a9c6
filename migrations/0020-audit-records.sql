-- Who did what that is privileged, from where and with what outcome (docs/decisions/0024). Written in the transaction of its cause.
create table audit_records (
  account    text collate "C" not null,            -- '' for what concerns all accounts
  id         text collate "C" not null,            -- the request's own ending, so a request leaves one record however often it is tried
  created_at timestamptz not null,                 -- by the service's clock, whatever clock the account shows
  action     text not null,
  actor      text collate "C" not null,
  outcome    text not null,
  subject    text collate "C",
  doc        json not null,
  primary key (account, id)
);
create index audit_records_action on audit_records (account, action, id desc);
create index audit_records_actor on audit_records (account, actor, id desc);
create index audit_records_outcome on audit_records (account, outcome, id desc);
create index audit_records_subject on audit_records (account, subject, id desc);
create index audit_records_created_at on audit_records (account, created_at, id desc);

-- The chain is made soon after, by one process at a time, so that no two requests ever wait for each other because of it.
create table audit_unlinked (
  account text collate "C" not null,
  id      text collate "C" not null,
  primary key (account, id)
) with (autovacuum_vacuum_scale_factor = 0.02);

create table audit_chain (
  place     bigint primary key check (place > 0),
  account   text collate "C" not null,
  id        text collate "C" not null,
  hash      bytea not null,                        -- keyed, of the hash before it and of the record
  linked_at timestamptz not null default now(),
  unique (account, id)
);

create function await_link() returns trigger language plpgsql as $$
begin
  insert into audit_unlinked (account, id) select account, id from fresh;
  return null;
end $$;
create trigger audit_records_await_link after insert on audit_records referencing new table as fresh for each statement execute function await_link();

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: what was recorded is only ever appended to', tg_op, tg_table_name;
end $$;
create trigger audit_records_append_only before update or delete or truncate on audit_records for each statement execute function refuse_rewriting();
create trigger audit_chain_append_only before update or delete or truncate on audit_chain for each statement execute function refuse_rewriting();

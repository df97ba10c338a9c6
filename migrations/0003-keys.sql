-- API keys by their hash. `account` is the account and mode that every other table is keyed by: live and test share no row.
create table keys (
  hash        bytea primary key,
  id          text collate "C" not null unique,
  account     text collate "C" not null,
  account_id  text collate "C" not null,
  livemode    boolean not null,
  kind        text not null check (kind in ('secret', 'publishable', 'restricted')),
  permissions text[] not null default '{}',        -- of a restricted key
  name        text not null,
  hint        text not null,                       -- the last four characters
  created_at  timestamptz not null,
  expires_at  timestamptz                          -- revoked, or rolled with an overlap
);
create index keys_account on keys (account_id);

-- A sandbox's own time: how far it has been moved ahead of the real one.
create table clocks (
  account   text collate "C" primary key,
  offset_ms bigint not null check (offset_ms >= 0)
);

-- Sessions of the Stripe CLI (`stripe listen`, `stripe logs tail`). One process holds the socket of a session; the others find the session here.
-- Processes of the previous version do not know the table.
create table listeners (
  hash       text collate "C" primary key,           -- of the session's secret
  account    text collate "C" not null,
  id         text collate "C" not null,
  key_id     text collate "C" not null,              -- a session ends with its API key
  feature    text not null check (feature in ('webhooks', 'request_logs')),
  filters    json,                                   -- of request logs
  created_at timestamptz not null default clock_timestamp(),
  holder     text,                                   -- the socket that holds it
  open_until timestamptz,                            -- extended by that socket's process
  position   json,                                   -- what the socket has sent, for the next one
  resent     text[] not null default '{}'            -- events to send again
);
create index listeners_account on listeners (account, created_at);

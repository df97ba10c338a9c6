-- Documents for resources (docs/decisions/0001). The API object is stored as sent; real columns exist for documented filters only.
create table objects (
  account        text collate "C" not null,
  object         text collate "C" not null,
  id             text collate "C" not null,
  version        int not null,                     -- null is how a lost race is refused
  doc            json not null,
  secret         text,                             -- client_secret, or a sealed signing secret; in no document
  deleted        boolean not null default false,
  currency       text collate "C",
  customer       text collate "C",
  destination    text collate "C",
  email          text collate "C",
  enabled_events text[],
  event          text collate "C",
  payment_method text collate "C",
  payout         text collate "C",
  setup_intent   text collate "C",
  source         text collate "C",
  status         text collate "C",
  type           text collate "C",
  webhook_endpoint text collate "C",
  primary key (account, object, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- One partial index per filter column, whatever the kind: one per kind and filter would halve the inserts of every kind.
create index objects_currency on objects (account, object, currency, id desc) where currency is not null;
create index objects_customer on objects (account, object, customer, id desc) where customer is not null;
create index objects_destination on objects (account, object, destination, id desc) where destination is not null;
create index objects_email on objects (account, object, email, id desc) where email is not null;
create index objects_event on objects (account, object, event, id desc) where event is not null;
create index objects_payment_method on objects (account, object, payment_method, id desc) where payment_method is not null;
create index objects_payout on objects (account, object, payout, id desc) where payout is not null;
create index objects_setup_intent on objects (account, object, setup_intent, id desc) where setup_intent is not null;
create index objects_source on objects (account, object, source, id desc) where source is not null;
create index objects_status on objects (account, object, status, id desc) where status is not null;
create index objects_type on objects (account, object, type, id desc) where type is not null;
create index objects_webhook_endpoint on objects (account, object, webhook_endpoint, id desc) where webhook_endpoint is not null;

create table events (
  account   text collate "C" not null,
  id        text collate "C" not null,
  type      text collate "C" not null,
  object_id text collate "C" not null,
  doc       json not null,
  deleted   boolean not null default false,
  written_in xid8 not null default pg_current_xact_id(),   -- a feed reads below pg_snapshot_xmin, so it never skips a late commit
  primary key (account, id)
);
create index events_type on events (account, type, id desc);

-- What is to happen: deliveries, asks without an answer yet, timers. Claimed with a lease, deleted when done.
create table jobs (
  account      text collate "C" not null,
  id           text collate "C" not null,
  queue        text collate "C" not null,
  subject      text collate "C" not null,          -- the event, or the object
  lane         text collate "C" not null,          -- what must not hold up others: the endpoint, the object
  due_at       timestamptz not null,               -- by the service's clock
  leased_until timestamptz,                        -- by the database's clock: workers' clocks need not agree
  attempts     int not null default 0,
  payload      json,
  primary key (account, id)
) with (autovacuum_vacuum_scale_factor = 0.02);
create index jobs_due on jobs (queue, due_at);

create table idempotency (
  account     text collate "C" not null,
  key         text collate "C" not null,
  fingerprint bytea not null,                      -- keyed hash of path and parameters
  owner       text not null,                       -- the request that claimed the key
  status      int,                                 -- null while the first request is under way
  reply       bytea,                               -- the bytes sent, sealed
  created_at  timestamptz not null default now(),
  primary key (account, key)
);
create index idempotency_created_at on idempotency using brin (created_at);   -- rows come in this order, so a summary of pages is enough to prune by

-- Card and bank account numbers, sealed (AES-256-GCM) with the account and id as associated data. Never a verification code.
create table vault (
  account text collate "C" not null,
  id      text collate "C" not null,
  key_id  text not null,
  sealed  bytea not null,
  primary key (account, id)
);

-- What search looks at: written when a searchable member changes, so an index here costs other updates nothing.
create table searches (
  account text collate "C" not null,
  object  text collate "C" not null,
  id      text collate "C" not null,
  terms   jsonb not null,
  primary key (account, object, id)
);
-- Without a list of pending entries, which every search would have to read through.
create index searches_terms on searches using gin (terms jsonb_path_ops) with (fastupdate = off);

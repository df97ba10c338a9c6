-- Where this database was when deliveries last went out of it: a restored copy must not tell the endpoints of the original (docs/decisions/0019).
create table home (
  only_row   boolean primary key default true check (only_row),
  cluster    text not null,                         -- the cluster and the database within it
  timeline   text not null,                         -- goes up when a standby takes over, and when a backup is recovered
  seen_at    timestamptz not null default now(),    -- by the database's clock
  held_since timestamptz                            -- deliveries are held; null while they go out
);

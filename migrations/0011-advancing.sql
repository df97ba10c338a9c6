-- Advancing a clock is a job: what is due on it happens in the order of its moments (docs/decisions/0018).
-- step: in one transaction
alter table clocks add column if not exists advancing_to timestamptz;      -- by the clock itself; null while nothing is advanced
-- step: in one transaction
alter table jobs
  add column if not exists clock text collate "C" not null default '',     -- the test clock that a timer goes by, or the account's own
  add column if not exists runs_at timestamptz;                            -- by that clock; of what a clock can be advanced to
-- step: concurrently
create index concurrently if not exists clocks_advancing on clocks (account) where advancing_to is not null;
create index concurrently if not exists jobs_clock on jobs (account, clock, runs_at, id) where runs_at is not null;
-- step: in batches over jobs
update jobs set runs_at = to_timestamp((payload ->> 'at')::float8)
where ctid >= $1::tid and ctid < $2::tid and runs_at is null and queue = 'due' and account like '%\_test' and payload ->> 'at' is not null

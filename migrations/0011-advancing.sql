-- Advancing a clock is a job: what is due on it happens in the order of its moments (docs/decisions/0018).
alter table clocks add column advancing_to timestamptz;                    -- by the clock itself; null while nothing is advanced
create index clocks_advancing on clocks (account) where advancing_to is not null;

alter table jobs add column clock text collate "C" not null default '';    -- the test clock that a timer goes by, or the account's own
alter table jobs add column runs_at timestamptz;                           -- by that clock; of what a clock can be advanced to
create index jobs_clock on jobs (account, clock, runs_at, id) where runs_at is not null;
update jobs set runs_at = to_timestamp((payload ->> 'at')::float8) where queue = 'due' and account like '%\_test' and payload ->> 'at' is not null;

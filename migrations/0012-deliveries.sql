-- Deliveries are claimed endpoint by endpoint (docs/decisions/0019): those of one lie together, by when they are due and in the order of
-- their events. Other queues pay nothing for it.
-- step: in one transaction
-- Attempts that were made. `attempts` counts the claims, by which whoever has a job knows that it still does.
alter table jobs add column if not exists tried int not null default 0;
-- step: in batches over jobs
update jobs set tried = attempts - case when leased_until > clock_timestamp() then 1 else 0 end
where ctid >= $1::tid and ctid < $2::tid and queue = 'webhook' and attempts > 0 and tried = 0
-- step: concurrently
create index concurrently if not exists jobs_deliveries_due on jobs (account, lane, due_at) where queue = 'webhook';
create index concurrently if not exists jobs_deliveries on jobs (account, lane, id) where queue = 'webhook';

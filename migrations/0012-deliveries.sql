-- Deliveries are claimed endpoint by endpoint (docs/decisions/0019): those of one lie together, by when they are due and in the order of
-- their events. Other queues pay nothing for it.
create index jobs_deliveries_due on jobs (account, lane, due_at) where queue = 'webhook';
create index jobs_deliveries on jobs (account, lane, id) where queue = 'webhook';

-- Attempts that were made. `attempts` counts the claims, by which whoever has a job knows that it still does.
alter table jobs add column tried int not null default 0;
update jobs set tried = attempts - case when leased_until > clock_timestamp() then 1 else 0 end where queue = 'webhook' and attempts > 0;

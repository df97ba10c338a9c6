-- Sums of ledger entries for charts: an account's day is read from 96 rows for each movement, however many payments it had (docs/decisions/0088).
-- Entries from activity_watermark on are added when they are read, as those after ledger_watermark are added to balances.
create table activity (
  account  text collate "C" not null,
  movement text collate "C" not null,
  quarter  bigint not null,             -- the start of a quarter of an hour, in seconds on the clock of the entries
  currency text collate "C" not null,
  count    bigint not null,
  amount   numeric not null,
  primary key (account, movement, quarter, currency)
);
create table activity_watermark (only_row boolean primary key default true check (only_row), upto xid8 not null);
insert into activity_watermark (upto) values ('3');

create function quarter_of(moment timestamptz) returns bigint language sql immutable as $$
  select floor(extract(epoch from moment) / 900)::bigint * 900
$$;

-- As in 0019, and likewise for the sums by quarter: in another cluster transaction ids count from other numbers.
create or replace function rebase_ledger() returns boolean language plpgsql security definer set search_path from current as $$
begin
  perform from ledger_watermark for update;
  -- Asked only now: another session that held the row may have moved the watermark.
  if not ledger_is_foreign() then
    update ledger_watermark set cluster = this_cluster() where cluster is null and this_cluster() is not null;
    return false;
  end if;
  alter table entries disable trigger entries_append_only;
  update entries set written_in = '3'::xid8;
  alter table entries enable trigger entries_append_only;
  update balances set total = 0;
  insert into balances as it (account, ledger_account, currency, total) select account, ledger_account, currency, amount from ledger_balances
    on conflict (account, ledger_account, currency) do update set total = excluded.total;
  perform from activity_watermark for update;
  delete from activity;
  insert into activity (account, movement, quarter, currency, count, amount)
    select account, movement, quarter_of(posted_at), currency, count(*), sum(amount) from entries group by 1, 2, 3, 4;
  update activity_watermark set upto = pg_snapshot_xmin(pg_current_snapshot());
  update ledger_watermark set upto = pg_snapshot_xmin(pg_current_snapshot()), cluster = this_cluster();
  return true;
end $$;

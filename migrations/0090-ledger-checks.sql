-- The ledger is checked as it grows: every minute the new entries, once a night all of them (docs/decisions/0100).

-- What a ledger account holds by the checks: the sum of its entries below the check's watermark, added up apart from `balances`.
create table ledger_checked (
  account        text collate "C" not null,
  ledger_account text not null,
  currency       text not null,
  total          bigint not null,
  primary key (account, ledger_account, currency)
);

-- The state of both checks.
create table ledger_checks (
  of          text primary key check (of in ('new', 'all')),
  upto        xid8,                      -- of 'new': entries of transactions below it are in ledger_checked
  position    text collate "C",          -- of 'all': the last account that a running check has done; null between checks
  found       int not null default 0,    -- of 'all': violations that a running check has found
  violations  int not null default 0,    -- of the last check that ended
  finished_at timestamptz                -- when that was
);
insert into ledger_checks (of, upto) values ('new', '3'), ('all', null);

-- As in 0078, and likewise for the checks.
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
  delete from ledger_checked;
  update ledger_checks set upto = '3' where of = 'new';
  update ledger_watermark set upto = pg_snapshot_xmin(pg_current_snapshot()), cluster = this_cluster();
  return true;
end $$;

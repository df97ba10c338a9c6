-- Transaction ids mean nothing in another cluster, so the watermark says which one it is of (docs/decisions/0023). Null is not known yet.
alter table ledger_watermark add column cluster text;

-- The identity of this cluster; null where a role may not know it, and then only ids of the future give a restored ledger away.
create function this_cluster() returns text language plpgsql stable as $$
begin
  return (select system_identifier::text from pg_control_system());
exception when insufficient_privilege then
  return null;
end $$;

create function ledger_is_foreign() returns boolean language sql stable as $$
  select upto > pg_snapshot_xmax(pg_current_snapshot()) or coalesce(cluster <> this_cluster(), false) from ledger_watermark
$$;

-- Everything restored is summed up anew and marked as of the past. Answers whether that was needed. It runs as the owner of the tables,
-- because whoever serves requests may not change entries, and changes nothing in a ledger that is of this cluster.
create function rebase_ledger() returns boolean language plpgsql security definer set search_path from current as $$
begin
  perform from ledger_watermark for update;
  -- Asked only now: whoever held the row may have moved the watermark beyond what was seen before.
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
  update ledger_watermark set upto = pg_snapshot_xmin(pg_current_snapshot()), cluster = this_cluster();
  return true;
end $$;

update ledger_watermark set cluster = this_cluster() where not ledger_is_foreign();

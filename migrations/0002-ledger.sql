-- Rows for money (docs/decisions/0002). One entry moves an amount from one ledger account to another, so an unbalanced one cannot be written.
create table entries (
  account    text collate "C" not null,
  id         text collate "C" not null,
  movement   text not null,
  debit      text not null,
  credit     text not null,
  currency   text not null check (currency = lower(currency)),
  amount     bigint not null check (amount > 0),
  source     text collate "C" not null,
  posted_at  timestamptz not null,
  written_in xid8 not null default pg_current_xact_id(),
  primary key (account, id),
  check (debit <> credit)
);
create index entries_source on entries (account, source);
create index entries_account_written_in on entries (account, written_in);
create index entries_written_in on entries (written_in);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: entries are only ever appended; post a reversing entry instead', tg_op, tg_table_name;
end $$;
create trigger entries_append_only before update or delete or truncate on entries for each statement execute function refuse_change();

-- Totals rolled up to the watermark, and a guard that serialises movements which must not go below zero.
create table balances (
  account        text collate "C" not null,
  ledger_account text not null,
  currency       text not null,
  total          bigint not null default 0,
  guard          int not null default 0,           -- null is how a lost race is refused
  primary key (account, ledger_account, currency)
);

-- Everything written in transactions below `upto` is in the totals. A sequence as a watermark loses rows that commit late.
create table ledger_watermark (only_row boolean primary key default true check (only_row), upto xid8 not null);
insert into ledger_watermark (upto) values (pg_snapshot_xmin(pg_current_snapshot()));

-- What a ledger account holds now: the rolled-up total and the entries since.
create function balance_of(of_account text, of_ledger_account text, of_currency text) returns bigint language sql stable as $$
  select coalesce((select total from balances where account = of_account and ledger_account = of_ledger_account and currency = of_currency), 0)
    + coalesce((select sum(case when credit = of_ledger_account then amount else -amount end)::bigint from entries
        where account = of_account and written_in >= (select upto from ledger_watermark)
          and currency = of_currency and of_ledger_account in (debit, credit)), 0)
$$;

-- Closes the books of an account in the write that deletes it. Writes to these books share a lock on the account's row, so that all of them
-- are stored when this statement has its lock, and its next query sees them: a function that is volatile takes a new snapshot for each.
-- Funds, questions to processors and timers under way refuse the write as a lost race. What waits to happen by itself is taken away.
create function close_books(of_account text, of_id text, ledger_accounts text[]) returns boolean language plpgsql volatile as $$
begin
  perform 1 from objects where account = of_account and object = 'account' and id = of_id for no key update;
  if exists (select from jobs where account = of_account and (queue = 'ask' or (queue in ('due', 'advance') and leased_until > clock_timestamp())))
    or exists (
      select from unnest(ledger_accounts) held (ledger_account),
        (select currency from balances where account = of_account union select currency from entries where account = of_account) known
      where balance_of(of_account, ledger_account, currency) <> 0)
  then
    raise exception 'The books of this account are in use' using errcode = 'not_null_violation', column = 'version';
  end if;
  delete from jobs where account = of_account and queue in ('due', 'advance', 'frozen');
  return true;
end $$;

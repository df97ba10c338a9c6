type Statement = { readonly text: string; readonly values: readonly unknown[] };
type Query = <Row extends object>(statement: Statement) => Promise<Row[]>;
type Database = { readonly query: Query; transaction<T>(work: (query: Query) => Promise<T>): Promise<T> };

/** Balances that differ from the entries below the watermark, of the accounts between two bounds. */
const wrong = (bounds = ''): string => `with mark as (select upto from ledger_watermark),
  sides as (select account, debit as ledger_account, currency, -amount as amount from entries, mark where written_in < upto${bounds}
    union all select account, credit, currency, amount from entries, mark where written_in < upto${bounds}),
  summed as (select account, ledger_account, currency, sum(amount)::bigint as sum from sides group by 1, 2, 3)
  select account, ledger_account, currency, coalesce(b.total, 0) as total, coalesce(s.sum, 0) as sum
  from (select * from balances where true${bounds}) b full join summed s using (account, ledger_account, currency)
  where coalesce(b.total, 0) <> coalesce(s.sum, 0)`;

/** The invariants of balances: each query finds nothing (promise 8). */
export const invariants_of_balances = {
  'every ledger account is the sum of its entries': wrong(),
  'ledger accounts sum to zero per account and currency':
    'select account, currency, sum(total) as surplus from balances group by account, currency having sum(total) <> 0',
} as const;

/** A check of the ledger: of the entries since the last one, or of all entries. */
export type LedgerCheck = {
  readonly of: 'new' | 'all';
  /** The rows that violated an invariant in the last check that ended. */
  readonly violations: number;
  /** When it ended, in Unix seconds; null before the first. */
  readonly finished_at: number | null;
  /** The seconds since then, by the database's clock. */
  readonly age_seconds: number | null;
};

/** The state of both checks, from whichever process did them. */
export const readChecks = (database: Pick<Database, 'query'>): Promise<LedgerCheck[]> =>
  database.query<LedgerCheck>({
    text: `select of, violations, extract(epoch from finished_at)::float8 as finished_at, extract(epoch from clock_timestamp() - finished_at)::float8 as age_seconds
      from ledger_checks order by of`,
    values: [],
  });

const heavy = `set local statement_timeout = '1h'; set local enable_seqscan = on; set local enable_hashjoin = on`;

/**
 * Adds the entries since the last check to sums of its own, and compares those with the balances: its time depends on the new entries and the number of
 * ledger accounts, not on all entries. Does nothing while another process checks, and in a ledger that was restored and is not summed up again yet.
 */
export async function checkNewEntries(database: Database): Promise<void> {
  try {
    await database.transaction(async (query) => {
      await query({ text: 'set transaction isolation level repeatable read', values: [] });
      // Before the snapshot: a check that ends now, or a sandbox that is reset, is seen.
      await query({ text: 'lock table ledger_checked in share row exclusive mode nowait', values: [] });
      await query({ text: heavy, values: [] });
      const [mark] = await query<{ is_foreign: boolean }>({ text: 'select ledger_is_foreign() as is_foreign', values: [] });
      if (mark?.is_foreign) return;
      await query({ text: adding, values: [] });
      const text = `update ledger_checks set upto = (select upto from ledger_watermark), finished_at = clock_timestamp(), violations = (${differing})
          + (select count(*)::int from (${invariants_of_balances['ledger accounts sum to zero per account and currency']}) surpluses)
        where of = 'new'`;
      await query({ text, values: [] });
    });
  } catch (fault) {
    if ((fault as { code?: string }).code !== lock_not_available) throw fault;
  }
}

const lock_not_available = '55P03';

const adding = `with fresh as (select * from entries where written_in >= (select upto from ledger_checks where of = 'new')
    and written_in < (select upto from ledger_watermark)),
  sides as (select account, debit as ledger_account, currency, -amount as amount from fresh union all select account, credit, currency, amount from fresh)
  insert into ledger_checked as it (account, ledger_account, currency, total)
    select account, ledger_account, currency, sum(amount)::bigint from sides group by 1, 2, 3
    on conflict (account, ledger_account, currency) do update set total = it.total + excluded.total`;

const differing = `select count(*)::int from balances b full join ledger_checked c using (account, ledger_account, currency)
  where coalesce(b.total, 0) <> coalesce(c.total, 0)`;

/** A check of all entries begins at night, in the hours of UTC that begin with these, or at once if there was none for two days. */
const is_due = `position is not null or finished_at is null or finished_at < now() - interval '2 days'
  or finished_at < now() - interval '20 hours' and extract(hour from now() at time zone 'UTC') between 1 and 4`;

const accounts_at_once = 500;

/**
 * Sums up all entries of the next accounts and compares the sums with their balances, if a check of all entries is due or running. Another process goes on
 * where one has ended. Returns whether there is more to do.
 */
export const checkNextAccounts = (database: Database): Promise<boolean> =>
  database.transaction(async (query) => {
    const text = `select position from ledger_checks where of = 'all' and (${is_due}) for update skip locked`;
    const [check] = await query<{ position: string | null }>({ text, values: [] });
    if (!check) return false;
    await query({ text: heavy, values: [] });
    const next = `select max(account) as last, count(*)::int as count
      from (select distinct account from balances where account > $1 order by account limit ${accounts_at_once}) next`;
    const from = check.position ?? '';
    const [page] = await query<{ last: string | null; count: number }>({ text: next, values: [from] });
    const to = page?.count === accounts_at_once ? page.last : null;
    const bounds = ` and account > $1 and ($2::text is null or account <= $2)`;
    const [wrongs] = await query<{ count: number }>({
      text: `select count(*)::int as count from (${wrong(bounds)}) wrong`,
      values: [from, to],
    });
    const moved = `update ledger_checks set position = $1, found = $2 + case when position is null then 0 else found end where of = 'all'`;
    await query({ text: moved, values: [to, wrongs?.count ?? 0] });
    if (to === null) {
      const ended = `update ledger_checks set violations = found, finished_at = clock_timestamp() where of = 'all'`;
      await query({ text: ended, values: [] });
    }
    return to !== null;
  });

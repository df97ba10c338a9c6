import type { ActivityAsked, ActivityPart } from '../base/handler.js';

type Statement = { readonly text: string; readonly values: readonly unknown[] };
type Query = <Row extends object>(statement: Statement) => Promise<Row[]>;
type Database = { readonly query: Query; transaction<T>(work: (query: Query) => Promise<T>): Promise<T> };

const rolling = `with fresh as (select account, movement, quarter_of(posted_at) as quarter, currency, count(*) as count, sum(amount) as amount
    from entries where written_in >= $1::xid8 and written_in < $2::xid8 group by 1, 2, 3, 4),
  rolled as (insert into activity as it (account, movement, quarter, currency, count, amount)
    select * from fresh order by account, movement, quarter, currency
    on conflict (account, movement, quarter, currency) do update set count = it.count + excluded.count, amount = it.amount + excluded.amount
    returning 1)
  select count(*)::int as count from rolled`;

/**
 * Adds the entries below the oldest running transaction to the sums by quarter of an hour, as `rollUp` adds them to balances. Returns the number of
 * changed sums. After a restore into another cluster it waits until `rollUp` has summed up all entries again.
 */
export const rollActivity = (database: Database): Promise<number> =>
  database.transaction(async (query) => {
    await query({ text: `set local statement_timeout = '10min'; set local enable_hashjoin = on`, values: [] });
    const text = `select upto::text as upto, pg_snapshot_xmin(pg_current_snapshot())::text as next, ledger_is_foreign() as is_foreign
      from activity_watermark for update skip locked`;
    const [mark] = await query<{ upto: string; next: string; is_foreign: boolean }>({ text, values: [] });
    if (!mark || mark.is_foreign || BigInt(mark.next) <= BigInt(mark.upto)) return 0;
    const [rolled] = await query<{ count: number }>({ text: rolling, values: [mark.upto, mark.next] });
    await query({ text: 'update activity_watermark set upto = $1::xid8', values: [mark.next] });
    return rolled?.count ?? 0;
  });

/** The movements of an account in the parts of an interval: sums by quarter of an hour, and the entries that no sum has yet. */
export const activityOf = (
  database: Pick<Database, 'query'>,
  account: string,
  { movements, starts, end }: ActivityAsked,
): Promise<ActivityPart[]> =>
  database.query<ActivityPart>({
    text: `select width_bucket(quarter, $3::bigint[]) - 1 as part, movement, currency, sum(count)::bigint as count, sum(amount)::bigint as amount from (
        select movement, quarter, currency, count, amount from activity
          where account = $1 and movement = any ($2) and quarter >= $4 and quarter < $5
        union all select movement, quarter_of(posted_at), currency, 1, amount from entries
          where account = $1 and written_in >= (select upto from activity_watermark) and movement = any ($2)
            and posted_at >= to_timestamp($4) and posted_at < to_timestamp($5)) it
      group by 1, 2, 3 order by 1, 2, 3`,
    values: [account, movements, starts, starts[0] ?? end, end],
  });

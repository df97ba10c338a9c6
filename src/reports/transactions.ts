import { idBound } from '../kernel/base/ids.js';
import type { Database, Statement } from '../kernel/storage/database.js';

/** Sends a statement in the transaction of a report, so that all of them see one state of the database. */
export type Query = Database['query'];

/** A balance transaction, as far as reports need it. Amounts in minor units, times in seconds. */
export type Transaction = {
  readonly id: string;
  readonly amount: number;
  readonly available_on: number;
  readonly balance_type?: string;
  readonly created: number;
  readonly currency: string;
  readonly description: string | null;
  readonly fee: number;
  readonly fee_details: readonly {
    readonly amount: number;
    readonly application: string | null;
    readonly description: string | null;
    readonly type: string;
  }[];
  readonly net: number;
  readonly reporting_category: string;
  readonly source: string | null;
  readonly type: string;
};

/** The books and the interval of a report; `from` is null for the beginning of the books. */
export type Interval = { readonly account: string; readonly from: number | null; readonly until: number };

/** Further conditions on transactions. */
export type Wanted = {
  readonly currency?: string | undefined;
  readonly reporting_category?: string | undefined;
  /** Payouts and their returns only, or all others. */
  readonly payouts?: boolean | undefined;
};

const payout_types = ['payout', 'payout_cancel', 'payout_failure'];

/**
 * The balance transactions that were created in an interval, in the order of their storage. An id has the service's time; an object that was created
 * on another clock has its time in `created_at`. Both are ranges of an index.
 */
export function transactionsIn({ account, from, until }: Interval, { currency, payouts }: Wanted, columns = 'id, doc'): Statement {
  const values: unknown[] = [account, idBound('txn', (from ?? 0) * 1000), idBound('txn', until * 1000), dateOf(from ?? 0), dateOf(until)];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const narrowed = [
    ...(currency === undefined ? [] : [`currency = ${place(currency)}`]),
    ...(payouts === undefined ? [] : [`${payouts ? '' : 'not '}type = any (${place(payout_types)})`]),
  ];
  const where = ["account = $1 and object = 'balance_transaction'", ...narrowed].join(' and ');
  const text = `select ${columns} from objects where ${where} and created_at is null and id >= $2 and id < $3
    union all select ${columns} from objects where ${where} and created_at >= $4 and created_at < $5`;
  return { text, values };
}

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

const batch_rows = 1000;

/** The rows of a statement by a cursor: one batch of them is in memory. */
export async function* batchesOf<Row extends object>(query: Query, { text, values }: Statement): AsyncGenerator<Row[]> {
  await query({ text: `declare report no scroll cursor for ${text}`, values });
  for (let full = true; full; ) {
    const rows = await query<Row>({ text: `fetch ${batch_rows} from report`, values: [] });
    full = rows.length === batch_rows;
    if (rows.length) yield rows;
  }
  await query({ text: 'close report', values: [] });
}

/** The transactions of a report, in batches. */
export async function* transactionBatches(query: Query, interval: Interval, wanted: Wanted): AsyncGenerator<Transaction[]> {
  const { reporting_category: category } = wanted;
  const { text, values } = transactionsIn(interval, wanted);
  for await (const rows of batchesOf<{ readonly doc: string }>(query, { text: `${text} order by id`, values })) {
    const all = rows.map(({ doc }) => JSON.parse(doc) as Transaction);
    yield category === undefined ? all : all.filter(({ reporting_category }) => reporting_category === category);
  }
}

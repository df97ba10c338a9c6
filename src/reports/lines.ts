import { type Cell, line } from '../kernel/base/csv.js';
import { layouts } from '../resources/reporting/report-types/columns.js';
import type { ReportType } from '../resources/reporting/report-types/types.js';
import { type Column, major, metadataColumn, payout_columns, type Row, transaction_columns, type Zones } from './columns.js';
import { type Entity, relatedTo } from './related.js';
import { changeRows, monthRows } from './revenue.js';
import { createdFor, type Settlement, type SettlementOf, settlementsOf, settling } from './settled.js';
import { balanceRows, chosenLines, type Sums, sumsByCategory, sumsByFee } from './sums.js';
import { type Interval, type Query, type Transaction, transactionBatches, type Wanted } from './transactions.js';

/** A report to write: its type, its books and its parameters. */
export type Writing = {
  readonly type: ReportType;
  readonly interval: Interval;
  readonly wanted: Wanted;
  readonly columns: readonly string[];
  readonly payout: string | null;
  readonly connected_account: string | null;
  readonly zones: Zones;
};

/** The report cannot be written, and trying again does not help: its message is for the caller. */
export type Impossible = Error & { readonly impossible: true };

/** Wraps such a message. */
export const impossible = (message: string): Impossible => Object.assign(new Error(message), { impossible: true as const });

/** The lines of a report in batches, each with the number of the transactions that it was made of. */
export type Batch = { readonly text: string; readonly rows: number };

/** Transactions in batches, and the payout of each. */
type Selected = { readonly batches: AsyncIterable<readonly Transaction[]>; readonly settlementOf: SettlementOf };

/** Writes the lines of a report, without its head. */
export async function* linesOf(query: Query, writing: Writing): AsyncGenerator<Batch> {
  const { type, interval, wanted, zones } = writing;
  switch (type.layout) {
    case 'balance':
      return yield whole(writing, await balanceRows(query, interval, wanted, zones.own.day));
    case 'categories':
      return yield* summed(query, writing, sumsByCategory());
    case 'fee_types':
      return yield* summed(query, writing, sumsByFee());
    case 'fees':
      return yield* feeLines(query, writing);
    case 'transactions':
    case 'payouts':
      return yield* itemized(query, writing);
    case 'months':
      return yield whole(writing, await monthRows(query, interval, wanted, zones.own));
    case 'revenue_changes':
      for await (const rows of changeRows(query, interval, wanted, zones)) yield whole(writing, rows);
      return;
  }
}

const whole = ({ type, columns }: Writing, rows: readonly (readonly Cell[])[]): Batch => ({
  text: chosenLines(layouts[type.layout], columns, rows).join(''),
  rows: rows.length,
});

async function* summed(query: Query, writing: Writing, sums: Sums): AsyncGenerator<Batch> {
  const { batches } = await select(query, writing);
  for await (const batch of batches) {
    for (const each of batch) sums.add(each);
    yield { text: '', rows: batch.length };
  }
  yield { ...whole(writing, sums.rows()), rows: 0 };
}

async function* feeLines(query: Query, writing: Writing): AsyncGenerator<Batch> {
  const { batches } = await select(query, writing);
  for await (const batch of batches) {
    const rows = batch.flatMap((each) => each.fee_details.map((fee) => feeRow(each, fee, writing.zones)));
    yield { ...whole(writing, rows), rows: batch.length };
  }
}

const feeRow = (
  { id, created, currency, reporting_category, source }: Transaction,
  { amount, application, description, type }: Transaction['fee_details'][number],
  { own, utc }: Zones,
): readonly Cell[] => [
  ...[id, own.moment(created), utc.moment(created), currency, major(amount, currency), type],
  ...[description, application, reporting_category, source],
];

async function* itemized(query: Query, writing: Writing): AsyncGenerator<Batch> {
  const { interval, zones, connected_account } = writing;
  const columns = writing.columns.map((name) => columnOf(writing.type, name));
  const needed = new Set(columns.flatMap(({ of }): Entity[] => (of === undefined ? [] : [of])));
  const { batches, settlementOf } = await select(query, writing);
  for await (const batch of batches) {
    const related = await relatedTo(query, interval.account, batch, needed);
    const rows = batch.flatMap((transaction, place): Row[] => {
      const relations = related[place];
      return relations ? [{ transaction, related: relations, settlement: settlementOf(transaction), connected_account }] : [];
    });
    yield { text: rows.map((row) => line(columns.map(({ value }) => value(row, zones)))).join(''), rows: batch.length };
  }
}

function columnOf({ layout }: ReportType, name: string): Column {
  const table: Readonly<Record<string, Column>> = layout === 'payouts' ? payout_columns : transaction_columns;
  const found = (Object.hasOwn(table, name) ? table[name] : null) ?? metadataColumn(name);
  if (!found) throw new Error(`${layout} have no column ${name}`);
  return found;
}

const names_payouts: ReadonlySet<string> = new Set([
  'automatic_payout_effective_at',
  'automatic_payout_effective_at_utc',
  'automatic_payout_id',
]);

/** The transactions that the type of the report selects. */
async function select(query: Query, writing: Writing): Promise<Selected> {
  const { type, interval, wanted, columns } = writing;
  const read = (within: Interval, more: Wanted): AsyncGenerator<Transaction[]> => transactionBatches(query, within, { ...wanted, ...more });
  const none: SettlementOf = () => null;
  switch (type.selection) {
    case 'all':
      return { batches: read(interval, {}), settlementOf: none };
    case 'payouts':
      return { batches: read(interval, { payouts: true }), settlementOf: none };
    case 'activity': {
      const is_named = columns.some((each) => names_payouts.has(each));
      const settlementOf = is_named ? settling(await settlementsOf(query, { ...interval, until: distant })) : none;
      return { batches: read(interval, { payouts: false }), settlementOf };
    }
    case 'unsettled': {
      const settlementOf = settling(await settlementsOf(query, interval));
      return { batches: only(read(interval, {}), (each) => settlementOf(each) === null), settlementOf: none };
    }
    case 'settled':
    case 'settled_by_payout':
      return settledIn(query, writing, read);
  }
}

/** Every payout until now. */
const distant = 253_402_300_799;

async function settledIn(
  query: Query,
  { interval, wanted, payout }: Writing,
  read: (within: Interval, more: Wanted) => AsyncGenerator<Transaction[]>,
): Promise<Selected> {
  const all = await settlementsOf(query, payout === null ? interval : { ...interval, until: distant });
  const isChosen = ({ id, created, currency }: Settlement): boolean =>
    payout === null ? created >= (interval.from ?? 0) && (wanted.currency ?? currency) === currency : id === payout;
  const chosen = all.filter(isChosen);
  if (payout !== null && chosen.length === 0) throw impossible(`There is no automatic payout '${payout}' in the books of this account.`);
  const ids = new Set(chosen.map(({ id }) => id));
  const automatic = new Set(all.map(({ id }) => id));
  const settlementOf = settling(all);
  // The payment of an automatic payout is what the others add up to.
  const isIn = (each: Transaction): boolean =>
    !(each.type === 'payout' && automatic.has(each.source ?? '')) && ids.has(settlementOf(each)?.id ?? '');
  return { batches: only(read(createdFor(all, chosen, interval.account), {}), isIn), settlementOf };
}

async function* only(
  batches: AsyncIterable<readonly Transaction[]>,
  isIn: (transaction: Transaction) => boolean,
): AsyncGenerator<readonly Transaction[]> {
  for await (const batch of batches) yield batch.filter(isIn);
}

import type { Query, Transaction } from './transactions.js';

/** A stored object. */
export type Doc = Readonly<Record<string, unknown>>;

/** The objects behind a balance transaction. */
export type Related = Readonly<Record<Entity, Doc | null>>;

/** What a column is a member of, besides the transaction itself. */
export type Entity =
  | 'account'
  | 'charge'
  | 'customer'
  | 'dispute'
  | 'invoice'
  | 'payment_intent'
  | 'payout'
  | 'refund'
  | 'source'
  | 'transfer';

/** The kind of a source, by the prefix of its id. */
const kinds: Readonly<Record<string, string>> = {
  ch: 'charge',
  dp: 'dispute',
  fee: 'application_fee',
  fr: 'fee_refund',
  iauth: 'issuing.authorization',
  idp: 'issuing.dispute',
  ipi: 'issuing.transaction',
  po: 'payout',
  re: 'refund',
  tr: 'transfer',
  trr: 'transfer_reversal',
  tu: 'topup',
};

const kindOf = (id: string): string => kinds[id.slice(0, id.lastIndexOf('_'))] ?? '';

/** A member at the end of a path; null if it is missing. */
export function memberAt(doc: Doc | null | undefined, path: string): unknown {
  let value: unknown = doc;
  for (const name of path.split('.')) value = typeof value === 'object' && value !== null ? (value as Doc)[name] : null;
  return value ?? null;
}

const textAt = (doc: Doc | null | undefined, path: string): string | null => {
  const value = memberAt(doc, path);
  return typeof value === 'string' ? value : null;
};

type Known = Map<string, Doc>;

/** The objects behind each transaction of a batch: only those that are needed are read, with at most three statements. */
export async function relatedTo(
  query: Query,
  account: string,
  batch: readonly Transaction[],
  needed: ReadonlySet<Entity>,
): Promise<Related[]> {
  const known: Known = new Map();
  const read = (wanted: readonly (readonly [kind: string, id: string | null])[]): Promise<void> => readInto(known, query, account, wanted);
  if (needed.size > 0) await read(batch.map(({ source }) => [source === null ? '' : kindOf(source), source]));
  if (needsPayment(needed)) await read(batch.flatMap((each) => ofSource(sourceOf(known, each))));
  if (needsParties(needed)) await read(batch.flatMap((each) => ofCharge(chargeOf(known, each), needed)));
  return batch.map((each) => relationsOf(known, each));
}

const needsPayment = (needed: ReadonlySet<Entity>): boolean =>
  (['charge', 'customer', 'invoice', 'payment_intent', 'transfer'] as const).some((each) => needed.has(each));

const needsParties = (needed: ReadonlySet<Entity>): boolean =>
  (['customer', 'invoice', 'payment_intent'] as const).some((each) => needed.has(each));

const sourceOf = (known: Known, { source }: Transaction): Doc | null => (source === null ? null : (known.get(source) ?? null));

/** The charge of a refund or dispute, and the transfer of a reversal. */
const ofSource = (source: Doc | null): (readonly [string, string | null])[] => [
  ['charge', textAt(source, 'charge')],
  ['transfer', textAt(source, 'transfer')],
];

const ofCharge = (charge: Doc | null, needed: ReadonlySet<Entity>): (readonly [string, string | null])[] =>
  (['customer', 'invoice', 'payment_intent'] as const).flatMap((kind) => (needed.has(kind) ? [[kind, textAt(charge, kind)] as const] : []));

const chargeOf = (known: Known, each: Transaction): Doc | null => {
  const source = sourceOf(known, each);
  return source?.object === 'charge' ? source : (known.get(textAt(source, 'charge') ?? '') ?? null);
};

function relationsOf(known: Known, each: Transaction): Related {
  const source = sourceOf(known, each);
  const charge = chargeOf(known, each);
  const ofKind = (kind: string): Doc | null => (source?.object === kind ? source : null);
  const named = (doc: Doc | null, name: string): Doc | null => known.get(textAt(doc, name) ?? '') ?? null;
  return {
    account: null,
    charge,
    customer: named(charge, 'customer'),
    dispute: ofKind('dispute'),
    invoice: named(charge, 'invoice'),
    payment_intent: named(charge, 'payment_intent'),
    payout: ofKind('payout'),
    refund: ofKind('refund'),
    source,
    transfer: ofKind('transfer') ?? named(source, 'transfer'),
  };
}

async function readInto(
  known: Known,
  query: Query,
  account: string,
  wanted: readonly (readonly [kind: string, id: string | null])[],
): Promise<void> {
  const missing = new Map(wanted.flatMap(([kind, id]) => (kind === '' || id === null || known.has(id) ? [] : [[id, kind] as const])));
  if (missing.size === 0) return;
  const rows = await query<{ readonly id: string; readonly doc: string }>({
    text: `select it.id, it.doc from unnest($2::text[], $3::text[]) u(object, id)
      join objects it on it.account = $1 and it.object = u.object and it.id = u.id and not it.deleted`,
    values: [account, [...missing.values()], [...missing.keys()]],
  });
  for (const { id, doc } of rows) known.set(id, JSON.parse(doc));
}

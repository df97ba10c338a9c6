import type { Database } from '../../../kernel/storage/database.js';
import type { Kind } from './layout.js';
import type { Item } from './read.js';

/** The result of an item: equal on both sides, of another amount, or missing on one of them. */
export type Outcome = 'matched' | 'different' | 'not_in_ledger' | 'not_in_report';

/** The amounts of one charge or payout and kind in the report and in the ledger, in minor units; null on the side that has none. */
export type Compared = {
  readonly outcome: Outcome;
  readonly kind: Kind;
  readonly currency: string;
  readonly reference: string;
  readonly account: string | null;
  /** The id of the charge or payout. */
  readonly object: string | null;
  readonly line: number | null;
  readonly reported: number | null;
  readonly posted: number | null;
  readonly fee: number | null;
};

/** Totals of a kind in a currency, with amounts in minor units. */
export type Total = {
  readonly kind: Kind;
  readonly currency: string;
  readonly reported: number;
  readonly posted: number;
  readonly fees: number;
} & Readonly<Record<Outcome, number>>;

/** The scope of a comparison: the charges or payouts of a processor, of one account or of all, and the ledger's interval in ISO 8601. */
export type Comparing = {
  readonly kinds: readonly Kind[];
  readonly processor: string;
  readonly accounts: readonly string[] | null;
  readonly from: string | null;
  readonly to: string | null;
};

type Query = Parameters<Parameters<Database['transaction']>[0]>[0];

const batch = 5000;

/** Compares the items of a report with the ledger as of one moment. `found` hears of each item that is not matched, or with `all` of each. */
export const compare = (
  database: Database,
  comparing: Comparing,
  items: AsyncIterable<Item>,
  { found, all = false }: { readonly found: (each: Compared) => void; readonly all?: boolean },
): Promise<Total[]> =>
  database.transaction(async (query) => {
    await query({ text: `set local statement_timeout = '1h'; set local enable_seqscan = on; set local enable_hashjoin = on`, values: [] });
    await query({ text: reported_table, values: [] });
    await store(query, items);
    const { kinds, processor, accounts, from, to } = comparing;
    await query({ text: known_table, values: [] });
    await query({ text: known, values: [processor, accounts] });
    await query({ text: 'analyze reported; analyze known', values: [] });
    await query({ text: compared_table, values: [] });
    await query({ text: compared, values: [from ?? '-infinity', to ?? 'infinity', kinds] });
    await query({
      text: `declare found cursor for select * from compared where $1 or outcome <> 'matched' order by line nulls last, object, kind`,
      values: [all],
    });
    for (;;) {
      const rows = await query<Compared>({ text: `fetch ${batch} from found`, values: [] });
      for (const row of rows) found(row);
      if (rows.length < batch) break;
    }
    return query<Total>({ text: totals, values: [] });
  });

/** Stores the items, so that the database compares them. */
async function store(query: Query, items: AsyncIterable<Item>): Promise<void> {
  let rows: (Item & { readonly place: number })[] = [];
  let place = 0;
  const flush = async (): Promise<void> => {
    await query({ text: reported, values: [JSON.stringify(rows)] });
    rows = [];
  };
  for await (const item of items) {
    rows.push({ ...item, place: place++ });
    if (rows.length === batch) await flush();
  }
  await flush();
}

const columns = `place int, line int, "references" text[], kind text, currency text, amount bigint, fee bigint`;
const reported_table = `create temp table reported (${columns}) on commit drop`;
const reported = `insert into reported select * from json_to_recordset($1::json) as item (${columns})`;

const known_table = `create temp table known (reference text, account text, object text) on commit drop`;
const known = `insert into known select doc #>> '{processor,reference}', account, id from objects
  where object = 'charge' and doc #>> '{processor,name}' = $1 and ($2::text[] is null or account = any ($2::text[]))
  union all select id, account, id from objects
  where object = 'payout' and doc ->> 'processor' = $1 and ($2::text[] is null or account = any ($2::text[]))`;

const compared_table = `create temp table compared (outcome text, kind text, currency text, reference text, account text, object text, line int,
  reported float8, posted float8, fee float8) on commit drop`;

/**
 * A report has the settlements of a time, and a charge may have been posted before: its amount matches either what was posted in the interval or all
 * that was ever posted. Only what was posted in the interval can be missing in the report.
 */
const compared = `insert into compared
  with of_charge as (
    select distinct on (r.place) r.*, k.reference from reported r cross join unnest(r."references") with ordinality given (reference, choice)
      left join (select distinct reference from known) k using (reference) order by r.place, k.reference is null, choice),
  settled as (
    select coalesce(reference, "references"[1]) as reference, kind, currency, min(line) as line, sum(amount) as amount, sum(fee) as fee
      from of_charge group by 1, 2, 3),
  moved as (
    select k.reference, k.account, k.object, m.kind, e.currency, sum(m.sign * e.amount) as amount,
        coalesce(sum(m.sign * e.amount) filter (where e.posted_at >= $1::timestamptz and e.posted_at < $2::timestamptz), 0) as within
      from entries e join (values ('charge_captured', 'charge', 1), ('charge_refunded', 'refund', -1), ('refund_failed', 'refund_failure', 1),
          ('dispute_opened', 'dispute', -1), ('dispute_won', 'dispute_reversal', 1), ('payout_paid', 'payout', -1),
          ('payout_returned', 'payout_return', 1), ('payout_reversed', 'payout_return', 1), ('reversal_returned', 'payout', -1)
        ) m (movement, kind, sign) using (movement)
        left join objects o on o.account = e.account and o.object = any (array['refund', 'dispute']) and o.id = e.source
        join known k on k.account = e.account and k.object = coalesce(o.doc ->> 'charge', e.source)
      where m.kind = any ($3::text[]) group by 1, 2, 3, 4, 5)
  select case when m.amount is null then 'not_in_ledger' when s.amount is null then 'not_in_report'
      when s.amount in (m.within, m.amount) then 'matched' else 'different' end,
    kind, currency, reference, account, object, line, s.amount, case when s.amount = m.amount then m.amount else m.within end, s.fee
  from settled s full join moved m using (reference, kind, currency) where s.amount is not null or m.within <> 0`;

const totals = `select kind, currency, coalesce(sum(reported), 0) as reported, coalesce(sum(posted), 0) as posted, coalesce(sum(fee), 0) as fees,
    ${(['matched', 'different', 'not_in_ledger', 'not_in_report'] satisfies Outcome[]).map((outcome) => `count(*) filter (where outcome = '${outcome}')::int as ${outcome}`).join(', ')}
  from compared group by kind, currency order by currency, kind`;

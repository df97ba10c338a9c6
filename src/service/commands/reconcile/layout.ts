import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parsed } from '../import/source.js';
import { misused } from '../usage.js';

/** The kinds of items that both a report and the ledger have. A report that has one of a row has all of that row. */
export const kinds_of = {
  charges: ['charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal'],
  payouts: ['payout', 'payout_return'],
} as const;

const kinds = [...kinds_of.charges, ...kinds_of.payouts] as const;

/** The kind of an item. */
export type Kind = (typeof kinds)[number];

const column = z.string().min(1);

const shape = z.strictObject({
  delimiter: z.string().length(1).default(','),
  /** Columns that can have the processor's id of the charge: the first one that the ledger knows counts. */
  reference: z.array(column).min(1),
  /** The column of the kind; rows with a value that is not listed, or is listed with null, are passed over. */
  kind: z.strictObject({ column, values: z.record(z.string(), z.enum(kinds).nullable()) }),
  currency: column,
  /** A column with a signed amount, above zero for money that the processor owes, or two columns. */
  amount: z.union([column, z.strictObject({ credit: column, debit: column })]),
  /** Columns whose sum is the fee. */
  fee: z.array(column).default([]),
  /** Whether amounts are decimals of the currency, or whole numbers of its smallest unit. */
  units: z.enum(['major', 'minor']).default('major'),
});

/** How a settlement report is read: the columns of its CSV and their meaning. */
export type Layout = z.infer<typeof shape>;

const built_in: Readonly<Record<string, z.input<typeof shape>>> = {
  // The itemized balance and payout reconciliation reports of Stripe: columns as in its reporting reference.
  stripe: {
    reference: ['charge_id', 'payment_intent_id', 'source_id'],
    kind: {
      column: 'reporting_category',
      values: {
        charge: 'charge',
        refund: 'refund',
        partial_capture_reversal: 'refund',
        refund_failure: 'refund_failure',
        dispute: 'dispute',
        dispute_reversal: 'dispute_reversal',
      },
    },
    currency: 'currency',
    amount: 'gross',
    fee: ['fee'],
  },
  // The settlement detail report of Adyen.
  adyen: {
    reference: ['Psp Reference', 'Modification Reference'],
    kind: {
      column: 'Type',
      values: {
        Settled: 'charge',
        Refunded: 'refund',
        RefundedReversed: 'refund_failure',
        Chargeback: 'dispute',
        SecondChargeback: 'dispute',
        ChargebackReversed: 'dispute_reversal',
      },
    },
    currency: 'Gross Currency',
    amount: { credit: 'Gross Credit (GC)', debit: 'Gross Debit (GC)' },
    fee: ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'],
  },
};

/** The names of the built-in layouts of CSV. */
export const csv_layout_names = Object.keys(built_in);

/** A built-in layout, or the one in a JSON file; `names` are those that exist. */
export function layoutOf(name: string, names: readonly string[]): Layout {
  const given = built_in[name] ?? fileOf(name, names);
  const { success, data, error } = shape.safeParse(given);
  if (success) return data;
  const mistakes = error.issues.map(({ path, message }) => `${path.join('.') || 'the layout'}: ${message}`);
  throw misused(`The layout ${name} is wrong. ${mistakes.join('; ')}`);
}

function fileOf(path: string, names: readonly string[]): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw misused(`There is no layout ${path}: name a JSON file, or one of ${names.join(', ')}.`);
  }
  return parsed(text, path);
}

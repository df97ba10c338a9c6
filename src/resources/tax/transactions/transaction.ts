import { about, alwaysThere, internal, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, plainObject } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { customer_details, lines_max, money, ship_from_details, shipping_cost, tax_behavior } from '../calculations/parts.js';
import { tax_code } from '../tax-code.js';

const type = about('`transaction` for a sale, `reversal` for what takes it back.', oneOf('transaction', 'reversal'));

const line = object({
  id: about('The id of the line.', text),
  object: about('Always `tax.transaction_line_item`.', oneOf('tax.transaction_line_item')),
  amount: about('The amount in minor units; with its taxes if they are inclusive. Below zero in a reversal.', money),
  amount_tax: about('The taxes of the line, in minor units; below zero in a reversal.', money),
  livemode: about('Whether the line belongs to live mode.', flag),
  metadata,
  product: about('The product that was sold; null without one.', nullable(text)),
  quantity: about('The number of units.', integer({ minimum: 0 })),
  reference: about('Your own name of the line, unique in the transaction.', text),
  reversal: about(
    'What the line takes back; null for a sale.',
    nullable(object({ original_line_item: about('The line of the original transaction.', text) })),
  ),
  tax_behavior: about('Whether the amount includes its taxes.', tax_behavior),
  tax_code: about('The tax code of the line.', tax_code),
  type,
});

/** The taxes of a sale that has taken place, for tax returns. */
export const taxTransaction = resource({
  object: 'tax.transaction',
  title: 'tax transaction',
  prefix: 'tax',
  fields: {
    currency: about('The currency of the amounts.', currency),
    customer: about('The customer who bought; null where only their details are known.', nullable(ref('customer'))),
    customer_details,
    line_items: about(
      'The lines of the transaction.',
      alwaysThere(
        object({
          object: about('Always `list`.', oneOf('list')),
          data: about('The lines, in the order of the calculation.', listOf(line, lines_max)),
          has_more: about('Always false: all lines are included.', flag),
          url: about('The path that lists the lines page by page.', text),
        }),
      ),
    ),
    metadata,
    posted_at: about('When the tax liability arose, in Unix seconds.', timestamp),
    reference: about('Your own name of the transaction, such as an order, unique in your account; up to 500 characters.', textOf(500)),
    /** The invoice or session that was paid; references of these are not claimed, so that no payment depends on them. */
    recorded_for: internal(text),
    reversal: about(
      'What the transaction takes back; null for a sale.',
      nullable(
        object({
          original_transaction: about('The transaction that was reversed.', nullable(ref('tax.transaction'))),
        }),
      ),
    ),
    /** What reversals have taken back, by the ids of lines; shipping has none. */
    reversed: internal(listOf(plainObject({ line: nullable(text), amount: money, amount_tax: money }))),
    ship_from_details,
    shipping_cost,
    tax_date: about('The time for which taxes were calculated, in Unix seconds.', timestamp),
    type,
  },
  for_sdks: forSdks,
  start: null,
  columns: ['customer', 'type'],
  unique: { reference: ({ recorded_for, reference }) => (recorded_for === undefined && typeof reference === 'string' ? reference : null) },
});

/** A transaction as rules see it. */
export type TaxTransaction = It<typeof taxTransaction>;

/** One of its lines. */
export type TransactionLine = TaxTransaction['line_items']['data'][number];

/** Ids of lines are `tax_li_…`. */
export const transaction_line_id = { object: 'tax.transaction_line_item', prefix: 'tax_li' } as const;

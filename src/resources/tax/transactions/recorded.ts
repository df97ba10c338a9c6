import type { Behavior } from '../../../arithmetic/tax/calculate.js';
import type { Around, Effect } from '../../../kernel/base/effects.js';
import { tax_id_types } from '../../customers/tax-ids/formats.js';
import { type TaxTransaction, taxTransaction, transaction_line_id } from './transaction.js';

/** A line of what was paid, in minor units after discounts. */
export type PaidLine = {
  readonly reference: string;
  readonly amount: number;
  readonly amount_tax: number;
  readonly behavior: Behavior;
  readonly product: string | null;
  readonly quantity: number;
  readonly tax_code: string;
};

type Details = TaxTransaction['customer_details'];

/** A paid invoice with automatic taxes, or a paid session without an invoice. */
export type Paid = {
  readonly id: string;
  readonly currency: string;
  readonly customer: string | null;
  readonly address: Details['address'];
  readonly exempt: 'none' | 'exempt' | 'reverse';
  readonly numbers: readonly { readonly type: string; readonly value: string | null }[];
  readonly lines: readonly PaidLine[];
  readonly shipping_cost: TaxTransaction['shipping_cost'];
  /** For which taxes were calculated, in Unix seconds. */
  readonly tax_date: number;
};

const overrides = { none: 'none', exempt: 'customer_exempt', reverse: 'reverse_charge' } as const;

/** Records the taxes of a payment, for tax returns. */
export function recorded(
  paid: Paid,
  { fresh, livemode, make, now }: Pick<Around, 'fresh' | 'livemode' | 'make' | 'now'>,
): TaxTransaction & Effect {
  const id = fresh(taxTransaction);
  const tax_ids = paid.numbers.flatMap(({ type, value }) => {
    const known = tax_id_types.find((each) => each === type);
    return known && value !== null ? [{ type: known, value }] : [];
  });
  const data = paid.lines.map(({ behavior, ...line }) => ({
    ...line,
    id: fresh(transaction_line_id),
    object: 'tax.transaction_line_item' as const,
    livemode,
    metadata: {},
    reversal: null,
    tax_behavior: behavior,
    type: 'transaction' as const,
  }));
  const { address, currency, customer, shipping_cost, tax_date } = paid;
  const given = {
    ...{ currency, customer, shipping_cost, tax_date },
    customer_details: {
      address,
      address_source: address && ('billing' as const),
      ip_address: null,
      tax_ids,
      taxability_override: overrides[paid.exempt],
    },
    line_items: { object: 'list' as const, data, has_more: false, url: `/v1/tax/transactions/${id}/line_items` },
    posted_at: now,
    recorded_for: paid.id,
    reference: paid.id,
    type: 'transaction' as const,
  };
  return make(taxTransaction, given, id);
}

import { type Around, type Effect, type Effects, set } from '../../../kernel/base/effects.js';
import type { Customer } from '../../customers/customers/customer.js';
import { addressOf } from '../../tax/calculations/buyer.js';
import { default_code, shipping_code } from '../../tax/supply.js';
import { recorded } from '../../tax/transactions/recorded.js';
import type { TaxTransaction } from '../../tax/transactions/transaction.js';
import type { Session } from './session.js';
import type { LineItem } from './sums.js';

/** The tax transaction of a paid session with automatic taxes, which the session remembers; a subscription's is that of its invoice. */
export function taxesOfSession(it: Session, customer: Customer | null, around: Around): Effects {
  const record = recordOf(it, customer, around);
  return record && [record, set(it, { tax_transaction: record.id }, null)];
}

function recordOf(it: Session, customer: Customer | null, around: Around): (TaxTransaction & Effect) | null {
  if (!it.automatic_tax.enabled || it.mode !== 'payment' || it.currency === null) return null;
  const codes = new Map((it.taxed_as ?? []).map(({ of, tax_code }) => [of, tax_code]));
  const address = it.tax_address ?? (customer && addressOf(customer).address) ?? it.customer_details?.address ?? null;
  const { shipping_cost: shipping } = it;
  return recorded(
    {
      ...{ id: it.id, currency: it.currency, customer: it.customer, address },
      exempt: customer?.tax_exempt ?? 'none',
      numbers: [...(customer?.tax_numbers ?? []), ...(it.tax_numbers_entered ?? [])],
      lines: (it.line_items?.data ?? []).map((item) => paidLine(item, codes.get(item.id) ?? default_code)),
      shipping_cost: shipping && {
        ...{ amount: shipping.amount_subtotal, amount_tax: shipping.amount_tax, shipping_rate: shipping.shipping_rate },
        tax_behavior: shipping.amount_total > shipping.amount_subtotal ? 'exclusive' : 'inclusive',
        tax_breakdown: [],
        tax_code: codes.get(shipping.shipping_rate ?? '') ?? shipping_code,
      },
      tax_date: around.now,
    },
    around,
  );
}

const paidLine = (item: LineItem, tax_code: string) => ({
  reference: item.id,
  amount: item.amount_subtotal - item.amount_discount,
  amount_tax: item.amount_tax,
  behavior: item.taxes.some(({ rate }) => rate.inclusive) ? ('inclusive' as const) : ('exclusive' as const),
  product: item.price.product,
  quantity: item.quantity ?? 1,
  tax_code,
});

import type { Around, Effect } from '../../../kernel/base/effects.js';
import { default_code, shipping_code } from '../../tax/supply.js';
import { type PaidLine, recorded } from '../../tax/transactions/recorded.js';
import type { TaxTransaction } from '../../tax/transactions/transaction.js';
import type { Invoice, Line } from './invoice.js';
import { creditsIn } from './parts.js';

type Seen = Pick<Around, 'fresh' | 'livemode' | 'make' | 'now'>;

/** The tax transaction of a paid invoice with automatic taxes. */
export function taxesOfPaid(it: Invoice, around: Seen): (TaxTransaction & Effect) | null {
  if (!it.automatic_tax.enabled || (it.lines.data.length === 0 && !it.shipping_cost)) return null;
  return recorded(
    {
      ...{ id: it.id, currency: it.currency, customer: it.customer },
      address: it.customer_shipping?.address?.country ? it.customer_shipping.address : it.customer_address,
      exempt: it.customer_tax_exempt ?? 'none',
      numbers: it.customer_tax_ids ?? [],
      lines: it.lines.data.map((line, place) => lessCredited(paidLine(line, it.basis?.taxed_as?.[place] ?? default_code), it)),
      shipping_cost: paidShipping(it),
      tax_date: it.status_transitions.finalized_at ?? around.now,
    },
    around,
  );
}

/** The shipping of an invoice less the credit notes that were issued before the payment. */
function paidShipping(it: Invoice): TaxTransaction['shipping_cost'] {
  const { shipping_cost: shipping, basis } = it;
  if (!shipping) return null;
  const inclusive = shipping.taxes.some(({ rate }) => rate.inclusive);
  const { amount_subtotal: amount, amount_tax, shipping_rate } = shipping;
  return {
    ...lessNotes({ amount, amount_tax }, null, it),
    shipping_rate,
    tax_behavior: inclusive ? 'inclusive' : 'exclusive',
    tax_breakdown: [],
    tax_code: basis?.shipping?.tax_code ?? shipping_code,
  };
}

/** A line less the credit notes that were issued before the payment. */
const lessCredited = (line: PaidLine, it: Invoice): PaidLine => ({ ...line, ...lessNotes(line, line.reference, it) });

function lessNotes(of: Pick<PaidLine, 'amount' | 'amount_tax'>, line: string | null, { taxes_credited = [] }: Invoice) {
  const off = taxes_credited.filter((each) => each.line === line);
  const without = (member: 'amount' | 'amount_tax'): number => off.reduce((rest, each) => rest - each[member], of[member]);
  return { amount: without('amount'), amount_tax: without('amount_tax') };
}

const sumOf = (amounts: readonly { readonly amount: number }[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0);

const paidLine = ({ id, amount, discount_amounts, pretax_credit_amounts, price, quantity, taxes }: Line, tax_code: string): PaidLine => ({
  reference: id,
  amount: amount - sumOf(discount_amounts) - sumOf(creditsIn(pretax_credit_amounts)),
  amount_tax: sumOf(taxes),
  behavior: taxes.some(({ tax_behavior }) => tax_behavior === 'inclusive') ? ('inclusive' as const) : ('exclusive' as const),
  product: price?.product ?? null,
  quantity: quantity ?? 1,
  tax_code,
});

import type { Tax } from '../../../arithmetic/billing/taxes.js';
import type { Asked } from '../../../kernel/base/effects.js';
import type { Invoice } from '../invoices/invoice.js';
import type { CreditNote } from './credit-note.js';
import type { Sent } from './input.js';

/** The cost of shipping of an invoice. */
export type Shipping = NonNullable<Invoice['shipping_cost']>;

type Of = { readonly invoice: Invoice; readonly notes: readonly CreditNote[] };

/** The shipping that a note credits, which is all of it; null where none is asked for. Refuses a rate that the invoice does not have, and a second credit. */
export function shippingCredited({ shipping_cost: sent }: Sent, { invoice, notes }: Of, asked: Asked): Shipping | null {
  if (!sent) return null;
  const { shipping_cost: shipping } = invoice;
  const wrong = (message: string) => ({ code: 'parameter_invalid', param: 'shipping_cost[shipping_rate]', message }) as const;
  if (!shipping) return asked.refuse(wrong('The invoice has no cost of shipping. Leave shipping_cost out.'));
  if (sent.shipping_rate !== shipping.shipping_rate)
    return asked.refuse(wrong(`The shipping rate of the invoice is ${shipping.shipping_rate}. Send that one.`));
  const before = notes.find((note) => note.status === 'issued' && note.shipping_cost);
  if (before) return asked.refuse(wrong(`${before.id} has credited the cost of shipping already. Leave shipping_cost out.`));
  return shipping;
}

/** The taxes of shipping, as they are summed up. */
export const taxesOfShipping = (shipping: Shipping | null): Tax[] =>
  (shipping?.taxes ?? []).map(({ amount, rate, taxable_amount }) => ({
    amount,
    inclusive: rate.inclusive,
    tax_rate: rate.id,
    taxable_amount: taxable_amount ?? 0,
  }));

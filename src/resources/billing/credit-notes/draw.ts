import { type NoteSums, noteSplit, noteSums } from '../../../arithmetic/billing/credit-notes.js';
import type { Around, Asked } from '../../../kernel/base/effects.js';
import { chargeBounds, inWords } from '../../../kernel/base/money.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { Invoice } from '../invoices/invoice.js';
import { pretaxOf } from '../invoices/parts.js';
import { type Intents, requireNoneUnderWay } from '../invoices/payments.js';
import { reasonsIn, shownTaxAmounts, shownTaxes } from '../invoices/shown-taxes.js';
import type { CreditNote } from './credit-note.js';
import { type GivenBack, givenBack, type Paid, refundedOutside, requireBalanced } from './given-back.js';
import { notes_max, type Sent } from './input.js';
import { type DrawnLine, drawnLines, exemptIn } from './note-lines.js';
import { type Shipping, shippingCredited, taxesOfShipping } from './shipping.js';
import { shownLine } from './shown-line.js';

/** What a note looks at. */
export type Seen = Paid & {
  readonly invoice: Invoice | null;
  readonly intents: Intents;
  readonly rates: { readonly get: (id: string) => TaxRate };
  readonly rates_of_amounts: { readonly get: (id: string) => TaxRate };
};

/** A note that can be issued: its members, how what was paid goes back, and of which invoice. */
export type Drawn = { readonly members: ReturnType<typeof membersOf>; readonly back: GivenBack; readonly invoice: Invoice & Creditable };

type Creditable = { readonly status: 'open' | 'paid' | 'uncollectible' };

/** Draws up a note, or says why it cannot be. How what was paid goes back may be left open where it is only shown. */
export function drawn(id: string, sent: Sent, seen: Seen, asked: Asked, is_shown_only = false): Drawn {
  const { invoice, notes } = seen;
  if (!isCreditable(invoice)) return asked.refuse(uncreditable(invoice));
  requireContent(sent, asked);
  requireRoom(notes, asked);
  const rateOf = (rate: string): TaxRate =>
    (sent.lines?.some(({ tax_rates }) => tax_rates?.includes(rate)) ? seen.rates : seen.rates_of_amounts).get(rate);
  const lines = drawnLines(sent, { invoice, notes, rateOf }, asked);
  const shipping = shippingCredited(sent, { invoice, notes }, asked);
  const sums = noteSums(lines, shipping && { amount: shipping.amount_subtotal, taxes: taxesOfShipping(shipping) });
  const back = givenBack(sent, seen, asked);
  const split = noteSplit(sums.total, invoice.amount_remaining);
  requireTotal(sums.total, invoice, refundedOutside(seen), back, asked);
  if (!(is_shown_only && !saysHow(sent))) requireBalanced(back, split.post_payment_amount, invoice.currency, asked);
  if (split.pre_payment_amount > 0) requireRest(invoice, split.pre_payment_amount, seen.intents, asked);
  return { members: membersOf(id, sent, { invoice, lines, shipping, sums, split, notes }, asked), back, invoice };
}

const isCreditable = (invoice: Invoice | null): invoice is Invoice & Creditable =>
  invoice !== null && ['open', 'paid', 'uncollectible'].includes(invoice.status);

const uncreditable = (invoice: Invoice | null): Refusal => ({
  code: 'invoice_unexpected_state',
  param: 'invoice',
  message: `Credit notes are issued on invoices that are open, paid or uncollectible; this one is ${invoice?.status ?? 'deleted'}.`,
});

/** What is given back is said in one way. */
function requireContent({ amount, lines, shipping_cost }: Sent, asked: Asked): void {
  if (shipping_cost && amount !== undefined)
    asked.refuse({
      code: 'parameters_exclusive',
      param: 'shipping_cost',
      message: 'Send shipping_cost alone or together with lines; amount is the whole credit.',
    });
  if (amount !== undefined && lines !== undefined)
    asked.refuse({ code: 'parameters_exclusive', param: 'lines', message: 'Send only one of amount and lines.' });
  if (amount === undefined && !lines?.length && !shipping_cost)
    asked.refuse({
      code: 'parameter_missing',
      param: 'amount',
      message: 'Missing required param: amount. Or send lines or shipping_cost.',
    });
}

const requireRoom = (notes: readonly CreditNote[], asked: Asked): void => {
  if (notes.length >= notes_max)
    asked.refuse({ code: 'parameter_invalid', param: 'invoice', message: `An invoice can have ${notes_max} credit notes at most.` });
};

const saysHow = ({ refund_amount, credit_amount, out_of_band_amount, refund, refunds }: Sent): boolean =>
  [refund_amount, credit_amount, out_of_band_amount, refund, refunds].some((each) => each !== undefined);

/** All notes together, and what was refunded besides them, are at most what the invoice came to. */
function requireTotal(total: number, invoice: Invoice, outside: number, { linked }: GivenBack, asked: Asked): void {
  const param = 'amount';
  if (total < 1)
    asked.refuse({
      code: 'amount_too_small',
      param,
      message: 'A credit note must credit more than 0. Send an amount, or lines with amounts.',
    });
  const credited = invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount;
  const linking = linked.reduce((sum, { amount }) => sum + amount, 0);
  const left = Math.max(0, invoice.total - credited - Math.max(0, outside - linking));
  if (total > left) {
    asked.refuse({
      code: 'amount_too_large',
      param,
      message: `At most ${inWords(left, invoice.currency)} of this invoice can still be credited; this credit note comes to ${inWords(total, invoice.currency)}.`,
    });
  }
}

/** The remaining amount must be chargeable, and no payment may be in progress. */
function requireRest({ amount_remaining, currency }: Invoice, less: number, intents: Intents, asked: Asked): void {
  requireNoneUnderWay(intents, asked);
  const [left, { minimum }] = [amount_remaining - less, chargeBounds(currency)];
  const message = `This would leave ${inWords(left, currency)} to be paid, and less than ${inWords(minimum, currency)} cannot be charged. Credit all of it, or at most ${inWords(amount_remaining - minimum, currency)}.`;
  if (left > 0 && left < minimum) asked.refuse({ code: 'amount_too_small', param: 'amount', message });
}

type Parts = {
  readonly invoice: Invoice;
  readonly lines: readonly DrawnLine[];
  readonly shipping: Shipping | null;
  readonly sums: NoteSums;
  readonly split: ReturnType<typeof noteSplit>;
  readonly notes: readonly CreditNote[];
};

function membersOf(id: string, sent: Sent, { invoice, lines, shipping, sums, split, notes }: Parts, around: Around) {
  const { effective_at, memo = null, metadata = {}, reason = null, out_of_band_amount = null } = sent;
  const exempt = exemptIn(invoice);
  const reasons = reasonsIn(invoice);
  const data = lines.map((line) => shownLine(line, { exempt, reasons }, around));
  const discount_amounts = sums.discount_amounts.map((each) => ({ ...each }));
  return {
    ...split,
    ...{ memo, metadata, reason, out_of_band_amount, discount_amounts },
    amount: sums.total,
    amount_shipping: shipping?.amount_subtotal ?? 0,
    shipping_cost: shipping,
    currency: invoice.currency,
    customer: invoice.customer,
    discount_amount: discount_amounts.reduce((sum, { amount }) => sum + amount, 0),
    effective_at: effective_at ?? around.now,
    invoice: invoice.id,
    lines: { object: 'list' as const, data, has_more: false, total_count: data.length, url: `/v1/credit_notes/${id}/lines` },
    number: `${invoice.number}-CN-${String(notes.length + 1).padStart(2, '0')}`,
    pdf: `${around.pageUrl('credit_note', { object: 'credit_note', id }, id)}/pdf`,
    pretax_credit_amounts: pretaxOf(sums.discount_amounts, sums.credits),
    subtotal: sums.subtotal,
    subtotal_excluding_tax: sums.subtotal_excluding_tax,
    tax_amounts: shownTaxAmounts(sums.total_taxes, exempt, reasons),
    total: sums.total,
    total_excluding_tax: sums.total_excluding_tax,
    total_taxes: shownTaxes(sums.total_taxes, exempt, reasons),
    type:
      split.post_payment_amount === 0
        ? ('pre_payment' as const)
        : split.pre_payment_amount === 0
          ? ('post_payment' as const)
          : ('mixed' as const),
  };
}

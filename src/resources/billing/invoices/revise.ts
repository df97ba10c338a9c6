import { type Around, type Asked, type Effects, run, set } from '../../../kernel/base/effects.js';
import { pick } from '../../../kernel/base/members.js';
import { inWords } from '../../../kernel/base/money.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { rule } from '../../../kernel/base/rules.js';
import type { Customer } from '../../customers/customers/customer.js';
import { invoiceItem } from '../invoice-items/invoice-item.js';
import { membersOf } from '../invoice-items/members.js';
import type { Billing } from './bill.js';
import { voidInvoice } from './end.js';
import { said } from './input.js';
import { type Invoice, invoice, isOwed } from './invoice.js';
import { discountsOf, plainsOf } from './sums.js';

/** Why an invoice cannot be revised (Stripe): only what is owed can be, and nothing that a subscription has billed. */
export function requireRevisable(it: Invoice, asked: Asked): void {
  const param = 'from_invoice[invoice]';
  if (it.subscription !== null)
    asked.refuse({
      code: 'parameter_invalid',
      param,
      message: `${it.id} is for a subscription, and cannot be revised. Credit it instead.`,
    });
  if (isOwed(it) && it.amount_paid > 0) asked.refuse({ code: 'parameter_invalid', param, message: partlyPaid(it) });
  if (isOwed(it)) return;
  const mend = it.status === 'draft' ? 'Change the draft itself.' : 'Only an open or uncollectible invoice can be revised.';
  asked.refuse({
    code: 'parameter_invalid',
    param,
    message: `You could not revise ${it.id} because it has a status of ${it.status}. ${mend}`,
  });
}

const partlyPaid = ({ amount_paid, currency, id }: Invoice): string =>
  `${inWords(amount_paid, currency)} of ${id} have been paid, so it cannot be revised. Credit it instead, and bill what is missing by another invoice.`;

/** How many invoices that it takes the place of, one after the other, a revision knows. */
const revised_max = 50;

/** What an invoice bills, to be billed again in its place. Its discounts were redeemed with it, and are this one's now. */
export function ofRevised(it: Invoice, of: Pick<Billing, 'account' | 'customer'>, id: string, { fresh, now }: Around): Billing {
  return {
    ...of,
    currency: it.currency,
    lines: plainsOf(it).map(({ id: _, ...line }) => ({ ...line, invoice_item: fresh(invoiceItem) })),
    billing_reason: it.billing_reason,
    collection_method: it.collection_method,
    due_date: it.due_date !== null && it.due_date > now ? it.due_date : null,
    default_payment_method: it.default_payment_method,
    default_source: it.default_source,
    default_tax_rates: it.default_tax_rates,
    discounts: discountsOf(it).map((each) => (each.coupon.duration === 'once' ? { ...each, invoice: id } : each)),
    shipping: it.basis?.shipping ?? null,
    period: { start: it.period_start, end: it.period_end },
    auto_advance: false,
    described: {
      ...pick(it, ...said, 'application_fee_amount', 'automatic_tax', 'transfer_data'),
      revises: [it.id, ...(it.revises ?? [])].slice(0, revised_max),
    },
  };
}

/** The invoice items of a revision, which go with it where it is given up. */
export const copied = ({ currency, lines }: Billing, id: string, payer: Customer, { make, now }: Around): Effects =>
  lines.map(({ invoice_item, ...line }) => {
    const members = membersOf(line, { currency, customer: payer.id, invoice: id, test_clock: payer.test_clock });
    return make(invoiceItem, { ...members, copied: true, date: now }, invoice_item ?? '');
  });

/** Takes back what a revision takes the place of, before that is owed itself. */
export const replaceRevised = rule(invoice, 'replace what is revised by', {
  reads: { revised: one(invoice, 'revises') },
  decide: ({ it, revised }, asked) => {
    const original = revised?.get(it.from_invoice?.invoice ?? '');
    if (!original || !isOwed(original)) return asked.refuse(replaced_already);
    const others = revised?.all.filter((each) => each.id !== original.id) ?? [];
    const known = set(original, { latest_revision: it.id }, null);
    return [known, others.map((each) => set(each, { latest_revision: it.id }, null)), run(voidInvoice, known, {})];
  },
});

const replaced_already: Refusal = {
  code: 'invoice_unexpected_state',
  message: 'The invoice that this one revises is no longer due, so it cannot be revised. Delete this draft.',
};

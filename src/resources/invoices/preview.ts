import { type Around, type Effects, refuse } from '../../base/effects.js';
import { type Given, listOf, object, pick, required } from '../../base/fields.js';
import { ref } from '../../base/kinds.js';
import { one, own } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import { creation } from '../../base/rules.js';
import { account } from '../accounts/account.js';
import { customer } from '../customers/customer.js';
import { plainOfItem } from '../invoice-items/as-line.js';
import { changedPlain, plain_input } from '../invoice-items/given.js';
import { type InvoiceItem, invoiceItem } from '../invoice-items/invoice-item.js';
import { pendingBy } from '../invoice-items/pending.js';
import { price } from '../prices/price.js';
import { taxRate } from '../tax-rates/tax-rate.js';
import { billedAs, discountsOfCustomer } from './bill.js';
import { discounted_input, discounted_reads, discountsAsked } from './discounted.js';
import type { Known } from './input.js';
import { invoice } from './invoice.js';
import { type Many, namedIn } from './lines.js';
import type { PlainLine } from './plain-line.js';

/** What may be asked of an invoice that there is not yet: what is pending, as it is or with changes, and what might be put on it besides. */
export const preview_input = {
  ...discounted_input,
  ...pick(invoice.fields, 'currency'),
  customer: required(ref('customer')),
  invoice_items: listOf(object({ ...plain_input, invoiceitem: ref('invoiceitem') }), 250),
} as const;

/** Shows what the next invoice of a customer will be; nothing of it is stored. */
export const preview = creation(invoice, {
  takes: preview_input,
  reads: {
    ...discounted_reads,
    account: own(account),
    customer,
    items: pendingBy('customer'),
    named_items: one(invoiceItem, 'invoice_items.invoiceitem'),
    prices: one(price, 'invoice_items.price'),
    prices_of_pricing: one(price, 'invoice_items.pricing.price'),
    rates: one(taxRate, 'invoice_items.tax_rates'),
  },
  decide: ({ it, input, account: owner, customer: payer, items, ...seen }, around) => {
    const { invoice_items: asked = [], currency: named, discounts: off } = input;
    const first = asked.map(({ invoiceitem: id }) => (id ? seen.named_items.get(id)?.currency : null)).find(Boolean);
    const currency = named ?? payer.currency ?? first ?? items[0]?.currency ?? owner?.default_currency ?? 'usd';
    const besides = plainsAsked(asked, seen, around);
    if ('code' in besides) return refuse(besides);
    const pending = items.filter((item) => item.currency === currency && !besides.changed.has(item.id));
    if (besides.lines.length === 0 && pending.length === 0) return refuse({ code: 'invoice_upcoming_none' });
    const of = { customer: payer.id, currency, of: { invoice: it.id }, kept: discountsOfCustomer(payer, around) };
    const redeemed = discountsAsked(off, seen, of, around);
    if ('code' in redeemed) return refuse(redeemed);
    const { discounts } = redeemed;
    const billing = {
      account: owner,
      customer: payer,
      currency,
      discounts,
      lines: besides.lines,
      pending,
      billing_reason: 'upcoming',
    } as const;
    return [besides.made, redeemed.effects, billedAs(it, billing, around).effects];
  },
});

type Asked = NonNullable<Given<typeof preview_input>['invoice_items']>;
type Named = Many & { readonly named_items: Known<InvoiceItem> };
type Besides = { readonly lines: readonly PlainLine[]; readonly changed: ReadonlySet<string>; readonly made: readonly Effects[] };

/** What might be billed besides, and which of the pending items are meant to be otherwise. */
function plainsAsked(asked: Asked, named: Named, around: Around): Besides | Refusal {
  const lines: PlainLine[] = [];
  const made: Effects[] = [];
  for (const [place, { invoiceitem: id, ...given }] of asked.entries()) {
    const item = id === undefined ? null : named.named_items.get(id);
    const before = item ? plainOfItem(item) : { amount: 0, description: null, period: { start: around.now, end: around.now } };
    const next = changedPlain(before, given, namedIn(named, given), around, `invoice_items[${place}]`);
    if ('code' in next) return next;
    lines.push(next.plain);
    made.push(next.cost?.made);
  }
  return { lines, changed: new Set(asked.flatMap(({ invoiceitem }) => invoiceitem ?? [])), made };
}

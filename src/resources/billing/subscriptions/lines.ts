import type { DebitOf, LineTerms, PlanLine } from '../../../arithmetic/billing/subscription/lines.js';
import type { Terms } from '../../../arithmetic/billing/subscription/prorations.js';
import type { Around, Effect } from '../../../kernel/base/effects.js';
import { isInForce } from '../../catalogue/discounts/discount.js';
import type { Customer } from '../../customers/customers/customer.js';
import { isCalculated } from '../../tax/rate-ids.js';
import { type InvoiceItem, invoiceItem } from '../invoice-items/invoice-item.js';
import { membersOf } from '../invoice-items/members.js';
import { countedIn } from '../invoices/basis.js';
import type { Invoice } from '../invoices/invoice.js';
import type { PlainLine } from '../invoices/plain-line.js';
import { discountsOn } from './discounts.js';
import type { Subscription } from './subscription.js';
import type { Item } from './subscription-item.js';

/** What the lines of a subscription have in common. */
export const lineTermsOf = ({ currency, billing_mode }: Pick<Subscription, 'billing_mode' | 'currency'>): LineTerms => ({
  currency,
  mode: billing_mode.type,
});

/** The terms of prorations from a moment on, in seconds. */
export function termsOf(it: Subscription, customer: Customer, moment: number, { now }: Pick<Around, 'now'>): Terms<Item> {
  const counted = countedIn(it.currency);
  return {
    ...lineTermsOf(it),
    moment,
    anchor: it.billing_cycle_anchor,
    discounts: discountsOn(it, customer, now).map(counted),
    own: ({ discounts_kept = [] }) => discounts_kept.filter((each) => isInForce(each, now)).map(counted),
    itemizes: it.billing_mode.flexible?.proration_discounts === 'itemized',
  };
}

/** A planned line as the invoice of a subscription bills it. */
const billedLine =
  (subscription: string) =>
  ({ item, prorated, ...line }: PlanLine<Item>): PlainLine => ({
    discounts: item.discounts_kept ?? [],
    price: item.price,
    subscription,
    subscription_item: item.id,
    metadata: item.metadata,
    tax_code: item.tax_code ?? null,
    tax_rates: (prorated?.debit?.tax_rates ?? item.tax_rates).filter((rate) => !isCalculated(rate)),
    ...line,
    ...(prorated && prorationOf(prorated)),
  });

function prorationOf({ debit, ...amounts }: NonNullable<PlanLine<Item>['prorated']>) {
  const credited_items = debit?.invoice && debit.line ? { invoice: debit.invoice, invoice_line_items: [debit.line] } : null;
  return {
    ...amounts,
    discountable: false,
    proration: true,
    proration_details: { credited_items },
    ...(debit && { gives_back: givenBack(debit) }),
  };
}

const givenBack = ({ invoice, invoice_item, line }: DebitOf<Item>) => ({ invoice, invoice_item, line });

/** Planned lines as the invoice of a subscription bills them. */
export const billedLines = (lines: readonly PlanLine<Item>[], subscription: string): PlainLine[] => lines.map(billedLine(subscription));

type Owner = Pick<Subscription, 'currency' | 'customer' | 'test_clock'>;

/** A charge or credit that waits for the next invoice of a subscription. */
export const pendingOf = (line: PlainLine, { currency, customer, test_clock }: Owner, { make, now }: Around): InvoiceItem & Effect =>
  make(invoiceItem, { ...membersOf(line, { currency, customer, invoice: null, test_clock }), date: now }, line.id);

/** Planned charges and credits that wait for the next invoice. */
export const pendingLines = (lines: readonly PlanLine<Item>[], it: Owner & { readonly id: string }, around: Around) =>
  billedLines(lines, it.id).map((line) => pendingOf(line, it, around));

/** The debits of an item after a change: its prorations, by their invoice items, and whole periods. Credits are counted from them. */
export function debitsOf(item: Item, prorations: readonly InvoiceItem[], bill: Invoice | null): NonNullable<Item['debits']> {
  const lines = bill?.lines.data ?? [];
  const charged = prorations.filter(({ amount, proration, subscription_item }) => proration && subscription_item === item.id && amount > 0);
  const of_items = charged.map(({ amount, id, period, taken = [], tax_rates }) => {
    const line = lines.find(({ invoice_item }) => invoice_item === id);
    const of_line = { invoice: (line && bill?.id) ?? null, invoice_item: id, line: line?.id ?? null };
    return { amount, discount_amounts: taken, period, tax_rates, ...of_line };
  });
  const of_periods = lines.filter((line) => isCharge(line, item)).map((line) => debitOf(line, bill?.id ?? null));
  return [...of_items, ...of_periods];
}

type Line = Invoice['lines']['data'][number];

/** Whether a line charges an item for a period of its own. */
export const isCharge = ({ invoice_item, proration, subscription_item }: Line, { id }: Item): boolean =>
  subscription_item === id && !proration && invoice_item === null;

/** The debit of a line. */
export const debitOf = ({ amount, discount_amounts, id, period, tax_rates }: Line, invoice: string | null) => ({
  ...{ amount, discount_amounts, period, tax_rates },
  ...{ invoice, invoice_item: null, line: id },
});

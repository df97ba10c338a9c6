import type { Period } from '../../../arithmetic/billing/periods.js';
import { isMetered, usedPeriod } from '../../../arithmetic/billing/subscription/items.js';
import { type Around, type Decision, type Effect, type Effects, instead, run, set } from '../../../kernel/base/effects.js';
import { type Found, many, one, own, usage } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { account } from '../../accounts/accounts/account.js';
import { isInForce } from '../../catalogue/discounts/discount.js';
import { type Meter, meter } from '../../catalogue/meters/meter.js';
import type { Customer } from '../../customers/customers/customer.js';
import { customer } from '../../customers/customers/customer.js';
import type { InvoiceItem } from '../invoice-items/invoice-item.js';
import { pendingBy } from '../invoice-items/pending.js';
import { type Billed, billed, type Billing as InvoiceBilling } from '../invoices/bill.js';
import { writeOff } from '../invoices/end.js';
import { finalize } from '../invoices/finalize.js';
import type { Invoice } from '../invoices/invoice.js';
import { pay } from '../invoices/pay.js';
import type { PlainLine } from '../invoices/plain-line.js';
import type { Percentages } from '../invoices/shares.js';
import { unpaid } from '../invoices/unpaid.js';
import { usageAsked } from '../usage-records/usage.js';
import { discountsOn, itemAfterUse } from './discounts.js';
import { debitOf, isCharge } from './lines.js';
import type { Subscription } from './subscription.js';
import { type Item, subscriptionItem } from './subscription-item.js';

/** What billing a subscription looks at besides itself: all of it is read along with it. */
export const billing_reads = {
  account: own(account),
  customer,
  pending: pendingBy('customer'),
} as const;

/** What has been read of that. */
export type Billing = {
  readonly account: It<typeof account> | null;
  readonly customer: Customer;
  readonly pending: readonly InvoiceItem[];
};

/** What an invoice of a subscription says besides what the subscription says. */
export type Bill = {
  readonly lines: readonly PlainLine[];
  readonly billing_reason: Invoice['billing_reason'];
  /** Whether it is finalized after an hour and collected by itself, again and again where it is declined. */
  readonly auto_advance: boolean;
  /** The time that it looks back on. */
  readonly period?: Period;
  /** What pays it, where that is not to be what pays the subscription. */
  readonly paid_by?: Pick<Subscription, 'default_payment_method' | 'default_source'>;
  /** The moment at which discounts must be in force; now by default. */
  readonly moment?: number;
};

/** The members of a subscription that its invoices take over. */
type Billable = Pick<
  Subscription,
  | 'id'
  | 'application_fee_percent'
  | 'automatic_tax'
  | 'collection_method'
  | 'default_tax_rates'
  | 'discounts_kept'
  | 'currency'
  | 'days_until_due'
  | 'metadata'
  | 'invoice_settings'
  | 'on_behalf_of'
  | 'payment_settings'
  | 'transfer_data'
>;

/** What is pending for a subscription: its own, and what is for none, in its currency. */
export const pendingFor = ({ id, currency }: Pick<Billable, 'id' | 'currency'>, pending: readonly InvoiceItem[]): InvoiceItem[] =>
  pending.filter((item) => item.currency === currency && (item.subscription === null || item.subscription === id));

/** What an invoice of a subscription bills, with what is pending for it. */
export function billingOf(
  it: Billable,
  { lines, billing_reason, auto_advance, paid_by, period, moment }: Bill,
  seen: Billing,
  { now }: Pick<Around, 'now'>,
): InvoiceBilling {
  const { collection_method, currency, days_until_due, default_tax_rates, id, metadata, invoice_settings, payment_settings } = it;
  const { custom_fields, description, footer, issuer } = invoice_settings;
  const { payment_method_options, payment_method_types } = payment_settings;
  return {
    account: seen.account,
    customer: seen.customer,
    currency,
    lines: lines.map((line) => ({ ...line, discounts: (line.discounts ?? []).filter((each) => isInForce(each, moment ?? now)) })),
    pending: pendingFor(it, seen.pending),
    subscription: { id, metadata },
    billing_reason,
    collection_method,
    days_until_due: collection_method === 'send_invoice' ? days_until_due : null,
    default_tax_rates,
    ...paid_by,
    discounts: discountsOn(it, seen.customer, moment ?? now),
    ...(period && { period }),
    // What is billed by hand, between periods, is shared as its caller says (Stripe).
    ...(billing_reason !== 'manual' && { shares: sharesIn(it) }),
    auto_advance,
    described: {
      ...(it.automatic_tax.enabled && { automatic_tax: { enabled: true } }),
      ...(custom_fields && { custom_fields }),
      ...(description && { description }),
      ...(footer && { footer }),
      ...{ issuer, on_behalf_of: it.on_behalf_of },
      payment_settings: { payment_method_options, payment_method_types },
    },
  };
}

/** How the invoices of a subscription are shared. */
export const sharesIn = ({ application_fee_percent, transfer_data }: Percentages): Percentages => ({
  application_fee_percent,
  transfer_data,
});

/** Drafts an invoice of a subscription. */
export const billFor = (it: Billable, bill: Bill, seen: Billing, around: Around): Billed =>
  billed(billingOf(it, bill, seen, around), around);

type Collected = Pick<Subscription, 'collection_method' | 'pause_collection'>;

/** An invoice while collection is paused: it stays a draft, or is finalized and then void or uncollectible. */
export function uncollected({ pause_collection }: Collected, { invoice }: Billed): Effects {
  if (!pause_collection || pause_collection.behavior === 'keep_as_draft') return null;
  const { behavior } = pause_collection;
  return [run(finalize, invoice, {}, 'ignore'), run(writeOff, invoice, { behavior }, 'ignore')];
}

/**
 * Finalizes an invoice now that is charged, and collects it where that is asked for; what cannot be charged at all refuses what it is for,
 * and what fails is heard of by those who follow the invoice. While nothing is collected, this is not either.
 */
export function collectedNow(
  it: Collected,
  bill: Billed,
  { pays, off_session }: { readonly pays: boolean; readonly off_session: boolean },
): Decision {
  if (it.pause_collection) return uncollected(it, bill);
  if (it.collection_method !== 'charge_automatically') return null;
  const { invoice } = bill;
  return [run(finalize, invoice, {}), pays && run(pay, invoice, { off_session, finalized: true }, instead(unpaid, invoice))];
}

/** An item with what an invoice charges for it, which credits are counted from; what is over or was for another time is forgotten. */
export function debited(item: Item, invoice: Pick<Invoice, 'id' | 'lines' | 'total_discount_amounts'>, now: number): Item & Effect {
  const lines = invoice.lines.data.filter((line) => isCharge(line, item));
  const debits = isMetered(item) ? [] : lines.map((line) => debitOf(line, invoice.id));
  const open = [...(item.debits ?? []), ...debits].filter(({ period }) => period.end > now);
  const invoiced = isMetered(item) && invoicedBy(item, lines, invoice.id, now);
  return set(item, { debits: open, ...invoiced, ...itemAfterUse(item, invoice) });
}

/** How many periods of usage an item remembers the invoices of. */
const invoiced_max = 250;

/** What an item says of the invoice that bills what was used of it: only periods that are over are billed. */
function invoicedBy({ invoiced = [] }: Item, lines: Invoice['lines']['data'], invoice: string, now: number) {
  const [line] = lines.filter(({ period }) => period.end <= now);
  if (!line) return {};
  return { invoiced: [{ invoice, end: line.period.end }, ...invoiced].slice(0, invoiced_max) };
}

type Payable = Pick<Subscription, 'default_payment_method' | 'default_source'>;

/** Whether anything is stored that could pay. */
export const canPay = ({ default_payment_method, default_source }: Payable, { customer }: Pick<Billing, 'customer'>): boolean =>
  [default_payment_method, default_source, customer.invoice_settings.default_payment_method, customer.default_source].some(
    (each) => each !== null,
  );

/** The items of a subscription, guarded against concurrent additions and deletions. */
export const items_read = many(subscriptionItem, { by: 'subscription' });

type Metered = { readonly it: Subscription; readonly items: readonly Item[]; readonly meters: Found<Meter | null> };

type Changing = Omit<Metered, 'items'> & { readonly input: object; readonly current: readonly Item[] };

/** What can end the time in which what is used is charged to an item, besides the end of its period. */
const ends_usage = ['billing_cycle_anchor', 'items', 'trial_end'] as const;

/** What was used until now of items that may be changed. */
export const used_by_now = {
  meters: one(meter, 'current.price.recurring.meter'),
  used: usage(({ it, input, current, meters }: Changing, now) => {
    const ends = ends_usage.some((name) => name in input);
    const counted = current.filter((item) => isMetered(item) && (ends || now >= item.current_period_end));
    return counted.map((item) => usageAsked(item, meters, it.customer, usedPeriod(item, now)));
  }),
} as const;

/** What was used of the items in the period that they are in. */
export const used_reads = {
  meters: one(meter, 'items.price.recurring.meter'),
  used: usage(({ it, items, meters }: Metered) =>
    items.filter(isMetered).map((item) => usageAsked(item, meters, it.customer, usedPeriod(item))),
  ),
} as const;

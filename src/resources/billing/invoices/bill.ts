import type { Period } from '../../../arithmetic/billing/periods.js';
import { type Around, at, type Effect, type Effects, set } from '../../../kernel/base/effects.js';
import { day } from '../../../kernel/base/moments.js';
import type { It, Settable, Unborn } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { applicationIn } from '../../accounts/accounts/taking.js';
import { type DiscountValue, isInForce } from '../../catalogue/discounts/discount.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { Customer } from '../../customers/customers/customer.js';
import { automaticFor } from '../../tax/automatic.js';
import { plainOfItem } from '../invoice-items/as-line.js';
import type { InvoiceItem } from '../invoice-items/invoice-item.js';
import { putOn } from '../invoice-items/put-on.js';
import { ofCustomer } from './customer-members.js';
import type { said } from './input.js';
import { type Draft, type Invoice, invoice } from './invoice.js';
import type { PlainLine } from './plain-line.js';
import { type Percentages, sharedBy } from './shares.js';
import type { ShippingKept } from './shipping.js';
import { totalled } from './sums.js';

/** The content of an invoice; members that are left out are empty, or have Stripe's default. */
export type Billing = {
  readonly customer: Customer;
  /** The account whose books these are (`own(account)`): its settings say how taxes are rounded and when is due. */
  readonly account: It<typeof account> | null;
  readonly currency: string;
  /** In display order. */
  readonly lines: readonly PlainLine[];
  /** Pending items that are taken in; they come before the lines, the newest first. */
  readonly pending?: readonly InvoiceItem[];
  readonly subscription?: { readonly id: string; readonly metadata: Readonly<Record<string, string>> } | null;
  /** The accepted quote that it bills. */
  readonly quote?: string;
  readonly billing_reason?: Invoice['billing_reason'];
  readonly collection_method?: Invoice['collection_method'] | undefined;
  readonly days_until_due?: number | null | undefined;
  readonly due_date?: number | null | undefined;
  readonly default_payment_method?: string | null | undefined;
  readonly default_source?: string | null | undefined;
  readonly default_tax_rates?: readonly TaxRate[];
  /** The discounts of the invoice or the subscription, in order; the customer's by default. */
  readonly discounts?: readonly DiscountValue[];
  /** The cost of shipping; none by default. */
  readonly shipping?: ShippingKept | null | undefined;
  /** The billed period; by default the moment of creation. */
  readonly period?: Period;
  /** Whether the invoice is finalized after an hour and then collected automatically. */
  readonly auto_advance?: boolean | undefined;
  /** All else that a caller says of it. */
  readonly described?: Pick<
    Settable<typeof invoice>,
    | (typeof said)[number]
    | 'application_fee_amount'
    | 'automatic_tax'
    | 'automatically_finalizes_at'
    | 'effective_at'
    | 'from_invoice'
    | 'next_payment_attempt'
    | 'number'
    | 'revises'
    | 'transfer_data'
  >;
  /** How it is shared, where it is of a subscription; else that is described. */
  readonly shares?: Percentages;
};

/** How long a draft waits for changes before it is finalized by itself. */
export const draft_seconds = 3600;

/** A draft that is about to be stored, and all that comes with it. */
export type Billed = { readonly invoice: Draft & Effect; readonly effects: Effects };

/** Makes a draft of what a customer is billed for. Answer with its effects, and go on from its invoice. */
export function billed(given: Billing, around: Around): Billed {
  const id = around.fresh(invoice);
  return withItems(around.make(invoice, { status: 'draft', ...drafted(id, given, around) }, id), given);
}

/** The same, of an invoice that is about to be. */
export const billedAs = (it: It<typeof invoice, Unborn>, given: Billing, around: Around): Billed =>
  withItems(set(it, { status: 'draft', ...drafted(it.id, given, around) }), given);

function withItems(made: Draft & Effect, { pending = [] }: Billing): Billed {
  const taken = pending.map((item) => putOn(item, made.id));
  return { invoice: made, effects: [made, taken, at(made.automatically_finalizes_at, made, 'finalize')] };
}

/** The members of a draft, for one that is stored as for one that is only shown. */
export function drafted(id: string, given: Billing, around: Around) {
  const { customer, account, subscription = null, period = { start: around.now, end: around.now }, described = {} } = given;
  const plains = [...newestFirst(given.pending ?? []).map(plainOfItem), ...given.lines];
  const sums = totalled(plains, termsOf(id, given, around), around);
  const {
    auto_advance = false,
    collection_method = 'charge_automatically',
    billing_reason = given.quote ? 'quote_accept' : 'manual',
  } = given;
  return {
    ...saidTo(customer),
    ...described,
    ...sums,
    ...(given.shares && sharedBy(given.shares, account, sums.amount_due)),
    ...(account && applicationIn(account)),
    ...ofCustomer(customer),
    account_country: account?.country ?? null,
    account_name: account?.business_profile.name ?? null,
    account_tax_ids: described.account_tax_ids ?? (described.issuer?.account ? null : taxIdsOf(account)),
    auto_advance,
    automatically_finalizes_at: described.automatically_finalizes_at ?? (auto_advance ? around.now + draft_seconds : null),
    billing_reason,
    collection_method,
    currency: given.currency,
    default_payment_method: given.default_payment_method ?? null,
    default_source: given.default_source ?? null,
    due_date: dueDate(given, around),
    parent: parentOf(given),
    quote: given.quote ?? null,
    period_end: period.end,
    period_start: period.start,
    subscription: subscription?.id ?? null,
    subscription_details: subscription && { metadata: subscription.metadata },
  };
}

/** What it was created from, in the form of newer clients. */
function parentOf({ quote, subscription }: Billing) {
  if (quote) return { quote_details: { quote }, subscription_details: null, type: 'quote_details' as const };
  return subscription
    ? {
        quote_details: null,
        subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
        type: 'subscription_details' as const,
      }
    : null;
}

/** An account's own tax ids, which stand on what is from it. */
const taxIdsOf = (owner: Billing['account']) => owner?.settings.invoices.default_account_tax_ids ?? null;

/** What all invoices of a customer say, unless they say otherwise themselves. */
const saidTo = ({ invoice_settings: { custom_fields = null, footer, rendering_options = null } }: Customer) => ({
  ...(custom_fields && { custom_fields }),
  ...(footer && { footer }),
  ...(rendering_options && { rendering: { ...rendering_options, pdf: null, template_version: null } }),
});

const termsOf = (id: string, { account, customer, currency, ...given }: Billing, around: Around) => ({
  id,
  livemode: around.livemode,
  currency,
  discounts: given.discounts ?? discountsOfCustomer(customer, around),
  default_tax_rates: given.default_tax_rates ?? [],
  exempt: customer.tax_exempt,
  rounding: account?.settings.invoices.tax_rounding ?? ('line' as const),
  balance: balanceIn(customer, currency),
  shipping: given.shipping ?? null,
  automatic: given.described?.automatic_tax?.enabled
    ? automaticFor({ account, customer, currency, livemode: around.livemode, now: around.now })
    : null,
});

/** What is taken off all that a customer is billed for. */
export const discountsOfCustomer = ({ discount }: Customer, { now }: Pick<Around, 'now'>): DiscountValue[] =>
  discount && isInForce(discount, now) ? [discount] : [];

/** A customer's balance in a currency; all of it is in one. */
export const balanceIn = ({ balance, currency: own }: Customer, currency: string): number =>
  own === null || own === currency ? balance : 0;

/** Only what is sent is due at a moment; what is charged is due when it is finalized. */
function dueDate({ collection_method, due_date, days_until_due, account }: Billing, { now }: Around): number | null {
  if (collection_method !== 'send_invoice') return null;
  return due_date ?? now + (days_until_due ?? account?.settings.invoices.days_until_due ?? 30) * day;
}

const newestFirst = (items: readonly InvoiceItem[]): InvoiceItem[] => [...items].sort((a, b) => (a.id < b.id ? 1 : -1));

import type { Asked } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { account } from '../../accounts/accounts/account.js';
import { asPercentages, requireShared } from '../../connect/transfers/sharing.js';
import type { Customer } from '../../customers/customers/customer.js';
import type { paymentMethod } from '../../payments/payment-methods/payment-method.js';
import type { Invoice } from '../invoices/invoice.js';
import { type Percentages, requireIssuer } from '../invoices/shares.js';
import { settings } from './parts.js';

type Account = It<typeof account>;

/** Whom invoices are passed on to. */
export const shared_reads = { destination: one(account, 'transfer_data.destination') } as const;

type Sent = {
  readonly application_fee_percent?: number | null;
  readonly invoice_settings?: { readonly issuer?: Invoice['issuer'] };
  readonly transfer_data?: { readonly amount_percent?: number | null; readonly destination: string } | null;
};

/** Whom invoices are passed on to, as it is stored: who is named without a percentage gets all. */
export const passedOnTo = <P extends { readonly destination: string }>(passed: P) => ({ amount_percent: null, ...passed });

/** The input of previews. */
export const shared_input = pick(settings, 'application_fee_percent', 'on_behalf_of', 'transfer_data');

type Told = Given<typeof shared_input>;

/** The same members of a subscription. */
export const sharesTold = ({ application_fee_percent: fee, on_behalf_of, transfer_data: passed }: Told) => ({
  ...(fee !== undefined && { application_fee_percent: fee }),
  ...(on_behalf_of !== undefined && { on_behalf_of }),
  ...(passed !== undefined && { transfer_data: passed && passedOnTo(passed) }),
});

/** What is not said yet. */
export const nothing_shared: Percentages = { application_fee_percent: null, transfer_data: null };

type Seen = { readonly taker: Account | null; readonly destination: Account | null };

/** Why invoices cannot be shared so, or be from such an issuer; what is not said is as it was. */
export function requireShares(was: Percentages, given: Sent, seen: Seen, own_id: string, asked: Asked): void {
  const { application_fee_percent: fee = was.application_fee_percent, transfer_data: passed = was.transfer_data } = given;
  const issuer = given.invoice_settings?.issuer;
  if (issuer) requireIssuer(issuer, asked, 'invoice_settings[issuer]');
  if (given.application_fee_percent === undefined && given.transfer_data === undefined) return;
  const part = passed?.amount_percent ?? null;
  const sent = { fee, passed: passed && { destination: passed.destination, part } };
  requireShared(sent, seen, own_id, asPercentages(), asked);
}

/** Why a subscription cannot be paid by a method: only its customer's own can be charged again and again. */
export function requireMethod(method: It<typeof paymentMethod> | null, { id }: Customer, asked: Asked): void {
  if (!method || method.customer === id) return;
  const message = `The customer does not have a payment method with the ID ${method.id}. Attach it to the customer first.`;
  asked.refuse({ code: 'resource_missing', status: 400, param: 'default_payment_method', message });
}

type Collected = { readonly collection_method?: string; readonly days_until_due?: number | null };

/** Why invoices cannot be collected like that. */
export function requireCollection({ collection_method, days_until_due }: Collected, asked: Asked): void {
  if (collection_method === 'send_invoice') {
    const message = 'Missing required param: days_until_due. With collection_method=send_invoice it says when invoices are due.';
    if (days_until_due === undefined) asked.refuse({ code: 'parameter_missing', param: 'days_until_due', message });
    return;
  }
  if (days_until_due === undefined || days_until_due === null) return;
  asked.refuse({ code: 'parameter_invalid', param: 'days_until_due', message: 'days_until_due needs collection_method=send_invoice.' });
}

/** What is asked of a subscription and carried out, rather than stored as it was given. */
type CarriedOut = {
  readonly [name in
    | 'add_invoice_items'
    | 'backdate_start_date'
    | 'billing_cycle_anchor'
    | 'cancel_at'
    | 'coupon'
    | 'default_tax_rates'
    | 'discounts'
    | 'items'
    | 'off_session'
    | 'payment_behavior'
    | 'promotion_code'
    | 'proration_behavior'
    | 'proration_date'
    | 'trial_end'
    | 'trial_from_plan'
    | 'trial_period_days']?: unknown;
} & { readonly transfer_data?: { readonly amount_percent?: number | null; readonly destination: string } | null };

/** What is stored of a request as it was given. */
export function storedAsGiven<I extends CarriedOut>(input: I) {
  const { add_invoice_items: _once, backdate_start_date: _start, billing_cycle_anchor: _anchor, cancel_at: _at, ...sent } = input;
  const { coupon: _coupon, default_tax_rates: _rates, discounts: _discounts, promotion_code: _code, ...described } = sent;
  const { items: _items, off_session: _off, payment_behavior: _paid, proration_behavior: _part, ...rest } = described;
  const { proration_date: _date, trial_end: _end, trial_from_plan: _plan, trial_period_days: _days, ...stored } = rest;
  const { transfer_data: passed } = input;
  return { ...stored, ...(passed && { transfer_data: passedOnTo(passed) }) };
}

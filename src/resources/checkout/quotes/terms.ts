import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Field, type Given, invalid, nullable } from '../../../kernel/base/fields.js';
import { metadata, ref, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { automatic_tax_input } from '../../billing/invoices/parts.js';
import { requireIssuer } from '../../billing/invoices/shares.js';
import { billing_mode_input } from '../../billing/subscriptions/billing-mode.js';
import { items_max as recurring_max } from '../../billing/subscriptions/parts.js';
import { discounts_input } from '../../catalogue/discounts/input.js';
import { requireShared } from '../../connect/transfers/sharing.js';
import { replaced } from '../../parts.js';
import { trial_period_days } from './parts.js';
import { type Quote, quote } from './quote.js';

const { fields } = quote;

const no_current_period = 'Invalid value: a quote starts another subscription, which has no current period. Send a time in Unix seconds.';

/** When a subscription begins. */
const effective_date: Field<number, number, 'optional'> = {
  ...timestamp,
  read: (value, at, reading) =>
    value === 'current_period_end' ? invalid(reading, at, no_current_period) : timestamp.read(value, at, reading),
};

const subscription_members = {
  description: about('What the subscription is for, up to 500 characters; an empty value removes it.', nullable(textOf(500))),
  effective_date: about(
    'When the subscription begins, in Unix seconds; at acceptance by default, and for a time in the past.',
    nullable(effective_date),
  ),
  metadata: about('The metadata of the subscription or of the phases of its schedule, in place of the earlier one.', replaced(metadata)),
  trial_period_days,
} as const;

/** `subscription_data` of an update. */
export const changed_subscription_data = about('The settings of the subscription that acceptance creates.', object(subscription_members));

/** `subscription_data` of a new quote. */
export const new_subscription_data = about(
  'The settings of the subscription that acceptance creates.',
  object({ ...subscription_members, billing_mode: billing_mode_input }),
);

/** The parameters that creating and updating a quote have in common, besides the line items. */
export const terms_input = {
  ...pick(fields, 'application_fee_amount', 'application_fee_percent', 'collection_method', 'description', 'expires_at', 'footer'),
  ...pick(fields, 'header', 'invoice_settings', 'metadata', 'on_behalf_of', 'transfer_data'),
  automatic_tax: automatic_tax_input,
  customer: about('The customer who receives the quote; it cannot be changed once it is set.', {
    ...ref('customer'),
    schema: { ...ref('customer').schema, examples: ['cus_123'] },
  }),
  default_tax_rates: about(
    'The active tax rates of line items without their own, up to five; an empty value removes them.',
    nullable(listOf(ref('tax_rate'), 5)),
  ),
  discounts: about('The discounts of the whole quote, which are redeemed at acceptance; an empty value removes all.', discounts_input),
} as const;

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

type Terms = Pick<
  Quote,
  | 'application_fee_amount'
  | 'application_fee_percent'
  | 'collection_method'
  | 'invoice_settings'
  | 'line_items'
  | 'subscription_data'
  | 'transfer_data'
>;

/** Whether a quote starts a subscription. */
export const isRecurring = ({ line_items }: Pick<Quote, 'line_items'>): boolean => line_items.data.some(({ price }) => price.recurring);

/** Refuses terms that contradict each other. */
export function requireTerms(it: Terms, asked: Asked): void {
  requireCollection(it, asked);
  requireIssuer(it.invoice_settings.issuer, asked, 'invoice_settings[issuer]');
  const of_kind = isRecurring(it) ? only_once : only_recurring;
  const [param, message] = it.line_items.data.length ? (of_kind(it) ?? []) : [];
  if (param && message) asked.refuse(wrong(param, message));
  const recurring = it.line_items.data.filter(({ price }) => price.recurring).length;
  const once = it.line_items.data.length - recurring;
  if (recurring > recurring_max || (recurring && once > recurring_max))
    asked.refuse(wrong('line_items', `A subscription has at most ${recurring_max} items, and as many one-time items. Send fewer.`));
}

type Reason = readonly [param: string, message: string];

const only_once = ({ application_fee_amount: fee, transfer_data: passed }: Terms): Reason | null =>
  fee !== null
    ? ['application_fee_amount', 'Of recurring line items the fee is a percentage. Send application_fee_percent.']
    : passed?.amount != null
      ? ['transfer_data[amount]', 'Of recurring line items the share is a percentage. Send transfer_data[amount_percent].']
      : null;

function only_recurring({ application_fee_percent: fee, subscription_data: data, transfer_data: passed }: Terms): Reason | null {
  if (fee !== null) return ['application_fee_percent', 'Without recurring line items the fee is an amount. Send application_fee_amount.'];
  if (passed?.amount_percent != null)
    return ['transfer_data[amount_percent]', 'Without recurring line items the share is an amount. Send transfer_data[amount].'];
  const name = (['trial_period_days', 'effective_date'] as const).find((each) => data[each] !== null);
  return name ? [`subscription_data[${name}]`, 'Without recurring line items a quote starts no subscription. Leave it out.'] : null;
}

function requireCollection({ collection_method, invoice_settings: { days_until_due } }: Terms, asked: Asked): void {
  const param = 'invoice_settings[days_until_due]';
  const message = `Missing required param: ${param}. With collection_method=send_invoice it says when invoices are due.`;
  if (collection_method === 'send_invoice' && days_until_due === null) asked.refuse({ code: 'parameter_missing', param, message });
  if (collection_method !== 'send_invoice' && days_until_due !== null)
    asked.refuse(wrong(param, `${param} needs collection_method=send_invoice.`));
}

type Account = It<typeof account>;
type Sharers = { readonly taker: Account | null; readonly destination: Account | null };

/** Refuses a share or a fee that the accounts or the other terms do not allow. */
export function requireSharing(it: Terms, given: Given<typeof terms_input>, seen: Sharers, asked: Asked): void {
  const named = [given.application_fee_amount, given.application_fee_percent, given.transfer_data];
  if (named.every((each) => each === undefined)) return;
  const { application_fee_amount: amount, application_fee_percent: percent, transfer_data: passed } = it;
  const names = {
    fee: percent === null ? 'application_fee_amount' : 'application_fee_percent',
    passed: 'transfer_data',
    part: passed?.amount_percent == null ? 'transfer_data[amount]' : 'transfer_data[amount_percent]',
  };
  const part = passed && (passed.amount ?? passed.amount_percent);
  requireShared({ fee: percent ?? amount, passed: passed && { destination: passed.destination, part } }, seen, asked.account, names, asked);
}

/** Refuses an expiry in the past. */
export function requireFuture(expires_at: number | undefined, asked: Asked): void {
  if (expires_at === undefined || expires_at > asked.now) return;
  asked.refuse(wrong('expires_at', 'expires_at must be in the future.'));
}

import { type Field, initially, nullable, required, sometimes } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { plan_shown } from '../../catalogue/prices/plan.js';
import { custom_fields, percent, replaced } from '../../parts.js';
import { taken_at_once } from '../../payments/payment-intents/options.js';
import { payment_method_types } from '../../payments/payment-methods/payment-method.js';
import { snapshotOf } from '../../snapshot.js';
import { issuer } from '../invoices/parts.js';
import { subscriptionItem } from './subscription-item.js';

/** How many items a subscription may have (Stripe). */
export const items_max = 20;

/** When a trial ends: at a moment, or now. */
export const trial_moment: Field<number | 'now', number | 'now', 'optional'> = {
  presence: 'optional',
  about: null,
  schema: { anyOf: [timestamp.schema, { const: 'now' }] },
  initial: 0,
  read: (value, at, reading) => (value === 'now' ? value : timestamp.read(value, at, reading)),
};

const anchor_word = oneOf('now', 'unchanged');
const anchor_object = object({ type: required(anchor_word) });

/** Whether boundaries move to the moment of a change: a word, or since 2026 an object with one. */
export const anchor_change: Field<'now' | 'unchanged', 'now' | 'unchanged', 'optional'> = {
  ...anchor_word,
  schema: { anyOf: [anchor_word.schema, anchor_object.schema] },
  read: (value, at, reading) =>
    typeof value === 'object' ? anchor_object.read(value, at, reading)?.type : anchor_word.read(value, at, reading),
};

/** The same in previews, where a subscription that there is not yet may have its boundaries at a moment. */
export const anchor_moment: Field<number | 'now' | 'unchanged', number | 'now' | 'unchanged', 'optional'> = {
  presence: 'optional',
  about: null,
  schema: { anyOf: [timestamp.schema, anchor_change.schema] },
  initial: 0,
  read: (value, at, reading) =>
    typeof value === 'object' || value === 'now' || value === 'unchanged'
      ? anchor_change.read(value, at, reading)
      : timestamp.read(value, at, reading),
};

const period_end = oneOf('min_period_end', 'max_period_end');
/** When it is to end: at a moment, or when the first or the last of its items' periods does. */
export const moment_or_end: Field<number | 'min_period_end' | 'max_period_end', number | 'min_period_end' | 'max_period_end', 'optional'> =
  {
    presence: 'optional',
    about: null,
    schema: { anyOf: [timestamp.schema, period_end.schema] },
    initial: 0,
    read: (value, at, reading) =>
      typeof value === 'string' && value.endsWith('_end') ? period_end.read(value, at, reading) : timestamp.read(value, at, reading),
  };

/** When it ends: at a moment, or when the first or the last of its items' periods does. */
export const cancel_moment = nullable(moment_or_end);

/** A period of a number of days, weeks, months or years. */
export const interval = { interval: oneOf('day', 'week', 'month', 'year'), interval_count: integer({ minimum: 1 }) } as const;

/** Where boundaries lie, as people say it. */
export const anchor_config = replaced(
  object({
    day_of_month: required(integer({ minimum: 1, maximum: 31 })),
    hour: nullable(integer({ minimum: 0, maximum: 23 })),
    minute: nullable(integer({ minimum: 0, maximum: 59 })),
    month: nullable(integer({ minimum: 1, maximum: 12 })),
    second: nullable(integer({ minimum: 0, maximum: 59 })),
  }),
);

/** The cancellation feedback values. */
export const feedbacks = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const;

/** The cancellation details, by the customer or the merchant. */
export const said_of_cancellation = { comment: nullable(text), feedback: nullable(oneOf(...feedbacks)) } as const;

const collecting = oneOf('charge_automatically', 'send_invoice');

/** What is paid with, and what its invoices offer. */
export const payment_settings = object({
  payment_method_options: nullable(taken_at_once),
  payment_method_types: nullable(listOf(oneOf(...payment_method_types), 50)),
  save_default_payment_method: initially('off', oneOf('off', 'on_subscription')),
});

/** The behavior at the end of a trial without a payment method. */
export const trial_settings = object({
  end_behavior: object({
    billing_cycle_anchor: nullable(oneOf('now', 'unchanged')),
    missing_payment_method: initially('create_invoice', oneOf('cancel', 'create_invoice', 'pause')),
  }),
});

/** The connected account that its invoices are passed on to, and its share; all of it by default. */
export const percent_passed_on = nullable(object({ amount_percent: nullable(percent), destination: required(ref('account')) }));

/** What callers set, and what is shown as they set it. */
export const settings = {
  application_fee_percent: nullable(percent),
  automatic_tax: object({ enabled: flag, disabled_reason: nullable(text), liability: nullable(object({ type: oneOf('self') })) }),
  billing_thresholds: nullable(
    replaced(object({ amount_gte: nullable(integer({ minimum: 1 })), reset_billing_cycle_anchor: nullable(flag) })),
  ),
  collection_method: collecting,
  days_until_due: nullable(integer({ minimum: 0, maximum: 3650 })),
  description: nullable(textOf(500)),
  invoice_settings: object({
    account_tax_ids: nullable(listOf(ref('tax_id'), 25)),
    custom_fields,
    description: nullable(text),
    footer: nullable(text),
    issuer,
  }),
  metadata,
  on_behalf_of: nullable(ref('account')),
  payment_settings,
  transfer_data: percent_passed_on,
  pending_invoice_item_interval: nullable(replaced(object(interval))),
  trial_settings,
} as const;

/** Whether what its invoices come to is collected, and how it is not. */
export const pause_collection = nullable(
  replaced(object({ behavior: required(oneOf('keep_as_draft', 'mark_uncollectible', 'void')), resumes_at: nullable(timestamp) })),
);

const proration_discounts = oneOf('included', 'itemized');

/** How credits are counted, and what moves boundaries. */
export const billing_mode = replaced(
  object({
    flexible: nullable(object({ proration_discounts })),
    type: oneOf('flexible', 'classic'),
    updated_at: sometimes(timestamp),
  }),
);

/** The items, as the subscription shows them. */
export const items_shown = replaced(
  object({
    object: oneOf('list'),
    data: listOf(snapshotOf(subscriptionItem), items_max),
    has_more: flag,
    total_count: integer(),
    url: text,
  }),
);

/** A change that waits for its invoice to be paid. */
export const pending_update = nullable(
  replaced(
    object({
      billing_cycle_anchor: nullable(timestamp),
      expires_at: timestamp,
      metadata: nullable(metadata),
      subscription_items: nullable(listOf(snapshotOf(subscriptionItem), items_max)),
      trial_end: nullable(timestamp),
      trial_from_plan: nullable(flag),
    }),
  ),
);

/** The plan of the only item, as it was shown before there were many. */
export const only_plan = nullable(plan_shown);

/** The behavior of a change whose invoice is not paid immediately. */
export const payment_behavior = oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete');

/** The behavior of prorations. */
export const proration_behavior = oneOf('create_prorations', 'always_invoice', 'none');

/** Whether a preview shows the next invoice, or what is charged again and again. */
export const preview_mode = oneOf('next', 'recurring');

import { alwaysThere, type Given, initially, nullable, required, type Values } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { feedbacks } from '../../billing/subscriptions/parts.js';

/** What customers may change of themselves. */
export const customer_updates = ['address', 'email', 'name', 'phone', 'shipping', 'tax_id'] as const;

const interval_option = object({ interval: oneOf('day', 'month', 'week', 'year'), interval_count: initially(1, integer({ minimum: 1 })) });

/** How many of a product customers may choose. */
const adjustable_quantity = object({
  enabled: flag,
  maximum: nullable(integer({ minimum: 1, maximum: 999_999 })),
  minimum: integer({ minimum: 0, maximum: 999_999 }),
});

/** A product that customers may change to, at some of its prices. */
export const product_offered = object({ adjustable_quantity, prices: listOf(ref('price'), 20), product: ref('product') });

const of_update = {
  billing_cycle_anchor: nullable(oneOf('now', 'unchanged')),
  default_allowed_updates: listOf(oneOf('price', 'promotion_code', 'quantity'), 3),
  enabled: flag,
  proration_behavior: oneOf('none', 'create_prorations', 'always_invoice'),
  schedule_at_period_end: object({ conditions: listOf(object({ type: oneOf('decreasing_item_amount', 'shortening_interval') }), 2) }),
  trial_update_behavior: oneOf('end_trial', 'continue_trial'),
} as const;

const others = {
  customer_update: object({ allowed_updates: listOf(oneOf(...customer_updates), customer_updates.length), enabled: flag }),
  invoice_history: object({ enabled: flag }),
  payment_method_update: object({ enabled: flag, payment_method_configuration: nullable(text) }),
  subscription_cancel: object({
    cancellation_reason: object({
      enabled: flag,
      feedback_options: nullable(listOf(expandsTo('billing.feedback_option', text), 20)),
      options: listOf(oneOf(...feedbacks), feedbacks.length),
    }),
    enabled: flag,
    mode: oneOf('at_period_end', 'immediately'),
    proration_behavior: oneOf('none', 'create_prorations', 'always_invoice'),
  }),
  subscription_pause: object({
    duration: object({
      interval_options: initially([{ interval: 'month' as const, interval_count: 1 }], listOf(interval_option, 10)),
      type: oneOf('interval_options', 'indefinite'),
    }),
    enabled: flag,
  }),
} as const;

/** What may be done on the pages of the portal. */
export const features = object({
  ...others,
  subscription_update: object({ ...of_update, products: alwaysThere(nullable(listOf(product_offered, 10))) }),
});

const product_input = object({
  adjustable_quantity: object({
    enabled: required(flag),
    maximum: nullable(integer({ minimum: 1, maximum: 999_999 })),
    minimum: integer({ minimum: 0, maximum: 999_999 }),
  }),
  prices: required(listOf(ref('price'), 20)),
  product: required(ref('product')),
});

/** What callers say of it. */
export const features_input = object({
  ...others,
  subscription_update: object({ ...of_update, products: nullable(listOf(product_input, 10)) }),
});

/** What may be done, as it is stored. */
export type Features = Values<{ of: typeof features }>['of'];

/** What may be done, as callers say it. */
export type FeaturesGiven = Given<{ of: typeof features_input }>['of'];

/** A product that is offered, as it is stored. */
export type Offered = NonNullable<Features['subscription_update']['products']>[number];

/** The members that a page of the portal shows: all of them. */
export const features_for_payer = {
  customer_update: { allowed_updates: true, enabled: true },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { cancellation_reason: { enabled: true, options: true }, enabled: true, mode: true, proration_behavior: true },
  subscription_update: {
    billing_cycle_anchor: true,
    default_allowed_updates: true,
    enabled: true,
    proration_behavior: true,
    trial_update_behavior: true,
  },
} as const;

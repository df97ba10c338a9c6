import { about, alwaysThere, type Given, initially, nullable, required, type Values } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { feedbacks } from '../../billing/subscriptions/parts.js';

/** What customers may change of themselves. */
export const customer_updates = ['address', 'email', 'name', 'phone', 'shipping', 'tax_id'] as const;

/** How long a pause lasts. */
export const interval_option = object({
  interval: about('The unit of the duration of a pause.', oneOf('day', 'month', 'week', 'year')),
  interval_count: about('How many of these units a pause lasts; 1 by default.', initially(1, integer({ minimum: 1, maximum: 1095 }))),
});

/** How many of a product customers may choose. */
const adjustable_quantity = object({
  enabled: about('Whether customers can choose the quantity of the product.', flag),
  maximum: about(
    'The largest quantity that customers can choose; null for no maximum.',
    nullable(integer({ minimum: 1, maximum: 999_999 })),
  ),
  minimum: about('The smallest quantity that customers can choose.', integer({ minimum: 0, maximum: 999_999 })),
});

/** A product that customers may change to, at some of its prices. */
export const product_offered = object({
  adjustable_quantity: about(
    'Whether and in which bounds customers can choose the quantity; by default any quantity from 1.',
    adjustable_quantity,
  ),
  prices: about('The prices of the product that customers can switch to, at most 20.', listOf(ref('price'), 20)),
  product: about('The product that is offered.', ref('product')),
});

const of_update = {
  billing_cycle_anchor: about(
    'Whether a change starts a new billing period (`now`); by default the period continues.',
    nullable(oneOf('now', 'unchanged')),
  ),
  default_allowed_updates: about(
    'What customers can change of a subscription: its price, its quantity, or its discount by a promotion code.',
    listOf(oneOf('price', 'promotion_code', 'quantity'), 3),
  ),
  enabled: about('Whether customers can change their subscriptions.', flag),
  proration_behavior: about(
    'Whether a change is prorated: not (`none`, the default), with the next invoice, or with an invoice at once.',
    oneOf('none', 'create_prorations', 'always_invoice'),
  ),
  schedule_at_period_end: about(
    'Which changes wait for the end of the period; always none.',
    object({
      conditions: about(
        'The conditions under which a change waits; only an empty list is accepted.',
        listOf(object({ type: about('The kind of change that would wait.', oneOf('decreasing_item_amount', 'shortening_interval')) }), 2),
      ),
    }),
  ),
  trial_update_behavior: about('Whether a change ends a trial, the default, or the trial continues.', oneOf('end_trial', 'continue_trial')),
} as const;

const others = {
  customer_update: about(
    'Whether customers can change their own details.',
    object({
      allowed_updates: about(
        'The details that customers can change; at least one if the feature is enabled.',
        listOf(oneOf(...customer_updates), customer_updates.length),
      ),
      enabled: about('Whether customers can change their details.', flag),
    }),
  ),
  invoice_history: about(
    'Whether customers see their invoices.',
    object({ enabled: about("Whether the portal shows the customer's invoices.", flag) }),
  ),
  payment_method_update: about(
    'Whether customers can add, choose and remove payment methods.',
    object({
      enabled: about('Whether customers can manage their payment methods.', flag),
      payment_method_configuration: about('Recorded as sent, without effect: customers add cards alone.', nullable(text)),
    }),
  ),
  subscription_cancel: about(
    'Whether and how customers can cancel their subscriptions.',
    object({
      cancellation_reason: about(
        'Whether customers are asked why they cancel.',
        object({
          enabled: about('Whether the question about the reason is shown.', flag),
          feedback_options: about(
            'Recorded as sent, without effect; the offered reasons are in `options`.',
            nullable(listOf(expandsTo('billing.feedback_option', text), 20)),
          ),
          options: about(
            'The reasons that customers can choose from; at least one if the question is shown.',
            listOf(oneOf(...feedbacks), feedbacks.length),
          ),
        }),
      ),
      enabled: about('Whether customers can cancel their subscriptions.', flag),
      mode: about(
        'Whether a cancellation takes effect at the end of the period, the default, or immediately.',
        oneOf('at_period_end', 'immediately'),
      ),
      proration_behavior: about(
        'Whether an immediate cancellation returns the unused time to the customer; `always_invoice` is refused.',
        oneOf('none', 'create_prorations', 'always_invoice'),
      ),
    }),
  ),
  subscription_pause: about(
    'Whether customers can pause their subscriptions: until it resumes, invoices are still created and are voided at once.',
    object({
      duration: about(
        'For how long customers can pause.',
        object({
          interval_options: about(
            'The durations that customers can choose from; at least one if the feature is enabled with this type.',
            initially([{ interval: 'month' as const, interval_count: 1 }], listOf(interval_option, 10)),
          ),
          type: about(
            'Whether a pause has a duration, the default, or lasts until the customer resumes the subscription.',
            oneOf('interval_options', 'indefinite'),
          ),
        }),
      ),
      enabled: about('Whether customers can pause their subscriptions.', flag),
    }),
  ),
} as const;

/** What may be done on the pages of the portal. */
export const features = object({
  ...others,
  subscription_update: about(
    'Whether and how customers can change their subscriptions.',
    object({
      ...of_update,
      products: about(
        'The products that customers can switch to; null, only in the default configuration, offers other prices of the subscribed product.',
        alwaysThere(nullable(listOf(product_offered, 10))),
      ),
    }),
  ),
});

const product_input = object({
  adjustable_quantity: about(
    'Whether and in which bounds customers can choose the quantity; by default any quantity from 1.',
    object({
      enabled: about('Whether customers can choose the quantity of the product.', required(flag)),
      maximum: about(
        'The largest quantity that customers can choose; null, the default, for no maximum.',
        nullable(integer({ minimum: 1, maximum: 999_999 })),
      ),
      minimum: about('The smallest quantity that customers can choose; 1 by default.', integer({ minimum: 0, maximum: 999_999 })),
    }),
  ),
  prices: about(
    'The active, recurring, unmetered prices of the product that customers can switch to, at most 20.',
    required(listOf(ref('price'), 20)),
  ),
  product: about('The product to offer.', required(ref('product'))),
});

/** What callers say of it. */
export const features_input = object({
  ...others,
  subscription_update: about(
    'Whether and how customers can change their subscriptions.',
    object({
      ...of_update,
      products: about(
        'The products that customers can switch to; required if the feature is enabled, except in the default configuration.',
        nullable(listOf(product_input, 10)),
      ),
    }),
  ),
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
  subscription_pause: { duration: { interval_options: { interval: true, interval_count: true }, type: true }, enabled: true },
  subscription_update: {
    billing_cycle_anchor: true,
    default_allowed_updates: true,
    enabled: true,
    proration_behavior: true,
    trial_update_behavior: true,
  },
} as const;

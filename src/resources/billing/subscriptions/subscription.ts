import { internal, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, metadata, oneOf, ref, refToAny, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { discount_value } from '../../catalogue/discounts/discount.js';
import { replaced } from '../../parts.js';
import { method_ref } from '../../payments/payment-methods/payment-method.js';
import { snapshotOf } from '../../snapshot.js';
import { given_feature } from '../entitlements/feature.js';
import { tax_rate_value } from '../invoices/parts.js';
import {
  anchor_config,
  billing_mode,
  items_max,
  items_shown,
  only_plan,
  pause_collection,
  pending_update,
  said_of_cancellation,
  settings,
} from './parts.js';
import { subscriptionItem } from './subscription-item.js';

/** A pending update: the subscription and its items after its invoice is paid. */
const waiting = internal(
  nullable(
    replaced(
      object({
        expires_at: timestamp,
        invoice: ref('invoice'),
        items: listOf(snapshotOf(subscriptionItem), items_max),
        /** Its caller asked for the change at once or not at all. */
        must_be_paid: flag,
        ends_trial: flag,
        /** What the subscription is to say of its time. */
        members: object({
          billing_cycle_anchor: timestamp,
          cancel_at: nullable(timestamp),
          cancel_at_period_end: flag,
          canceled_at: nullable(timestamp),
          trial_end: nullable(timestamp),
        }),
        /** What else was asked for along with it. */
        besides: nullable(
          object({
            default_payment_method: nullable(method_ref),
            default_source: nullable(refToAny('card')),
            description: nullable(textOf(500)),
            metadata,
          }),
        ),
      }),
    ),
  ),
);

const updated = 'customer.subscription.updated';
const deleted = 'customer.subscription.deleted';
const created = 'customer.subscription.created';

/** A customer who is charged again and again for what they have subscribed to. */
export const subscription = resource({
  object: 'subscription',
  lends_clock: true,
  title: 'subscription',
  prefix: 'sub',
  fields: {
    application: nullable(expandsTo('application', text)),
    ...settings,
    billing_cycle_anchor: timestamp,
    billing_cycle_anchor_config: nullable(anchor_config),
    billing_mode,
    cancel_at: nullable(timestamp),
    cancel_at_period_end: flag,
    canceled_at: nullable(timestamp),
    cancellation_details: object({
      ...said_of_cancellation,
      reason: nullable(oneOf('canceled_by_retention_policy', 'cancellation_requested', 'payment_disputed', 'payment_failed')),
    }),
    currency,
    /** The time that the periods of all items have in common. */
    current_period_end: timestamp,
    current_period_start: timestamp,
    customer: ref('customer'),
    customer_account: nullable(text),
    default_payment_method: nullable(method_ref),
    default_source: nullable(refToAny('card')),
    default_tax_rates: listOf(tax_rate_value, 5),
    /** The first of its discounts, as it was shown before there were many. */
    discount: nullable(discount_value),
    discounts: listOf(ref('discount'), 20),
    /** What its discounts take off; they go on when their coupons are gone. */
    discounts_kept: internal(listOf(discount_value)),
    ended_at: nullable(timestamp),
    /** The features of which its customer has an entitlement by it. */
    entitled_to: internal(listOf(ref('entitlements.feature'))),
    /** The features of its products when they were last read: after a change of its items, or at the start of a period. */
    features: internal(listOf(given_feature)),
    items: items_shown,
    latest_invoice: nullable(ref('invoice')),
    /** It is over at once where its first invoice is not paid at once. */
    must_be_paid: internal(flag),
    next_pending_invoice_item_invoice: nullable(timestamp),
    pause_collection,
    pending_setup_intent: nullable(ref('setup_intent')),
    pending_update,
    /** When the phase is over that a schedule has for it. */
    phase_ends: internal(nullable(timestamp)),
    plan: only_plan,
    /** Those of all items, as lists ask. */
    prices: internal(listOf(text)),
    quantity: nullable(integer({ minimum: 0 })),
    schedule: nullable(ref('subscription_schedule')),
    start_date: timestamp,
    status_details: object({
      paused: nullable(
        object({
          subscription: object({ type: oneOf('pause_requested', 'trial_end_without_payment_method') }),
          transitioned_at: timestamp,
          type: oneOf('subscription'),
        }),
      ),
    }),
    test_clock: nullable(ref('test_helpers.test_clock')),
    trial_end: nullable(timestamp),
    trial_start: nullable(timestamp),
    waiting,
  },
  start: { active: created, incomplete: created, trialing: created },
  states: {
    incomplete: { active: updated, trialing: updated, incomplete_expired: updated, canceled: deleted },
    active: { past_due: updated, paused: updated, trialing: updated, unpaid: updated, canceled: deleted },
    trialing: { active: updated, past_due: updated, paused: updated, unpaid: updated, canceled: deleted },
    past_due: { active: updated, paused: updated, trialing: updated, unpaid: updated, canceled: deleted },
    paused: { active: updated, trialing: updated, canceled: deleted },
    unpaid: { active: updated, past_due: updated, paused: updated, trialing: updated, canceled: deleted },
    canceled: {},
    incomplete_expired: {},
  },
  events: {
    updated,
    told: [
      'customer.subscription.paused',
      'customer.subscription.resumed',
      'customer.subscription.trial_will_end',
      'customer.subscription.pending_update_applied',
      'customer.subscription.pending_update_expired',
    ],
  },
  timers: ['renew', 'upcoming', 'trial_will_end', 'expire', 'cancel', 'phase', 'resume_collection', 'pending_update'],
  unexpected: 'subscription_unexpected_state',
  owner: 'customer',
  columns: ['collection_method', 'current_period_end', 'current_period_start', 'customer', 'status', 'test_clock'],
  searchable: ['canceled_at', 'status'],
  holding: ['prices'],
});

/** A subscription as rules see it. */
export type Subscription = It<typeof subscription>;

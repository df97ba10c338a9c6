import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, metadata, oneOf, ref, refToAny, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, plainObject } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { discount_value } from '../../catalogue/discounts/discount.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
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
import { recurringRecords } from './recurring.js';
import { subscriptionItem } from './subscription-item.js';

/** A pending update: the subscription and its items after its invoice is paid. */
const waiting = internal(
  nullable(
    replaced(
      plainObject({
        expires_at: timestamp,
        invoice: ref('invoice'),
        items: listOf(snapshotOf(subscriptionItem), items_max),
        /** Its caller asked for the change at once or not at all. */
        must_be_paid: flag,
        ends_trial: flag,
        /** What the subscription is to say of its time. */
        members: plainObject({
          billing_cycle_anchor: timestamp,
          cancel_at: nullable(timestamp),
          cancel_at_period_end: flag,
          canceled_at: nullable(timestamp),
          trial_end: nullable(timestamp),
        }),
        /** What else was asked for along with it. */
        besides: nullable(
          plainObject({
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
    application: about(
      'The platform for whose connected account the subscription was created; null for your own.',
      nullable(expandsTo('application', text)),
    ),
    ...settings,
    billing_cycle_anchor: about('The time from which all periods are counted, in Unix seconds.', timestamp),
    billing_cycle_anchor_config: about('The day and time that the anchor was chosen by; null unless it was sent.', nullable(anchor_config)),
    billing_mode,
    cancel_at: about('When the subscription ends, in Unix seconds; null while no end is planned.', nullable(timestamp)),
    cancel_at_period_end: about('Whether the subscription ends with its current period.', flag),
    canceled_at: about('When the end was requested, in Unix seconds; null until then.', nullable(timestamp)),
    cancellation_details: about(
      'Why the subscription ends or ended.',
      object({
        ...said_of_cancellation,
        reason: about(
          'The cause of the end: a request, a failed payment or a dispute; null while it runs.',
          nullable(oneOf('canceled_by_retention_policy', 'cancellation_requested', 'payment_disputed', 'payment_failed')),
        ),
      }),
    ),
    currency: about('The currency of all its items and invoices.', currency),
    current_period_end: about('The end of the period that all items have in common, in Unix seconds.', timestamp),
    current_period_start: about('The start of the period that all items have in common, in Unix seconds.', timestamp),
    customer: about('The customer who subscribed.', ref('customer')),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    default_payment_method: about(
      'The payment method that pays invoices of the subscription, in place of that of the customer.',
      nullable(method_ref),
    ),
    default_source: about(
      'The card source that pays invoices of the subscription when no `default_payment_method` is set.',
      nullable(refToAny('card')),
    ),
    default_tax_rates: about(
      'The tax rates for items without their own, as they were when they were put on the subscription.',
      listOf(tax_rate_value, 5),
    ),
    discount: about('The first discount, in the older form; null without one.', nullable(discount_value)),
    discounts: about('The discounts on all items, in the order of their application.', listOf(ref('discount'), 20)),
    /** What its discounts take off; they go on when their coupons are gone. */
    discounts_kept: internal(listOf(discount_value)),
    ended_at: about('When the subscription ended, in Unix seconds; null while it runs.', nullable(timestamp)),
    /** The features of which its customer has an entitlement by it. */
    entitled_to: internal(listOf(ref('entitlements.feature'))),
    /** The features of its products when they were last read: after a change of its items, or at the start of a period. */
    features: internal(listOf(given_feature)),
    items: items_shown,
    latest_invoice: about('The newest invoice of the subscription; null before the first.', nullable(ref('invoice'))),
    /** It is over at once where its first invoice is not paid at once. */
    must_be_paid: internal(flag),
    next_pending_invoice_item_invoice: about(
      'When pending invoice items are billed next between periods, in Unix seconds; null without an interval.',
      nullable(timestamp),
    ),
    pause_collection: about('A pause of collection, while invoices are still created; null while they are collected.', pause_collection),
    pending_setup_intent: about('Always null: Florin asks for a payment method on the page of an invoice.', nullable(ref('setup_intent'))),
    pending_update,
    /** When the phase is over that a schedule has for it. */
    phase_ends: internal(nullable(timestamp)),
    plan: only_plan,
    /** Those of all items, as lists ask. */
    prices: internal(listOf(text)),
    quantity: about('The quantity of the only item, in the older form; null with several items.', nullable(integer({ minimum: 0 }))),
    schedule: about('The schedule that manages the subscription; null without one.', nullable(ref('subscription_schedule'))),
    start_date: about('When the subscription began, in Unix seconds; earlier than its creation when it was backdated.', timestamp),
    status_details: about(
      'Details of the present state of the subscription.',
      object({
        paused: about(
          'Why and since when the subscription is paused; null unless it is.',
          nullable(
            object({
              subscription: about(
                'The cause of the pause.',
                object({
                  type: about(
                    'Whether the pause was requested or a trial ended without a payment method.',
                    oneOf('pause_requested', 'trial_end_without_payment_method'),
                  ),
                }),
              ),
              transitioned_at: about('When it was paused, in Unix seconds.', timestamp),
              type: about('Always `subscription`.', oneOf('subscription')),
            }),
          ),
        ),
      }),
    ),
    test_clock: about(
      'The test clock of the customer, in test mode; null for the clock of the account.',
      nullable(ref('test_helpers.test_clock')),
    ),
    /** When its usage is compared with its thresholds next, in seconds. */
    threshold_at: internal(nullable(timestamp)),
    trial_end: about('When the trial ends or ended, in Unix seconds; null without one.', nullable(timestamp)),
    trial_start: about('When the trial began, in Unix seconds; null without one.', nullable(timestamp)),
    waiting,
  },
  for_sdks: forSdks,
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
  timers: [
    'renew',
    'upcoming',
    'trial_will_end',
    'expire',
    'cancel',
    'phase',
    'resume_collection',
    'pending_update',
    'pending_items',
    'threshold',
  ],
  unexpected: 'subscription_unexpected_state',
  owner: 'customer',
  columns: ['automatic_tax.enabled', 'collection_method', 'current_period_end', 'current_period_start', 'customer', 'status', 'test_clock'],
  searchable: ['canceled_at', 'status'],
  holding: ['prices'],
  usage: recurringRecords,
});

/** A subscription as rules see it. */
export type Subscription = It<typeof subscription>;

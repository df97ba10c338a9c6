import { internal, listOf, nullable, object } from '../../../kernel/base/fields.js';
import { flag, metadata, ref, refToAny, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { replaced } from '../../parts.js';
import { method_ref } from '../../payments/payment-methods/payment-method.js';
import { snapshotOf } from '../../snapshot.js';
import { items_max } from './parts.js';
import { subscriptionItem } from './subscription-item.js';

/** A pending update: the subscription and its items after its invoice is paid. */
export const waiting = internal(
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

/** How long a change waits for its invoice to be paid. */
export const waiting_seconds = 23 * 3600;

import { object } from '../../base/fields.js';
import { flag } from '../../base/kinds.js';
import { on, rule, timer } from '../../base/rules.js';
import { customer } from '../customers/customer.js';
import { cancellation_input, ended } from './ended.js';
import { subscription } from './subscription.js';

/** The statuses of what has not ended. */
export const live = ['active', 'incomplete', 'past_due', 'paused', 'trialing', 'unpaid'] as const;

/** Ends a subscription now. */
export const cancel = rule(subscription, 'cancel', {
  from: live,
  takes: { cancellation_details: object(cancellation_input), invoice_now: flag, prorate: flag },
  decide: ({ it, input: { cancellation_details = {} } }, { now }) => ended(it, 'cancellation_requested', now, cancellation_details),
});

/** Ends a subscription at the moment that was said. */
export const cancelAt = timer(subscription, 'cancel', {
  from: live,
  decide: ({ it }, { now }) => it.cancel_at !== null && now >= it.cancel_at && ended(it, 'cancellation_requested', now),
});

/** Nobody is left to bill. */
export const endedWithCustomer = on(customer, 'customer.deleted', subscription, {
  each: 'customer',
  from: live,
  decide: ({ it }, { now }) => ended(it, null, now),
});

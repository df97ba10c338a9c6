import { run } from '../../base/effects.js';
import { nullable, required } from '../../base/fields.js';
import { ref } from '../../base/kinds.js';
import { many, one } from '../../base/reads.js';
import { creation } from '../../base/rules.js';
import { invoice } from '../invoices/invoice.js';
import { price } from '../prices/price.js';
import { subscriptionSchedule } from '../subscription-schedules/schedule.js';
import { changeAt } from '../subscription-schedules/terms.js';
import { previewChange } from './preview-change.js';
import { subscription } from './subscription.js';
import { subscriptionItem } from './subscription-item.js';

/** Shows the next invoice of a subscription as it is to be then: where a phase of its schedule ends with the period, as the next says. */
export const previewNext = creation(invoice, {
  takes: { customer: nullable(ref('customer')), previewed: required(ref('subscription')) },
  reads: {
    of: one(subscription, 'previewed'),
    schedule: one(subscriptionSchedule, 'of.schedule'),
    current: many(subscriptionItem, { by: 'subscription', of: 'previewed' }),
    prices: one(price, 'schedule.phases.items.price'),
  },
  decide: ({ it, input, of, schedule, current: items, prices }) => {
    const changed = schedule && changeAt(of.current_period_end, schedule, { of, items, prices });
    const phased = changed && Object.keys(changed).length > 0 && { ...changed, proration_behavior: 'none' as const, agreed: true };
    return run(previewChange, it.id, { ...input, customer: input.customer ?? null, ...phased });
  },
});

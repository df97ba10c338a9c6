import { run } from '../../../../kernel/base/effects.js';
import { nullable, required } from '../../../../kernel/base/fields.js';
import { ref } from '../../../../kernel/base/kinds.js';
import { many, one } from '../../../../kernel/base/reads.js';
import { creation } from '../../../../kernel/base/rules.js';
import { price } from '../../../catalogue/prices/price.js';
import { besides_input } from '../../invoices/additional-items.js';
import { invoice } from '../../invoices/invoice.js';
import { subscriptionSchedule } from '../../subscription-schedules/schedule.js';
import { changeAt } from '../../subscription-schedules/terms.js';
import { discounts_taken } from '../discounts.js';
import { preview_mode } from '../parts.js';
import { subscription } from '../subscription.js';
import { subscriptionItem } from '../subscription-item.js';
import { previewChange } from './change.js';

/** Previews the next invoice of a subscription; where a phase of its schedule ends with the period, by the next phase. */
export const previewNext = creation(invoice, {
  takes: {
    customer: nullable(ref('customer')),
    ...discounts_taken,
    invoice_items: besides_input,
    preview_mode,
    previewed: required(ref('subscription')),
  },
  reads: {
    of: one(subscription, 'previewed'),
    schedule: one(subscriptionSchedule, 'of.schedule'),
    current: many(subscriptionItem, { by: 'subscription', of: 'previewed' }),
    prices: one(price, 'schedule.phases.items.price'),
  },
  decide: ({ it, input, of, schedule, current: items, prices }) => {
    const changed = schedule && changeAt(of.current_period_end, schedule, { of, items, prices });
    const { invoice_items: of_phase = [], discounts, ...phased } = changed ?? {};
    const invoice_items = [...of_phase, ...(input.invoice_items ?? [])];
    const says_discounts = input.discounts !== undefined || input.coupon !== undefined || input.promotion_code !== undefined;
    return run(previewChange, it.id, {
      ...(changed && Object.keys(changed).length > 0 && { ...phased, proration_behavior: 'none' as const, agreed: true }),
      ...(discounts && !says_discounts && { discounts }),
      ...input,
      customer: input.customer ?? null,
      ...(invoice_items.length > 0 && { invoice_items }),
    });
  },
});

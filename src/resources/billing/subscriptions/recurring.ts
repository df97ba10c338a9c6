import { pricingIn } from '../../../arithmetic/billing/price-in-currency.js';
import { costOf } from '../../../arithmetic/billing/prices.js';
import { type LastingDiscount, type RecurringPart, recurringRevenue } from '../../../arithmetic/billing/recurring-revenue.js';
import type { Changed, Document, Recorded } from '../../../kernel/base/resource.js';
import { amountOffIn } from '../../catalogue/coupons/coupon.js';
import type { Subscription } from './subscription.js';

/** The states in which a subscription earns: a trial and a pause earn nothing yet. */
const earning: ReadonlySet<string> = new Set(['active', 'past_due']);

/** Under this name and a currency, the recurring revenue of subscriptions is in the usage of an account. */
export const recorded_as = 'recurring ';

/** The recurring revenue of a subscription for a month, in minor units. Usage is not in it: it differs from month to month. */
function revenueOf(it: Subscription): number {
  if (!earning.has(it.status) || it.pause_collection?.behavior === 'void') return 0;
  const parts = it.items.data.flatMap(({ price, quantity = 1 }): RecurringPart[] => {
    if (!price.recurring || price.recurring.usage_type === 'metered') return [];
    const { interval, interval_count } = price.recurring;
    return [{ cost: costOf(pricingIn(price, it.currency), quantity), product: price.product, interval, interval_count }];
  });
  const discounts = (it.discounts_kept ?? []).flatMap(({ coupon }): LastingDiscount[] =>
    coupon.duration === 'forever'
      ? [
          {
            percent_off: coupon.percent_off,
            amount_off: amountOffIn(coupon, it.currency),
            products: coupon.applies_to?.products ?? null,
          },
        ]
      : [],
  );
  return recurringRevenue(parts, discounts);
}

/** Records the recurring revenue of a subscription after each change of it. On a test clock it is not revenue of the account. */
export function recurringRecords(doc: Document, { before, at }: Changed): readonly Recorded[] {
  const it = doc as unknown as Subscription;
  if ((it.test_clock ?? null) !== null) return [];
  const [was, is] = [before ? revenueOf(before as unknown as Subscription) : 0, revenueOf(it)];
  return was === is ? [] : [{ metered: `${recorded_as}${it.currency}`, customer: '', at, value: String(is), replaces: true }];
}

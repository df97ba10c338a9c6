import { discountEnd } from '../../../arithmetic/billing/discounts.js';
import { type Charge, forecast, type RunningDiscount } from '../../../arithmetic/billing/forecast.js';
import { pricingIn } from '../../../arithmetic/billing/price-in-currency.js';
import { type Around, tried } from '../../../kernel/base/effects.js';
import { countedIn } from '../../billing/invoices/basis.js';
import { begunFor } from '../../billing/subscriptions/create.js';
import { leftAfter } from '../../billing/subscriptions/discounts.js';
import { modeFor } from '../../billing/subscriptions/terms.js';
import { type DiscountValue, isInForce } from '../../catalogue/discounts/discount.js';
import type { Session } from './session.js';
import { type LineItem, ratesOn } from './sums.js';
import { type Parties, termsOf } from './terms.js';

/** What follows the first invoice of the subscription that a session sells, as long as it is known before: metered prices are not. */
export function renewalsOf(it: Session, parties: Parties, around: Pick<Around, 'now' | 'version'>): Charge[] {
  const { now, version } = around;
  const terms = termsOf(it, null, parties, now);
  const recurring = (it.line_items?.data ?? []).filter(({ price }) => price.recurring);
  if (it.mode !== 'subscription' || !terms) return [];
  const { value: begun } = tried(around, (asked) => begunFor(it.subscription_data ?? {}, recurring, modeFor(version), asked));
  if (!begun) return [];
  const { currency, exempt, rounding } = terms;
  const items = recurring.flatMap((item) => forecastItem(item, currency));
  const counted = countedIn(currency);
  const running = (each: DiscountValue): RunningDiscount => ({ ...counted(each), duration: each.coupon.duration, end: each.end });
  const own = leftAfter(
    (it.discounts_kept ?? []).map((each) => ({ ...each, end: discountEnd(each.coupon, now) })),
    takenToday(it),
  );
  const { discount = null } = parties.customer ?? {};
  // A customer's discount for one invoice is for the first that is made final, whatever that comes to.
  const others = discount && discount.coupon.duration !== 'once' ? [discount] : [];
  const discountsAt = (moment: number, used: ReadonlySet<string>): RunningDiscount[] => {
    const in_force = (each: DiscountValue): boolean => isInForce(each, moment) && !used.has(each.id);
    const kept = own.filter(in_force);
    return (kept.length ? kept : others.filter(in_force)).map(running);
  };
  const { trial, first, anchor } = begun;
  return forecast(items, trial ? trial.end : first.end, { anchor, exempt, rounding, discountsAt });
}

/** What is charged at each renewal; nothing of what is metered. */
function forecastItem(item: LineItem, currency: string) {
  const { price, quantity } = item;
  if (!price.recurring || price.recurring.usage_type === 'metered') return [];
  const pricing = pricingIn(price, currency);
  return [{ pricing, quantity: quantity ?? 1, product: price.product, tax_rates: ratesOn(item), interval: price.recurring }];
}

/** What discounts take off the first invoice. */
const takenToday = ({ total_details }: Session) => ({
  total_discount_amounts: (total_details?.breakdown.discounts ?? []).map(({ amount, discount }) => ({ amount, discount: discount.id })),
});

import type { Discount, Duration } from './discounts.js';
import { boundaryAfter, type Interval, periodAt, periodFrom, shareLeft } from './periods.js';
import { type Pricing, priced } from './prices.js';
import type { TaxRate } from './taxes.js';
import { type InvoiceTerms, summed } from './totals.js';

/** A subscription item, as each renewal charges it. */
export type ForecastItem = {
  readonly pricing: Pricing;
  readonly quantity: number;
  readonly product: string | null;
  readonly tax_rates: readonly TaxRate[];
  readonly interval: Interval;
};

/** A discount with its duration, and its end in Unix seconds; null if it has none. */
export type RunningDiscount = Discount & Pick<Duration, 'duration'> & { readonly end: number | null };

/** A future charge: minor units, at a time in Unix seconds. */
export type Charge = { readonly moment: number; readonly amount: number };

/** The terms that all renewals of a subscription share. */
export type ForecastTerms = Omit<InvoiceTerms, 'discounts'> & {
  /** The anchor of the boundaries, in Unix seconds. */
  readonly anchor: number;
  /** The discounts in force at a time, except the used ones. */
  readonly discountsAt: (moment: number, used: ReadonlySet<string>) => readonly RunningDiscount[];
};

/**
 * The charges after the first invoice, from `begins` on: one for each change of the renewal amount, computed like real renewals. If items have
 * different intervals, only the first charge, because the next ones bill some of the items.
 */
export function forecast(items: readonly ForecastItem[], begins: number, terms: ForecastTerms): Charge[] {
  const [first] = items;
  if (!first) return [];
  const due = items.filter(({ interval }) => isSame(interval, first.interval));
  if (due.length < items.length) return [renewal(items, begins, terms, new Set()).charge];
  const charges: Charge[] = [];
  const used = new Set<string>();
  for (let moment: number | null = begins; moment !== null; ) {
    const { charge, uses, ends } = renewal(items, moment, terms, used);
    if (charges.at(-1)?.amount !== charge.amount) charges.push(charge);
    for (const id of uses) used.add(id);
    const { end, full_seconds } = periodFrom(moment, terms.anchor, first.interval);
    moment =
      uses.length > 0 || end - moment < full_seconds
        ? end
        : ends.length > 0
          ? boundaryFrom(Math.min(...ends), first.interval, terms)
          : null;
  }
  return charges;
}

const isSame = (one: Interval, other: Interval): boolean => one.interval === other.interval && one.interval_count === other.interval_count;

/** The first boundary at or after a time. */
function boundaryFrom(moment: number, interval: Interval, { anchor }: ForecastTerms): number {
  const { start } = periodAt(anchor, interval, moment);
  return start === moment ? start : boundaryAfter(anchor, interval, moment);
}

/** The charge at a time, the one-time discounts it uses, and the ends of the others. */
function renewal(
  items: readonly ForecastItem[],
  moment: number,
  { anchor, discountsAt, ...terms }: ForecastTerms,
  used: ReadonlySet<string>,
) {
  const discounts = discountsAt(moment, used);
  const lines = items.flatMap(({ pricing, quantity, interval, product, tax_rates }) =>
    priced(pricing, quantity, shareLeft(periodFrom(moment, anchor, interval))).map(({ amount }) => ({
      ...{ amount, product, tax_rates, discountable: true, discounts: [] },
    })),
  );
  const { total, total_discount_amounts: taken } = summed(lines, { ...terms, discounts });
  const once = discounts.filter(({ id, duration }) => duration === 'once' && taken.some((each) => each.discount === id && each.amount > 0));
  return {
    charge: { moment, amount: Math.max(0, total) },
    uses: once.map(({ id }) => id),
    ends: discounts.flatMap(({ end }) => end ?? []),
  };
}

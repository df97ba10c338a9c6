import { type Given, listOf, nullable, object, required } from '../../base/fields.js';
import { integer, metadata, ref, textOf, timestamp } from '../../base/kinds.js';
import { type Found, one } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import { type Interval, shortestFitting } from '../../billing/periods.js';
import { phasePeriods } from '../../billing/phases.js';
import { discounts_input } from '../discounts/asked.js';
import { type Known, ratesNamed } from '../invoices/input.js';
import { method_ref } from '../payment-methods/payment-method.js';
import { type Price, price } from '../prices/price.js';
import { interval, items_max, proration_behavior } from '../subscriptions/parts.js';
import { type TaxRate, taxRate } from '../tax-rates/tax-rate.js';
import { billing_cycle_anchor, collection_method, invoice_settings, phases_max } from './phase.js';

const item = object({
  metadata,
  plan: ref('price'),
  price: ref('price'),
  quantity: integer({ minimum: 0, maximum: 999_999_999 }),
});

const phase = object({
  billing_cycle_anchor,
  collection_method,
  coupon: ref('coupon'),
  default_payment_method: method_ref,
  default_tax_rates: listOf(ref('tax_rate'), 5),
  description: nullable(textOf(500)),
  discounts: discounts_input,
  duration: object({ interval: required(interval.interval), interval_count: integer({ minimum: 1, maximum: 1095 }) }),
  end_date: timestamp,
  invoice_settings,
  items: required(listOf(item, items_max)),
  iterations: integer({ minimum: 1, maximum: 1095 }),
  metadata,
  proration_behavior,
  start_date: timestamp,
  trial_end: timestamp,
});

/** The phases of a schedule as callers say them. */
export const phases_input = listOf(phase, phases_max);

/** The prices that they name. */
export const phases_reads = {
  prices: one(price, 'phases.items.price'),
  plans: one(price, 'phases.items.plan'),
  rates: one(taxRate, 'phases.default_tax_rates'),
} as const;

/** What they name, as it was read. */
export type Named = { readonly prices: Found<Price>; readonly plans: Found<Price>; readonly rates: Known<TaxRate> };

type Asked = Given<{ phases: typeof phases_input }>['phases'];
type AskedPhase = NonNullable<Asked>[number];

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

/** The phases of a schedule that begins at a moment, in Unix seconds; or why they cannot be. */
export function phasesFrom(start: number, asked: readonly AskedPhase[], named: Named): ReturnType<typeof phaseOf>[] | Refusal {
  if (asked.length === 0)
    return { code: 'parameter_missing', param: 'phases', message: 'Missing required param: phases. A schedule has at least one.' };
  const priced: Price[][] = [];
  const taxed: (readonly TaxRate[])[] = [];
  for (const [place, each] of asked.entries()) {
    const prices = pricesOf(each, named, `phases[${place}]`);
    if ('code' in prices) return prices;
    const refusal = wrongLength(each, `phases[${place}]`) ?? wrongDiscounts(each, `phases[${place}]`);
    if (refusal) return refusal;
    const rates = ratesNamed(each.default_tax_rates, named.rates, `phases[${place}][default_tax_rates]`);
    if ('code' in rates) return rates;
    priced.push(prices);
    taxed.push(rates);
  }
  const currency = priced[0]?.[0]?.currency ?? '';
  const other = priced.findIndex((prices) => prices.some((each) => each.currency !== currency && !each.currency_options[currency]));
  if (other >= 0) return wrong(`phases[${other}][items]`, `All phases of a schedule are in one currency, here ${currency}.`);
  const periods = phasePeriods(
    start,
    asked.map((each, place) => lengthOf(each, priced[place] ?? [])),
  );
  const misplaced = periods.findIndex(
    ({ start, end }, place) => end <= start || (place > 0 && (asked[place]?.start_date ?? start) !== start),
  );
  if (misplaced >= 0) {
    const { start: begins = start, end = start } = periods[misplaced] ?? {};
    return end <= begins
      ? wrong(`phases[${misplaced}][end_date]`, 'A phase ends after it starts.')
      : wrong(`phases[${misplaced}][start_date]`, `Phases follow each other without a gap: this one starts at ${begins}.`);
  }
  return asked.map((each, place) =>
    phaseOf(each, {
      items: itemsOf(each, priced[place] ?? []),
      rates: taxed[place] ?? [],
      currency,
      ...(periods[place] ?? { start, end: start }),
    }),
  );
}

/** The prices of a phase in the order of its items; or what is wrong with them. */
function pricesOf({ items }: AskedPhase, { prices, plans }: Named, at: string): Price[] | Refusal {
  if (items.length === 0)
    return { code: 'parameter_missing', param: `${at}[items]`, message: 'Missing required param: items. A phase has at least one.' };
  const found: Price[] = [];
  for (const [place, { price: id, plan }] of items.entries()) {
    const param = `${at}[items][${place}][price]`;
    if (id !== undefined && plan !== undefined) return { code: 'parameters_exclusive', param, message: 'Send only one of price and plan.' };
    const each = id === undefined ? (plan === undefined ? null : plans.get(plan)) : prices.get(id);
    if (!each) return { code: 'parameter_missing', param, message: `Missing required param: ${param}.` };
    if (!each.recurring) return wrong(param, `The price ${each.id} is set to type=one_time, and items need prices of type=recurring.`);
    if (found.some((one) => one.id === each.id))
      return wrong(param, `${each.id} is the price of another item. Change that one's quantity.`);
    found.push(each);
  }
  return found;
}

const wrongLength = ({ duration, end_date, iterations }: AskedPhase, at: string): Refusal | null =>
  [duration, end_date, iterations].filter((each) => each !== undefined).length > 1
    ? { code: 'parameters_exclusive', param: `${at}[end_date]`, message: 'Send only one of end_date, duration and iterations.' }
    : null;

const wrongDiscounts = ({ coupon, discounts }: AskedPhase, at: string): Refusal | null =>
  coupon !== undefined && discounts !== undefined
    ? { code: 'parameters_exclusive', param: `${at}[coupon]`, message: 'Send only one of discounts and coupon.' }
    : null;

type Redeeming = { readonly coupon?: string; readonly discount?: string; readonly promotion_code?: string };

function discountsOf({ coupon, discounts }: Pick<AskedPhase, 'coupon' | 'discounts'>) {
  const asked: readonly Redeeming[] = discounts ?? (coupon === undefined ? [] : [{ coupon }]);
  return asked.map(({ coupon = null, discount = null, promotion_code = null }) => ({ coupon, discount, promotion_code }));
}

/** A phase of which nobody says how long it is lasts for one period of its prices. */
function lengthOf({ duration, end_date, iterations = 1 }: AskedPhase, prices: readonly Price[]) {
  if (end_date !== undefined) return { end_date };
  if (duration) return { duration: { interval: duration.interval, interval_count: duration.interval_count ?? 1 } };
  const intervals = prices.flatMap(({ recurring }): Interval[] => (recurring ? [recurring] : []));
  const shortest = shortestFitting(intervals) ?? intervals[0];
  if (!shortest) throw new Error('A phase has no price that recurs');
  return { duration: { interval: shortest.interval, interval_count: shortest.interval_count * iterations } };
}

type At = {
  readonly items: readonly ReturnType<typeof itemOf>[];
  readonly rates: readonly TaxRate[];
  readonly currency: string;
  readonly start: number;
  readonly end: number;
};

/** A phase as it is stored. */
export const phaseOf = (asked: Omit<AskedPhase, 'items'>, { currency, end, items, rates, start }: At) => ({
  add_invoice_items: [],
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: asked.billing_cycle_anchor ?? null,
  billing_thresholds: null,
  collection_method: asked.collection_method ?? null,
  coupon: asked.coupon ?? null,
  currency,
  default_payment_method: asked.default_payment_method ?? null,
  default_tax_rates: [...rates],
  description: asked.description ?? null,
  discounts: discountsOf(asked),
  end_date: end,
  invoice_settings: asked.invoice_settings ? settingsOf(asked.invoice_settings) : null,
  items: [...items],
  metadata: asked.metadata || {},
  on_behalf_of: null,
  proration_behavior: asked.proration_behavior ?? 'create_prorations',
  start_date: start,
  transfer_data: null,
  trial_end: asked.trial_end ?? null,
});

const itemsOf = ({ items }: AskedPhase, prices: readonly Price[]) =>
  items.map(({ metadata, quantity }, place) => itemOf(prices[place], quantity, metadata || {}));

const settingsOf = (given: NonNullable<AskedPhase['invoice_settings']>) => ({
  account_tax_ids: given.account_tax_ids ?? null,
  custom_fields: (given.custom_fields ?? null) && (given.custom_fields ?? []).map(({ name = '', value = '' }) => ({ name, value })),
  days_until_due: given.days_until_due ?? null,
  description: given.description ?? null,
  footer: given.footer ?? null,
  issuer: { type: 'self' as const },
});

/** An item of a phase. */
export function itemOf(of: Price | undefined, quantity: number | undefined, metadata: Record<string, string>) {
  if (!of) throw new Error('An item of a phase has no price');
  const counted = of.recurring?.usage_type === 'metered' ? quantity : (quantity ?? 1);
  return {
    billing_thresholds: null,
    discounts: [],
    metadata,
    plan: of.id,
    price: of.id,
    ...(counted !== undefined && { quantity: counted }),
    tax_rates: [],
  };
}

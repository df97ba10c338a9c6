import type { Around, Effect } from '../../base/effects.js';
import { type Given, listOf, nullable, object, pick, required } from '../../base/fields.js';
import { flag, integer, metadata, ref, textOf } from '../../base/kinds.js';
import { currency } from '../../base/money.js';
import { one } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import { type Interval, type Period, shortestFitting } from '../../billing/periods.js';
import { phasePeriods } from '../../billing/phases.js';
import { discounts_input } from '../discounts/asked.js';
import { type Known, ratesNamed } from '../invoices/input.js';
import { method_ref } from '../payment-methods/payment-method.js';
import { type Price, price } from '../prices/price.js';
import { product } from '../products/product.js';
import { type Chosen, chosenPrice, item_input, type Sold, wrongQuantity } from '../subscriptions/items-input.js';
import { interval, items_max, proration_behavior, trial_moment } from '../subscriptions/parts.js';
import { type TaxRate, taxRate } from '../tax-rates/tax-rate.js';
import { billing_cycle_anchor, collection_method, invoice_settings, phases_max } from './phase.js';

const item = object(pick(item_input, 'metadata', 'plan', 'price', 'price_data', 'quantity'));

const phase = object({
  billing_cycle_anchor,
  collection_method,
  coupon: ref('coupon'),
  currency,
  default_payment_method: method_ref,
  default_tax_rates: listOf(ref('tax_rate'), 5),
  description: nullable(textOf(500)),
  discounts: discounts_input,
  duration: object({ interval: required(interval.interval), interval_count: integer({ minimum: 1, maximum: 1095 }) }),
  end_date: trial_moment,
  invoice_settings,
  items: required(listOf(item, items_max)),
  iterations: integer({ minimum: 1, maximum: 1095 }),
  metadata,
  proration_behavior,
  start_date: trial_moment,
  trial: flag,
  trial_end: trial_moment,
});

/** The phases of a schedule as callers say them. */
export const phases_input = listOf(phase, phases_max);

/** What they name. */
export const phases_reads = {
  prices: one(price, 'phases.items.price'),
  plans: one(price, 'phases.items.plan'),
  of_prices: one(product, 'prices.product'),
  of_plans: one(product, 'plans.product'),
  of_data: one(product, 'phases.items.price_data.product'),
  rates: one(taxRate, 'phases.default_tax_rates'),
} as const;

/** What they name, as it was read. */
export type Named = Sold & { readonly rates: Known<TaxRate> };

type Asked = Given<{ phases: typeof phases_input }>['phases'];
type AskedPhase = NonNullable<Asked>[number];

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

/** Phases as they are stored, and what makes the prices that are made for them. */
export type Phased = { readonly phases: ReturnType<typeof phaseOf>[]; readonly made: readonly Effect[] };

/** The phases of a schedule that begins at a moment, in Unix seconds; or why they cannot be. */
export function phasesFrom(start: number, asked: readonly AskedPhase[], named: Named, around: Around): Phased | Refusal {
  if (asked.length === 0)
    return { code: 'parameter_missing', param: 'phases', message: 'Missing required param: phases. A schedule has at least one.' };
  const priced: (readonly Chosen[])[] = [];
  const taxed: (readonly TaxRate[])[] = [];
  for (const [place, each] of asked.entries()) {
    const prices = pricesOf(each, named, `phases[${place}]`, around);
    if ('code' in prices) return prices;
    const refusal = wrongTogether(each, `phases[${place}]`);
    if (refusal) return refusal;
    const rates = ratesNamed(each.default_tax_rates, named.rates, `phases[${place}][default_tax_rates]`);
    if ('code' in rates) return rates;
    priced.push(prices);
    taxed.push(rates);
  }
  const periods = phasePeriods(
    start,
    asked.map((each, place) => lengthOf(each, priced[place] ?? [], around.now)),
  );
  const currency = asked[0]?.currency ?? priced[0]?.[0]?.price.currency ?? '';
  const refusal = wrongCurrency(asked, priced, currency) ?? wrongPeriods(asked, periods, around.now);
  if (refusal) return refusal;
  const phases = asked.map((each, place) => {
    const items = itemsOf(each, priced[place] ?? []);
    const { start: begins, end } = periods[place] ?? { start, end: start };
    return phaseOf(each, { items, rates: taxed[place] ?? [], currency, start: begins, end });
  });
  return { phases, made: priced.flatMap((all) => all.flatMap(({ made }) => made ?? [])) };
}

function wrongCurrency(asked: readonly AskedPhase[], priced: readonly (readonly Chosen[])[], currency: string): Refusal | null {
  const other = asked.findIndex(
    ({ currency: own = currency }, place) =>
      own !== currency || priced[place]?.some(({ price }) => price.currency !== currency && !price.currency_options[currency]),
  );
  return other < 0 ? null : wrong(`phases[${other}][items]`, `All phases of a schedule are in one currency, here ${currency}.`);
}

/** A moment that callers may call now. */
export const momentOf = (moment: number | 'now', now: number): number => (moment === 'now' ? now : moment);

function wrongPeriods(asked: readonly AskedPhase[], periods: readonly Period[], now: number): Refusal | null {
  for (const [place, { start, end }] of periods.entries()) {
    const { start_date = start, trial_end = end } = asked[place] ?? {};
    if (end <= start) return wrong(`phases[${place}][end_date]`, 'A phase ends after it starts.');
    if (place > 0 && momentOf(start_date, now) !== start)
      return wrong(`phases[${place}][start_date]`, `Phases follow each other without a gap: this one starts at ${start}.`);
    if (trial_end !== 'now' && trial_end > end)
      return wrong(`phases[${place}][trial_end]`, `The trial of a phase ends with it or before, here at ${end}.`);
  }
  return null;
}

/** The prices of a phase in the order of its items; or what is wrong with them. */
function pricesOf({ items }: AskedPhase, named: Named, at: string, around: Around): Chosen[] | Refusal {
  if (items.length === 0)
    return { code: 'parameter_missing', param: `${at}[items]`, message: 'Missing required param: items. A phase has at least one.' };
  const found: Chosen[] = [];
  for (const [place, item] of items.entries()) {
    const param = `${at}[items][${place}]`;
    const each = chosenPrice(item, named, around, param);
    if (!each) return { code: 'parameter_missing', param: `${param}[price]`, message: `Missing required param: ${param}[price].` };
    if ('code' in each) return each;
    const { id, recurring } = each.price;
    if (!recurring) return wrong(`${param}[price]`, `The price ${id} is set to type=one_time, and items need prices of type=recurring.`);
    if (found.some(({ price }) => price.id === id))
      return wrong(`${param}[price]`, `${id} is the price of another item. Change that one's quantity.`);
    const refusal = wrongQuantity(item, each.price, param);
    if (refusal) return refusal;
    found.push(each);
  }
  return found;
}

/** Of what says the same in two ways only one is sent. */
function wrongTogether({ coupon, discounts, duration, end_date, iterations, trial, trial_end }: AskedPhase, at: string): Refusal | null {
  const exclusive = (name: string, names: string): Refusal => ({
    code: 'parameters_exclusive',
    param: `${at}[${name}]`,
    message: `Send only one of ${names}.`,
  });
  if ([duration, end_date, iterations].filter((each) => each !== undefined).length > 1)
    return exclusive('end_date', 'end_date, duration and iterations');
  if (coupon !== undefined && discounts !== undefined) return exclusive('coupon', 'discounts and coupon');
  return trial && trial_end !== undefined ? exclusive('trial', 'trial and trial_end') : null;
}

/** Why phases cannot be that are over when they are said. */
export const first_must_end_later = wrong('phases[0][end_date]', 'The first phase must end in the future.');

type Redeeming = { readonly coupon?: string; readonly discount?: string; readonly promotion_code?: string };

function discountsOf({ coupon, discounts }: Pick<AskedPhase, 'coupon' | 'discounts'>) {
  const asked: readonly Redeeming[] = discounts ?? (coupon === undefined ? [] : [{ coupon }]);
  return asked.map(({ coupon = null, discount = null, promotion_code = null }) => ({ coupon, discount, promotion_code }));
}

/** A phase of which nobody says how long it is lasts for one period of its prices. */
function lengthOf({ duration, end_date, iterations = 1 }: AskedPhase, chosen: readonly Chosen[], now: number) {
  if (end_date !== undefined) return { end_date: momentOf(end_date, now) };
  if (duration) return { duration: { interval: duration.interval, interval_count: duration.interval_count ?? 1 } };
  const intervals = chosen.flatMap(({ price: { recurring } }): Interval[] => (recurring ? [recurring] : []));
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
  trial_end: asked.trial ? end : typeof asked.trial_end === 'number' ? asked.trial_end : null,
});

const itemsOf = ({ items }: AskedPhase, chosen: readonly Chosen[]) =>
  items.map(({ metadata, quantity }, place) => itemOf(chosen[place]?.price, quantity, metadata || {}));

const settingsOf = (given: NonNullable<AskedPhase['invoice_settings']>) => ({
  account_tax_ids: given.account_tax_ids ?? null,
  custom_fields: given.custom_fields ? [...given.custom_fields] : null,
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

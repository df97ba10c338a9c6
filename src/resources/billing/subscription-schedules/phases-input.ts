import { type Interval, type Period, shortestFitting } from '../../../arithmetic/billing/periods.js';
import { phasePeriods } from '../../../arithmetic/billing/phases.js';
import type { Asked, Decision } from '../../../kernel/base/effects.js';
import { about, type Given, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, ref, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { discounts_input } from '../../catalogue/discounts/input.js';
import { price } from '../../catalogue/prices/price.js';
import { product } from '../../catalogue/products/product.js';
import { type TaxRate, taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { method_ref } from '../../payments/payment-methods/payment-method.js';
import { type Known, ratesNamed } from '../invoices/input.js';
import { automatic_tax_input } from '../invoices/parts.js';
import { type Chosen, chosenPrice, item_input, requireQuantity, type Sold } from '../subscriptions/items-input.js';
import { interval, trial_moment } from '../subscriptions/moments.js';
import type { AddedSeen } from '../subscriptions/one-time-items.js';
import { items_max, proration_behavior, settings } from '../subscriptions/parts.js';
import { added_input, added_reads, addedFrom } from './one-time-items.js';
import { billing_cycle_anchor, collection_method, invoice_settings, phases_max } from './phase.js';
import { discountsOf, requireDiscounts } from './redeeming.js';
import { itemOf, phaseOf } from './stored.js';

const phase = object({
  add_invoice_items: about('One-time amounts to bill when the phase begins, up to 20.', added_input),
  ...pick(settings, 'application_fee_percent', 'billing_thresholds', 'on_behalf_of', 'transfer_data'),
  automatic_tax: automatic_tax_input,
  billing_cycle_anchor,
  collection_method,
  coupon: about('The only discount of the phase, in the older form; in place of `discounts`.', ref('coupon')),
  currency: about('The currency of the phase, the same in all phases; that of the first price by default.', currency),
  default_payment_method: about('The payment method of the customer that pays invoices of the phase.', method_ref),
  default_tax_rates: about('The active tax rates for items without their own, up to five.', listOf(ref('tax_rate'), 5)),
  description: about('What the subscription is for during the phase, up to 500 characters.', nullable(textOf(500))),
  discounts: about('The discounts on all items, redeemed when the phase begins; up to 20.', discounts_input),
  duration: about(
    'How long the phase lasts; in place of `end_date` and `iterations`.',
    object({
      interval: about('The unit of the duration.', required(interval.interval)),
      interval_count: about('The number of units, 1 by default.', integer({ minimum: 1, maximum: 1095 })),
    }),
  ),
  end_date: about(
    'When the phase ends, in Unix seconds, or `now` for the current phase. One period of its prices by default.',
    trial_moment,
  ),
  invoice_settings,
  items: about(
    'The items of the subscription during the phase, up to 20, each a different price.',
    required(listOf(object(item_input), items_max)),
  ),
  iterations: about(
    'How many periods of its prices the phase lasts; in place of `end_date` and `duration`.',
    integer({ minimum: 1, maximum: 1095 }),
  ),
  metadata,
  proration_behavior: about('How the changes at the start of the phase are prorated; `create_prorations` by default.', proration_behavior),
  start_date: about('When the phase begins, in Unix seconds: the end of the one before. For the first phase also `now`.', trial_moment),
  trial: about('Whether the whole phase is a trial.', flag),
  trial_end: about('When the trial of the phase ends, in Unix seconds, at the end of the phase at the latest.', trial_moment),
});

/** The phases of a schedule as callers say them. */
export const phases_input = about('The phases in their order, up to 10; each begins when the one before ends.', listOf(phase, phases_max));

/** What they name. */
export const phases_reads = {
  prices: one(price, 'phases.items.price'),
  plans: one(price, 'phases.items.plan'),
  of_prices: one(product, 'prices.product'),
  of_plans: one(product, 'plans.product'),
  of_data: one(product, 'phases.items.price_data.product'),
  rates: one(taxRate, 'phases.default_tax_rates'),
  rates_of_items: one(taxRate, 'phases.items.tax_rates'),
  ...added_reads,
} as const;

/** What they name, as it was read. */
export type Named = Sold & AddedSeen & { readonly rates: Known<TaxRate>; readonly rates_of_items: Known<TaxRate> };

type Sent = Given<{ phases: typeof phases_input }>['phases'];
/** A phase as callers say it. */
export type AskedPhase = NonNullable<Sent>[number];

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

/** Phases as they are stored, and what makes the prices that are made for them. */
export type Phased = { readonly phases: ReturnType<typeof phaseOf>[]; readonly made: Decision };

/** The phases of a schedule that begins at a moment, in Unix seconds; or why they cannot be. `root` names the parameter that they stand under. */
export function phasesFrom(start: number, sent: readonly AskedPhase[], named: Named, asked: Asked, root = 'phases'): Phased {
  if (sent.length === 0)
    return asked.refuse({
      code: 'parameter_missing',
      param: root,
      message: `Missing required param: ${root}. A schedule has at least one.`,
    });
  const known: Read[] = [];
  for (const [place, each] of sent.entries()) {
    const found = readOf(each, named, `${root}[${place}]`, asked);
    known.push(found);
  }
  const priced = known.map(({ prices }) => prices);
  const periods = phasePeriods(
    start,
    sent.map((each, place) => lengthOf(each, priced[place] ?? [], asked.now)),
  );
  const currency = sent[0]?.currency ?? priced[0]?.[0]?.price.currency ?? '';
  requireCurrency(sent, priced, currency, root, asked);
  requirePeriods(sent, periods, asked.now, root, asked);
  const phases: ReturnType<typeof phaseOf>[] = [];
  const made: Decision[] = priced.map((all) => all.map(({ made }) => made));
  for (const [place, { given, items, rates }] of known.entries()) {
    const of = { currency, start, end: start, ...periods[place] };
    const once = addedFrom(given.add_invoice_items ?? [], { ...of, at: `${root}[${place}]` }, named, asked);
    phases.push(phaseOf(given, { ...of, items, rates, added: once.added }));
    made.push(once.made);
  }
  return { phases, made };
}

/** A phase as callers say it, with what it names. */
type Read = {
  readonly given: AskedPhase;
  readonly prices: readonly Chosen[];
  readonly items: readonly ReturnType<typeof itemOf>[];
  readonly rates: readonly TaxRate[];
};

/** What a phase names; or what is wrong with it. */
function readOf(given: AskedPhase, named: Named, at: string, asked: Asked): Read {
  const prices = pricesOf(given, named, at, asked);
  requireTogether(given, at, asked);
  requireDiscounts(given.discounts, at, asked);
  const rates = ratesNamed(given.default_tax_rates, named.rates, `${at}[default_tax_rates]`, asked);
  const items: Read['items'][number][] = [];
  for (const [place, item] of given.items.entries()) {
    const param = `${at}[items][${place}]`;
    requireDiscounts(item.discounts, param, asked);
    const own = ratesNamed(item.tax_rates, named.rates_of_items, `${param}[tax_rates]`, asked);
    items.push(itemOf(prices[place]?.price, { ...item, discounts: discountsOf(item.discounts), tax_rates: own }));
  }
  return { given, prices, items, rates };
}

function requireCurrency(
  sent: readonly AskedPhase[],
  priced: readonly (readonly Chosen[])[],
  currency: string,
  root: string,
  asked: Asked,
): void {
  const other = sent.findIndex(
    ({ currency: own = currency }, place) =>
      own !== currency || priced[place]?.some(({ price }) => price.currency !== currency && !price.currency_options[currency]),
  );
  if (other >= 0) asked.refuse(wrong(`${root}[${other}][items]`, `All phases of a schedule are in one currency, here ${currency}.`));
}

/** A moment that callers may call now. */
export const momentOf = (moment: number | 'now', now: number): number => (moment === 'now' ? now : moment);

function requirePeriods(sent: readonly AskedPhase[], periods: readonly Period[], now: number, root: string, asked: Asked): void {
  for (const [place, { start, end }] of periods.entries()) {
    const { start_date = start, trial_end = end } = sent[place] ?? {};
    if (end <= start) asked.refuse(wrong(`${root}[${place}][end_date]`, 'A phase must end after it starts. Send a later end_date.'));
    if (place > 0 && momentOf(start_date, now) !== start)
      asked.refuse(wrong(`${root}[${place}][start_date]`, `Phases follow each other without a gap: this one starts at ${start}.`));
    if (trial_end !== 'now' && trial_end > end)
      asked.refuse(wrong(`${root}[${place}][trial_end]`, `The trial of a phase ends with it or before, here at ${end}.`));
  }
}

/** The prices of a phase in the order of its items; or what is wrong with them. */
function pricesOf({ items }: AskedPhase, named: Named, at: string, asked: Asked): Chosen[] {
  if (items.length === 0)
    return asked.refuse({
      code: 'parameter_missing',
      param: `${at}[items]`,
      message: 'Missing required param: items. A phase has at least one.',
    });
  const found: Chosen[] = [];
  for (const [place, item] of items.entries()) {
    const param = `${at}[items][${place}]`;
    const each = chosenPrice(item, named, asked, param);
    if (!each)
      return asked.refuse({ code: 'parameter_missing', param: `${param}[price]`, message: `Missing required param: ${param}[price].` });
    const { id, recurring } = each.price;
    if (!recurring)
      return asked.refuse(wrong(`${param}[price]`, `The price ${id} is set to type=one_time, and items need prices of type=recurring.`));
    if (found.some(({ price }) => price.id === id))
      return asked.refuse(wrong(`${param}[price]`, `${id} is the price of another item. Change that one's quantity.`));
    requireQuantity(item, each.price, param, asked);
    found.push(each);
  }
  return found;
}

/** Of what says the same in two ways only one is sent. */
function requireTogether(
  { coupon, discounts, duration, end_date, iterations, trial, trial_end }: AskedPhase,
  at: string,
  asked: Asked,
): void {
  const exclusive = (name: string, names: string): Refusal => ({
    code: 'parameters_exclusive',
    param: `${at}[${name}]`,
    message: `Send only one of ${names}.`,
  });
  if ([duration, end_date, iterations].filter((each) => each !== undefined).length > 1)
    asked.refuse(exclusive('end_date', 'end_date, duration and iterations'));
  if (coupon !== undefined && discounts !== undefined) asked.refuse(exclusive('coupon', 'discounts and coupon'));
  if (trial && trial_end !== undefined) asked.refuse(exclusive('trial', 'trial and trial_end'));
}

/** Why phases cannot be that are over when they are said. */
export const endsTooEarly = (root = 'phases'): Refusal => wrong(`${root}[0][end_date]`, 'The first phase must end in the future.');

/** A phase lasts for one period of its prices by default. */
function lengthOf({ duration, end_date, iterations = 1 }: AskedPhase, chosen: readonly Chosen[], now: number) {
  if (end_date !== undefined) return { end_date: momentOf(end_date, now) };
  if (duration) return { duration: { interval: duration.interval, interval_count: duration.interval_count ?? 1 } };
  const intervals = chosen.flatMap(({ price: { recurring } }): Interval[] => (recurring ? [recurring] : []));
  const shortest = shortestFitting(intervals) ?? intervals[0];
  if (!shortest) throw new Error('A phase has no price that recurs');
  return { duration: { interval: shortest.interval, interval_count: shortest.interval_count * iterations } };
}

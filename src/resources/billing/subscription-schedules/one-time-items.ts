import type { Asked, Decision } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { InputOf } from '../../../kernel/base/rules.js';
import { price } from '../../catalogue/prices/price.js';
import { product } from '../../catalogue/products/product.js';
import { taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { PlainLine } from '../invoices/plain-line.js';
import type { create } from '../subscriptions/create.js';
import { type AddedSeen, addedAsked, addedTo, once_input, requireMoment } from '../subscriptions/one-time-items.js';
import { items_max } from '../subscriptions/parts.js';
import { added_end, added_start } from './phase.js';
import { discountsOf, named, requireDiscounts } from './redeeming.js';
import type { Phase, PhaseAdded } from './schedule.js';

/** What is charged once with a phase, as callers say it. */
export const added_input = about(
  'One-time amounts to bill when the phase begins, up to 20.',
  listOf(
    object({
      ...once_input,
      period: about(
        "The time that the item is for; the period of the phase's items by default.",
        object({
          end: about(
            'The end of the time.',
            required(
              object({
                timestamp: about('The end in Unix seconds; required with `type=timestamp`.', timestamp),
                type: about("`timestamp`, `phase_end`, or `min_item_period_end` for the end of the items' period.", required(added_end)),
              }),
            ),
          ),
          start: about(
            'The start of the time.',
            required(
              object({
                timestamp: about('The start in Unix seconds; required with `type=timestamp`.', timestamp),
                type: about(
                  "`timestamp`, `phase_start`, or `max_item_period_start` for the start of the items' period.",
                  required(added_start),
                ),
              }),
            ),
          ),
        }),
      ),
    }),
    items_max,
  ),
);

/** What is read for it. */
export const added_reads = {
  added_prices: one(price, 'phases.add_invoice_items.price'),
  rates_beside: one(taxRate, 'phases.add_invoice_items.tax_rates'),
  of_added_prices: one(product, 'added_prices.product'),
  of_added_data: one(product, 'phases.add_invoice_items.price_data.product'),
} as const;

type Sent = NonNullable<Given<{ items: typeof added_input }>['items']>;
type Time = { readonly start: number; readonly end: number };

/** The default period is that of the items (Stripe). */
const time_of_items = { end: { type: 'min_item_period_end' }, start: { type: 'max_item_period_start' } } as const;

/** One-time items of a phase as stored, with the effects that create their prices. */
export function addedFrom(
  sent: Sent,
  { currency, at, ...time }: Time & { readonly currency: string; readonly at: string },
  seen: AddedSeen,
  asked: Asked,
): { readonly added: PhaseAdded[]; readonly made: Decision } {
  const param = `${at}[add_invoice_items]`;
  for (const [place, each] of sent.entries()) {
    requirePeriod(each, time, `${param}[${place}][period]`, asked);
    requireDiscounts(each.discounts, `${param}[${place}]`, asked);
  }
  const once = addedAsked(
    sent.map(({ period: _when, ...given }) => given),
    asked,
    param,
  );
  const priced = addedTo({ subscription: null, currency, ...time }, once, { off: [], seen }, asked);
  return { made: priced.made, added: priced.lines.flatMap((line, place) => storedAs(line, sent[place] ?? {}) ?? []) };
}

function storedAs({ discountable = true, metadata = {}, price, quantity = null, tax_rates = [] }: PlainLine, given: Sent[number]) {
  return (
    price && {
      ...{ discountable, metadata: { ...metadata }, price: price.id, quantity, tax_rates: [...tax_rates] },
      discounts: discountsOf(given.discounts),
      period: given.period ?? time_of_items,
    }
  );
}

/** Why something cannot be for a time, as far as that is known before its phase begins. */
function requirePeriod({ period }: Sent[number], { start, end }: Time, at: string, asked: Asked): void {
  if (!period) return;
  requireMoment(period.start, `${at}[start]`, asked);
  requireMoment(period.end, `${at}[end]`, asked);
  const from = period.start.timestamp ?? (period.start.type === 'phase_start' ? start : null);
  const until = period.end.timestamp ?? (period.end.type === 'phase_end' ? end : null);
  if (from !== null && until !== null && until < from)
    asked.refuse({
      code: 'parameter_invalid',
      param: `${at}[end]`,
      message: 'A period must end after it starts. Send a later end or an earlier start.',
    });
}

type Creation = InputOf<typeof create>;

/** What is charged once with a phase, as it is asked of a subscription when the phase begins. */
export const askedOnce = (
  added: readonly PhaseAdded[],
  { start_date, end_date }: Pick<Phase, 'start_date' | 'end_date'>,
): NonNullable<Creation['add_invoice_items']> =>
  added.map(({ discountable, discounts, metadata, period: { start, end }, price, quantity, tax_rates }) => ({
    ...{ discountable, metadata, price, tax_rates: tax_rates.map(({ id }) => id) },
    ...(discounts.length > 0 && { discounts: discounts.map(named) }),
    ...(quantity !== null && { quantity }),
    period: {
      start: start.type === 'max_item_period_start' ? { type: start.type } : at(start.timestamp ?? start_date),
      end: end.type === 'min_item_period_end' ? { type: end.type } : at(end.timestamp ?? end_date),
    },
  }));

const at = (timestamp: number) => ({ type: 'timestamp' as const, timestamp });

/** By what something is known again: what a tax rate says of itself by now, and the order in which metadata comes, make it no other. */
const asSame = ({ metadata, tax_rates, ...said }: PhaseAdded): string =>
  JSON.stringify([said, Object.entries(metadata).sort(), tax_rates.map(({ id }) => id)]);

/** What of a phase is charged with a change: all of it where the phase begins, and later what it did not have before. */
export function addedSince(phase: Phase, before: Pick<Phase, 'add_invoice_items'> | undefined): readonly PhaseAdded[] {
  const charged = (before?.add_invoice_items ?? []).map(asSame);
  return phase.add_invoice_items.filter((each) => {
    const place = charged.indexOf(asSame(each));
    if (place >= 0) charged.splice(place, 1);
    return place < 0;
  });
}

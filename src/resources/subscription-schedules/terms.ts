import type { InputOf } from '../../base/rules.js';
import { lengthOf } from '../../billing/periods.js';
import type { Price } from '../prices/price.js';
import type { create } from '../subscriptions/create.js';
import { intervalOf } from '../subscriptions/shown.js';
import type { Subscription } from '../subscriptions/subscription.js';
import type { Item } from '../subscriptions/subscription-item.js';
import type { update } from '../subscriptions/update.js';
import { isRecorded } from '../subscriptions/wrong-change.js';
import type { Phase, Schedule } from './schedule.js';

type Creation = InputOf<typeof create>;
type Change = InputOf<typeof update>;

/** What a phase and its schedule say of a subscription besides its items, as far as they say it. */
function described({ default_settings: otherwise }: Pick<Schedule, 'default_settings'>, phase: Phase) {
  const collection_method = phase.collection_method ?? otherwise.collection_method;
  const default_payment_method = phase.default_payment_method ?? otherwise.default_payment_method;
  const description = phase.description ?? otherwise.description;
  const { days_until_due = null, footer = null, description: words = null } = phase.invoice_settings ?? otherwise.invoice_settings;
  return {
    ...(collection_method && { collection_method }),
    ...(default_payment_method && { default_payment_method }),
    ...(description && { description }),
    ...(collection_method === 'send_invoice' && days_until_due !== null && { days_until_due }),
    ...((footer || words) && { invoice_settings: { footer, description: words } }),
    ...(Object.keys(phase.metadata).length > 0 && { metadata: phase.metadata }),
  };
}

type Phased = { readonly phases: readonly Phase[] };

/** When the last phase of a schedule ends with the subscription itself. */
export const endOf = ({ end_behavior, phases }: Pick<Schedule, 'end_behavior'> & Phased, phase: Phase): number | null =>
  end_behavior === 'cancel' && phases.at(-1)?.start_date === phase.start_date ? phase.end_date : null;

/** The subscription that a schedule begins with. */
export function creationFor(
  it: Pick<Schedule, 'customer' | 'billing_mode' | 'default_settings' | 'end_behavior'> & Phased,
  phase: Phase,
  now: number,
): Creation {
  const cancel_at = endOf(it, phase);
  return {
    ...described(it, phase),
    customer: it.customer,
    billing_mode: { type: it.billing_mode.type },
    currency: phase.currency,
    items: phase.items.map(({ price, quantity, metadata }) => ({ price, metadata, ...(quantity !== undefined && { quantity }) })),
    proration_behavior: phase.proration_behavior,
    ...ofItsTime(phase, undefined),
    ...(cancel_at !== null && { cancel_at }),
    ...(phase.start_date < now && { backdate_start_date: phase.start_date }),
    ...(phase.trial_end !== null && phase.trial_end > now && { trial_end: phase.trial_end }),
  };
}

type Redeeming = Phase['discounts'][number];

/** A discount as it is asked for. */
const named = ({ coupon, discount, promotion_code }: Redeeming) => ({
  ...(coupon !== null && { coupon }),
  ...(discount !== null && { discount }),
  ...(promotion_code !== null && { promotion_code }),
});

type Before = Pick<Phase, 'default_tax_rates' | 'discounts'> | undefined;

const idsOf = (rates: Phase['default_tax_rates']): string[] => rates.map(({ id }) => id);

/** The discounts and tax rates of a phase, unless those of the one before are the same: what is there is not redeemed once more. */
function ofItsTime({ default_tax_rates: rates, discounts }: Phase, before: Before) {
  const is_taxed_alike = idsOf(rates).join() === idsOf(before?.default_tax_rates ?? []).join();
  const is_reduced_alike = JSON.stringify(discounts) === JSON.stringify(before?.discounts ?? []);
  return {
    ...(!is_taxed_alike && { default_tax_rates: idsOf(rates) }),
    ...(!is_reduced_alike && { discounts: discounts.map(named) }),
  };
}

/** What is known when a phase begins to rule a subscription. */
type Ruled = {
  /** The phase that has ruled it until now, as it was. */
  readonly before: Before;
  readonly of: Subscription;
  readonly items: readonly Item[];
  readonly prices: { readonly all: readonly Price[] };
  /** It begins with this change, which is counted from its start however late it is made. */
  readonly is_entered: boolean;
};

/** What a phase changes of a subscription. At the end of a period there is nothing left of it to be prorated. */
export function changeFor(
  it: Schedule,
  phase: Phase,
  { before, of, items, prices, is_entered }: Ruled,
  now: number,
  behavior = phase.proration_behavior,
): Change {
  const changed = itemChanges(phase, items, of);
  const anchors = (phase.billing_cycle_anchor ?? it.default_settings.billing_cycle_anchor) === 'phase_start';
  const at_boundary = now >= of.current_period_end && keepsIntervals(phase, items, prices.all);
  const cancel_at = endOf(it, phase);
  return {
    ...described(it, phase),
    ...(changed.length > 0 && { items: changed }),
    ...ofItsTime(phase, before),
    proration_behavior: at_boundary ? 'none' : behavior,
    ...(anchors && is_entered && { billing_cycle_anchor: 'now' as const }),
    ...(is_entered && (anchors || !at_boundary) && isWithin(phase.start_date, of) && { proration_date: phase.start_date }),
    ...(cancel_at !== of.cancel_at && (cancel_at !== null || it.end_behavior === 'cancel') && { cancel_at }),
    ...(phase.trial_end !== null && phase.trial_end > now && { trial_end: phase.trial_end }),
  };
}

const isWithin = (moment: number, { current_period_start, current_period_end }: Subscription): boolean =>
  moment >= current_period_start && moment <= current_period_end;

function keepsIntervals({ items: wanted }: Phase, items: readonly Item[], prices: readonly Price[]): boolean {
  const named = prices.filter(({ id }) => wanted.some(({ price }) => price === id));
  const lengths = [...named.flatMap(({ recurring }) => recurring ?? []), ...items.map(intervalOf)].map(lengthOf);
  return new Set(lengths.map(({ unit, units }) => `${units} ${unit}`)).size === 1;
}

/** What a schedule changes of items at a boundary, where a phase begins there whose items have the same intervals. */
export function itemsAt(
  moment: number,
  { phases }: Phased,
  { of, items, prices }: Pick<Ruled, 'of' | 'items' | 'prices'>,
): NonNullable<Change['items']> {
  const next = phases.find(({ start_date }) => start_date === moment);
  return next && keepsIntervals(next, items, prices.all) ? itemChanges(next, items, of) : [];
}

/** The items of a phase in the place of those that are there: the price of one that goes is changed rather than that it is taken away. */
function itemChanges({ items: wanted }: Phase, items: readonly Item[], { billing_mode }: Subscription): NonNullable<Change['items']> {
  const free = items.filter((item) => !wanted.some(({ price }) => price === item.price.id));
  const changes = wanted.flatMap(({ price, quantity, metadata }): NonNullable<Change['items']> => {
    const counted = quantity === undefined ? {} : { quantity };
    const same = items.find((item) => item.price.id === price);
    if (same) return same.quantity === quantity ? [] : [{ id: same.id, ...counted }];
    const old = free.shift();
    return [{ ...(old && { id: old.id }), price, ...counted, metadata }];
  });
  const clears = (item: Item): boolean => billing_mode.type === 'classic' && isRecorded(item);
  return [...changes, ...free.map((item) => ({ id: item.id, deleted: true, ...(clears(item) && { clear_usage: true }) }))];
}

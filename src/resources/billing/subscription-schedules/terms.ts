import { lengthOf, type Period, periodFrom } from '../../../arithmetic/billing/periods.js';
import { intervalOf } from '../../../arithmetic/billing/subscription/items.js';
import type { InputOf } from '../../../kernel/base/rules.js';
import type { Price } from '../../catalogue/prices/price.js';
import { isRecorded } from '../subscriptions/change/checks.js';
import type { create } from '../subscriptions/create.js';
import type { Subscription } from '../subscriptions/subscription.js';
import type { Item } from '../subscriptions/subscription-item.js';
import type { update } from '../subscriptions/update.js';
import { addedSince, askedOnce } from './one-time-items.js';
import { isAlike, named } from './redeeming.js';
import type { Phase, PhaseAdded, PhaseItem, Schedule } from './schedule.js';

type Creation = InputOf<typeof create>;
type Change = InputOf<typeof update>;

/** What a phase and its schedule say of a subscription besides its items, as far as they say it. */
function described({ default_settings: otherwise }: Pick<Schedule, 'default_settings'>, phase: Phase) {
  const collection_method = phase.collection_method ?? otherwise.collection_method;
  const default_payment_method = phase.default_payment_method ?? otherwise.default_payment_method;
  const description = phase.description ?? otherwise.description;
  const { days_until_due = null, footer = null, description: words = null, issuer } = phase.invoice_settings ?? otherwise.invoice_settings;
  const issued = issuer?.type === 'account' && { issuer };
  return {
    ...(collection_method && { collection_method }),
    ...(default_payment_method && { default_payment_method }),
    ...(description && { description }),
    ...(collection_method === 'send_invoice' && days_until_due !== null && { days_until_due }),
    ...((footer || words || issued) && { invoice_settings: { footer, description: words, ...issued } }),
    ...(Object.keys(phase.metadata).length > 0 && { metadata: phase.metadata }),
  };
}

/** What a phase says of its subscription, and takes back when it ends. */
export type PhaseSettings = Pick<Phase, 'application_fee_percent' | 'billing_thresholds' | 'on_behalf_of' | 'transfer_data'> & {
  readonly automatic_tax: { readonly enabled: boolean } | null;
};
type WithDefaults = Pick<Schedule, 'default_settings'>;

/** What a phase says of these, or leaves to its schedule. */
export const settingsIn = ({ default_settings: otherwise }: WithDefaults, phase: PhaseSettings): PhaseSettings => ({
  application_fee_percent: phase.application_fee_percent ?? otherwise.application_fee_percent,
  automatic_tax: phase.automatic_tax ?? otherwise.automatic_tax,
  billing_thresholds: phase.billing_thresholds ?? otherwise.billing_thresholds,
  on_behalf_of: phase.on_behalf_of ?? otherwise.on_behalf_of,
  transfer_data: phase.transfer_data ?? otherwise.transfer_data,
});

/** Of these what a subscription does not say yet. What only the phase before has said goes with it, and what no phase says is left as it is. */
function changedSettings(
  it: WithDefaults,
  phase: PhaseSettings,
  { before, of }: { readonly before: PhaseSettings | undefined; readonly of: PhaseSettings | null },
) {
  const [wanted, was] = [settingsIn(it, phase), before && settingsIn(it, before)];
  const differs = (name: Exclude<keyof PhaseSettings, 'automatic_tax'>): boolean =>
    (wanted[name] ?? was?.[name] ?? null) !== null && JSON.stringify(wanted[name]) !== JSON.stringify(of?.[name] ?? null);
  const { application_fee_percent, billing_thresholds, on_behalf_of, transfer_data } = wanted;
  return {
    ...automaticChange(wanted, was, of),
    ...(differs('application_fee_percent') && { application_fee_percent }),
    ...(differs('billing_thresholds') && { billing_thresholds }),
    ...(differs('on_behalf_of') && { on_behalf_of }),
    ...(differs('transfer_data') && { transfer_data }),
  };
}

/** Whether taxes are calculated automatically from now on, where the subscription says otherwise and the phase or the one before says anything. */
function automaticChange({ automatic_tax: wanted }: PhaseSettings, was: PhaseSettings | undefined, of: PhaseSettings | null) {
  const enabled = wanted?.enabled ?? false;
  const is_said = enabled || was?.automatic_tax?.enabled === true;
  return is_said && enabled !== (of?.automatic_tax?.enabled ?? false) ? { automatic_tax: { enabled } } : {};
}

/** How a phase changes what is shared of the invoices of a subscription, and on whose behalf they are. */
export function sharedChange(...given: Parameters<typeof changedSettings>) {
  const { automatic_tax: _tax, billing_thresholds: _, ...shared } = changedSettings(...given);
  return shared;
}

/** How a phase changes whether the taxes of a subscription are calculated automatically, for previews. */
export const taxChange = (...given: Parameters<typeof changedSettings>) => changedSettings(...given).automatic_tax;

type Phased = { readonly phases: readonly Phase[] };

/** When the last phase of a schedule ends with the subscription itself. */
export const endOf = ({ end_behavior, phases }: Pick<Schedule, 'end_behavior'> & Phased, phase: Phase): number | null =>
  end_behavior === 'cancel' && phases.at(-1)?.start_date === phase.start_date ? phase.end_date : null;

/** What of a schedule says how its subscription begins. */
export type Beginning = Pick<Schedule, 'customer' | 'default_settings' | 'end_behavior'> &
  Phased & { readonly billing_mode: Pick<Schedule['billing_mode'], 'type'> };

/** The subscription that a schedule begins with. */
export const creationFor = (it: Beginning, phase: Phase, now: number): Creation => ({
  ...described(it, phase),
  ...changedSettings(it, phase, { before: undefined, of: null }),
  ...once(phase, phase.add_invoice_items),
  ...billedCreation(it, phase, now),
});

/** What of that its first invoice depends on, besides what is charged once. */
export function billedCreation(it: Beginning, phase: Phase, now: number) {
  const cancel_at = endOf(it, phase);
  return {
    customer: it.customer,
    billing_mode: { type: it.billing_mode.type },
    currency: phase.currency,
    items: phase.items.map(newItemOf),
    proration_behavior: phase.proration_behavior,
    ...ofItsTime(phase, undefined),
    ...(cancel_at !== null && { cancel_at }),
    ...(phase.start_date < now && { backdate_start_date: phase.start_date }),
    ...(phase.trial_end !== null && phase.trial_end > now && { trial_end: phase.trial_end }),
  };
}

/** What is charged once with a phase, where there is anything. */
const once = (phase: Phase, added: Phase['add_invoice_items']) => added.length > 0 && { add_invoice_items: askedOnce(added, phase) };

/** An item of a phase that is new to its subscription. */
const newItemOf = ({ billing_thresholds: thresholds, discounts, metadata, price, quantity, tax_rates }: PhaseItem) => ({
  ...{ price, metadata },
  ...(quantity !== undefined && { quantity }),
  ...(thresholds?.usage_gte && { billing_thresholds: { usage_gte: thresholds.usage_gte } }),
  ...(discounts.length > 0 && { discounts: discounts.map(named) }),
  ...(tax_rates.length > 0 && { tax_rates: idsOf(tax_rates) }),
});

type Before = Phase | undefined;

const idsOf = (rates: Phase['default_tax_rates']): string[] => rates.map(({ id }) => id);

/** The discounts and tax rates of a phase, unless the phase before has the same: existing discounts are not redeemed again. */
function ofItsTime({ default_tax_rates: rates, discounts }: Phase, before: Before) {
  const is_taxed_alike = idsOf(rates).join() === idsOf(before?.default_tax_rates ?? []).join();
  return {
    ...(!is_taxed_alike && { default_tax_rates: idsOf(rates) }),
    ...(!isAlike(discounts, before?.discounts) && { discounts: discounts.map(named) }),
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

/** What a phase changes of a subscription. */
export const changeFor = (it: Schedule, phase: Phase, ruled: Ruled, now: number, behavior = phase.proration_behavior): Change => ({
  ...described(it, phase),
  ...changedSettings(it, phase, ruled),
  ...once(phase, addedWith(phase, ruled)),
  ...billedChange(it, phase, ruled, now, behavior),
});

/** What is charged once with a change to a phase. */
export const addedWith = (phase: Phase, { before, is_entered }: Pick<Ruled, 'before' | 'is_entered'>): Phase['add_invoice_items'] =>
  is_entered ? phase.add_invoice_items : addedSince(phase, before);

/** What of a change its bill depends on, besides what is charged once. At the end of a period there is nothing left of it to be prorated. */
export function billedChange(
  it: Schedule,
  phase: Phase,
  { before, of, items, prices, is_entered }: Ruled,
  now: number,
  behavior: Phase['proration_behavior'],
) {
  const changed = itemChanges(phase, before, items, of);
  const anchors = (phase.billing_cycle_anchor ?? it.default_settings.billing_cycle_anchor) === 'phase_start';
  const at_boundary = now >= of.current_period_end && keepsIntervals(phase, items, prices.all);
  const cancel_at = endOf(it, phase);
  return {
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

/** What a schedule changes at a boundary, for a preview, where a phase begins there whose items have the same intervals; null where none does. */
export function changeAt(moment: number, it: Phased & WithDefaults, { of, items, prices }: Pick<Ruled, 'of' | 'items' | 'prices'>) {
  const { phases } = it;
  const next = phases.find(({ start_date }) => start_date === moment);
  if (!next || !keepsIntervals(next, items, prices.all)) return null;
  const before = phases.find(({ end_date }) => end_date === moment);
  const changed = itemChanges(next, before, items, of);
  const [first] = items.map(intervalOf);
  const end = first ? periodFrom(moment, of.billing_cycle_anchor, first).end : moment;
  const beside = besideOf(next, next.add_invoice_items, { start: moment, end });
  return {
    ...(changed.length > 0 && { items: changed }),
    ...ofItsTime(next, before),
    ...sharedChange(it, next, { before, of }),
    ...(beside.length > 0 && { invoice_items: beside }),
  };
}

/** What is charged once with a phase, as a preview takes it; `period` is that of its items. */
export const besideOf = (phase: Phase, added: readonly PhaseAdded[], { start, end }: Period) =>
  askedOnce(added, phase).map(({ period, ...each }) => ({
    ...each,
    period: { start: period?.start.timestamp ?? start, end: period?.end.timestamp ?? end },
  }));

/** The items of a phase in the place of those that are there: the price of one that goes is changed rather than that it is taken away. */
function itemChanges(
  { items: wanted }: Phase,
  before: Before,
  items: readonly Item[],
  { billing_mode }: Subscription,
): NonNullable<Change['items']> {
  const free = items.filter((item) => !wanted.some(({ price }) => price === item.price.id));
  const changes = wanted.flatMap((each): NonNullable<Change['items']> => {
    const same = items.find((item) => item.price.id === each.price);
    if (same) {
      const change = changedItem(
        same,
        each,
        before?.items.find(({ price }) => price === each.price),
      );
      return Object.keys(change).length > 0 ? [{ id: same.id, ...change }] : [];
    }
    const old = free.shift();
    return [old ? { ...replacing(old), ...newItemOf(each) } : newItemOf(each)];
  });
  const clears = (item: Item): boolean => billing_mode.type === 'classic' && isRecorded(item);
  return [...changes, ...free.map((item) => ({ id: item.id, deleted: true, ...(clears(item) && { clear_usage: true }) }))];
}

/** An item that becomes another: what was said of it alone goes with its price. */
const replacing = ({ billing_thresholds, discounts, id, tax_rates }: Item) => ({
  id,
  ...(billing_thresholds && { billing_thresholds: null }),
  ...(discounts.length > 0 && { discounts: [] }),
  ...(tax_rates.length > 0 && { tax_rates: [] }),
});

/** What a phase changes of an item that stays; discounts that the phase before has are not redeemed once more. */
function changedItem(item: Item, wanted: PhaseItem, before: PhaseItem | undefined) {
  const { billing_thresholds: thresholds, discounts, metadata, quantity, tax_rates } = wanted;
  const usage_gte = thresholds?.usage_gte ?? null;
  const is_noted = Object.entries(metadata).every(([name, value]) => item.metadata[name] === value);
  return {
    ...(quantity !== undefined && quantity !== item.quantity && { quantity }),
    ...(!is_noted && { metadata }),
    ...(usage_gte !== (item.billing_thresholds?.usage_gte ?? null) && { billing_thresholds: usage_gte === null ? null : { usage_gte } }),
    ...(!isAlike(discounts, before?.discounts) && { discounts: discounts.map(named) }),
    ...(idsOf(tax_rates).join() !== idsOf(item.tax_rates).join() && { tax_rates: idsOf(tax_rates) }),
  };
}

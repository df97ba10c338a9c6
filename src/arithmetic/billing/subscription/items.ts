import { type Exact, fraction } from '../../../kernel/base/exact.js';
import type { Interval, Period } from '../periods.js';
import { type MultiCurrencyPrice, pricingIn } from '../price-in-currency.js';
import { costOf } from '../prices.js';
import type { Debit } from '../proration.js';

/** How prorations are counted, and what moves boundaries (`billing_mode`). */
export type Mode = 'classic' | 'flexible';

/** A charge of an item that was not credited yet, and the line or invoice item that made it. */
export type ItemDebit = Debit & {
  readonly invoice: string | null;
  readonly invoice_item: string | null;
  readonly line: string | null;
};

/** An item of a subscription, as its plan needs it. Moments in seconds. */
export type PlanItem = {
  readonly id: string;
  readonly current_period_end: number;
  readonly current_period_start: number;
  readonly debits?: readonly ItemDebit[] | undefined;
  /** The start of metering within the period, where that is later than the period's. */
  readonly metered_from?: number | null | undefined;
  readonly price: MultiCurrencyPrice & {
    readonly product: string;
    readonly recurring: (Interval & { readonly usage_type: 'licensed' | 'metered' }) | null;
  };
  readonly product_name?: string | undefined;
  readonly quantity?: number | undefined;
};

/** The usage of items: decimal digits by the id of the item. */
export type Usage = { readonly get: (item: string) => string };

/** The billing interval of an item. A one-time price is not the price of an item. */
export function intervalOf({ price: { id, recurring } }: Pick<PlanItem, 'price'>): Interval {
  if (!recurring) throw new Error(`${id} is an item's price and does not recur`);
  return recurring;
}

/** Whether an item is charged for its usage. */
export const isMetered = ({
  price: { recurring },
}: {
  readonly price: { readonly recurring: { readonly usage_type: string } | null };
}): boolean => recurring?.usage_type === 'metered';

/** The current period of an item. */
export const periodOf = ({
  current_period_start: start,
  current_period_end: end,
}: Pick<PlanItem, 'current_period_start' | 'current_period_end'>): Period => ({ start, end });

/** The part of its period in which usage is charged to an item: from the start of its metering, up to a moment if that is earlier than its end. */
export const usedPeriod = (
  {
    current_period_start,
    current_period_end,
    metered_from,
  }: Pick<PlanItem, 'current_period_start' | 'current_period_end' | 'metered_from'>,
  until = current_period_end,
): Period => ({ start: Math.max(current_period_start, metered_from ?? 0), end: Math.min(current_period_end, until) });

/** The cost of an item for a whole period, in exact minor units. Usage has no cost in advance. */
export const costOfItem = (item: PlanItem, currency: string): Exact =>
  isMetered(item) ? fraction(0) : costOf(pricingIn(item.price, currency), item.quantity ?? 1);

/** The members of a subscription that say whether its time is charged. */
export type Standing = {
  readonly billing_cycle_anchor: number;
  readonly current_period_end: number;
  readonly status: string;
  readonly trial_end: number | null;
};

/**
 * Whether the current period is a trial. A trial continues while another invoice is past due. A trial that a new anchor has replaced has
 * ended.
 */
export function isOnTrial({ status, billing_cycle_anchor, trial_end, current_period_end }: Standing): boolean {
  if (status === 'trialing') return true;
  return status !== 'paused' && trial_end !== null && current_period_end <= trial_end && trial_end <= billing_cycle_anchor;
}

/** Whether the current period is charged: trials and pauses are free. */
export const isCharged = (it: Standing): boolean => !isOnTrial(it) && it.status !== 'paused';

/** The status of a subscription without an overdue invoice. */
export const runningAs = (it: Standing): 'active' | 'trialing' => (isOnTrial(it) ? 'trialing' : 'active');

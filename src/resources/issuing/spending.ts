import { day } from '../../kernel/base/moments.js';
import type { MerchantCategory } from './merchant-categories.js';
import type { SpendingControls } from './spending-controls.js';

/** Over what time spending is summed up. */
export const intervals = ['all_time', 'daily', 'monthly', 'per_authorization', 'weekly', 'yearly'] as const;

type Limit = SpendingControls['spending_limits'][number];

/** A purchase with a card. */
export type Purchase = {
  readonly category: MerchantCategory;
  /** Where the merchant is: two letters, in capitals. */
  readonly country: string | null;
  /** Whether the card itself was there. */
  readonly presence: 'present' | 'not_present' | null;
  /** Seconds since the Unix epoch. */
  readonly at: number;
};

/** What a limit is about: spending since a moment, in seconds, or since ever; of some categories, or of all where none is named. */
type Window = { readonly since: number; readonly categories: readonly MerchantCategory[] };

/**
 * Controls, what was spent under them in minor units of their currency, and the amount of the purchase in it. Of an authorization that grows
 * all of it counts, and what it was before is left out of what was spent.
 */
export type Under = { readonly controls: SpendingControls; readonly spent: (window: Window) => number; readonly amount: number };

/** Which of some controls declines a purchase; null where none does. A limit is used up to its last unit. */
export const violated = (purchase: Purchase, under: Under): keyof SpendingControls | null =>
  unlisted(purchase, under.controls) ?? (exceeds(purchase, under) ? 'spending_limits' : null);

/** What lists are about: a word of the purchase, and the two lists that may have it. */
const lists = [
  ['category', 'allowed_categories', 'blocked_categories'],
  ['country', 'allowed_merchant_countries', 'blocked_merchant_countries'],
  ['presence', 'allowed_card_presences', 'blocked_card_presences'],
] as const;

/** An empty list does not restrict. An unknown value is on no list, so an allow-list refuses it. */
function unlisted(purchase: Purchase, controls: SpendingControls): keyof SpendingControls | null {
  for (const [word, allowed, blocked] of lists) {
    const said = purchase[word];
    const has = (list: readonly string[] | null): boolean => said !== null && (list ?? []).includes(said);
    if (controls[allowed]?.length && !has(controls[allowed])) return allowed;
    if (has(controls[blocked])) return blocked;
  }
  return null;
}

const exceeds = ({ category, at }: Purchase, { controls, spent, amount }: Under): boolean =>
  controls.spending_limits.some((each) => applies(each, category) && usedOf(each, at, spent) + amount > each.amount);

const applies = ({ categories }: Limit, category: MerchantCategory): boolean => !categories.length || categories.includes(category);

/** What of a limit has been used before. */
function usedOf({ interval, categories }: Limit, at: number, spent: Under['spent']): number {
  return interval === 'per_authorization' ? 0 : spent({ since: startOf(interval, at), categories });
}

type Interval = Exclude<Limit['interval'], 'per_authorization'>;

/** When the interval around a moment began: at midnight UTC of that day, of its Sunday, of the first of its month or of its year. */
export function startOf(interval: Interval, at: number): number {
  const midnight = Math.floor(at / day) * day;
  const date = new Date(midnight * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (interval) {
    case 'all_time':
      return 0;
    case 'daily':
      return midnight;
    case 'weekly':
      return midnight - date.getUTCDay() * day;
    case 'monthly':
      return Date.UTC(year, month, 1) / 1000;
    case 'yearly':
      return Date.UTC(year, 0, 1) / 1000;
  }
}

import { day } from '../../base/moments.js';
import { inWords } from '../../base/money.js';
import type { MerchantCategory } from './merchant-categories.js';
import type { SpendingControls } from './spending-controls.js';

/** Over what time spending is summed up. */
export const intervals = ['all_time', 'daily', 'monthly', 'per_authorization', 'weekly', 'yearly'] as const;

type Limit = SpendingControls['spending_limits'][number];

/** What somebody wants to pay with a card. */
export type Purchase = {
  /** Minor units. Of an authorization that grows all of it counts, and what it was before is left out of what was spent. */
  readonly amount: number;
  readonly category: MerchantCategory;
  /** Where the merchant is: two letters, in capitals. */
  readonly country: string | null;
  /** Whether the card itself was there. */
  readonly presence: 'present' | 'not_present' | null;
  /** Seconds since the Unix epoch. */
  readonly at: number;
};

/** What a limit is about: spending since a moment, in seconds, or since ever; of some categories, or of all where none is named. */
export type Window = { readonly since: number; readonly categories: readonly MerchantCategory[] };

/** Controls, what was spent under them in minor units of their currency, and the purchase in it. */
export type Under = { readonly controls: SpendingControls; readonly spent: (window: Window) => number; readonly amount: number };

/** Why spending controls decline a purchase: whose they are, which of them, and a sentence. */
export type Violation = {
  readonly reason: 'spending_controls';
  readonly of: 'card' | 'cardholder';
  readonly control: keyof SpendingControls;
  readonly message: string;
};

/**
 * Why a purchase is declined by the controls of a card or of its cardholder, or null. Both hold; a limit is used up to its last unit.
 * `spent` answers what was spent before: with the card and those that it replaced, and with all cards of the cardholder.
 */
export function violationOf(purchase: Purchase, by: { readonly card: Under; readonly cardholder: Under }): Violation | null {
  for (const of of ['card', 'cardholder'] as const) {
    const found = unlisted(purchase, by[of].controls) ?? exceeded(purchase, by[of]);
    if (found) return { reason: 'spending_controls', of, ...found };
  }
  return null;
}

type Found = Pick<Violation, 'control' | 'message'>;

/** What lists are about: a word of the purchase, and the two lists that may have it. */
const lists = [
  ['category', 'allowed_categories', 'blocked_categories'],
  ['country', 'allowed_merchant_countries', 'blocked_merchant_countries'],
  ['presence', 'allowed_card_presences', 'blocked_card_presences'],
] as const;

/** A list without a word says nothing. What nobody knows is on no list, so that it is not allowed where a list says what is. */
function unlisted(purchase: Purchase, controls: SpendingControls): Found | null {
  for (const [word, allowed, blocked] of lists) {
    const said = purchase[word];
    const has = (list: readonly string[] | null): boolean => said !== null && (list ?? []).includes(said);
    if (controls[allowed]?.length && !has(controls[allowed]))
      return { control: allowed, message: `The ${word} ${said ?? 'is not known and'} is not among the ${allowed}.` };
    if (has(controls[blocked])) return { control: blocked, message: `The ${word} ${said} is among the ${blocked}.` };
  }
  return null;
}

function exceeded({ category, at }: Purchase, { controls, spent, amount }: Under): Found | null {
  const limit = controls.spending_limits.find((each) => applies(each, category) && usedOf(each, at, spent) + amount > each.amount);
  if (!limit) return null;
  const { spending_limits_currency: currency } = controls;
  const most = currency ? inWords(limit.amount, currency) : String(limit.amount);
  return { control: 'spending_limits', message: `It would be more than ${most}, the limit ${spoken[limit.interval]}.` };
}

const applies = ({ categories }: Limit, category: MerchantCategory): boolean => !categories.length || categories.includes(category);

/** What of a limit has been used before. */
function usedOf({ interval, categories }: Limit, at: number, spent: Under['spent']): number {
  return interval === 'per_authorization' ? 0 : spent({ since: startOf(interval, at), categories });
}

type Interval = Exclude<Limit['interval'], 'per_authorization'>;

const spoken: Readonly<Record<Limit['interval'], string>> = {
  all_time: 'of all time',
  daily: 'of a day',
  monthly: 'of a month',
  per_authorization: 'of an authorization',
  weekly: 'of a week',
  yearly: 'of a year',
};

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

/** The windows that the limits of some controls ask about at a moment, for whoever has to read what was spent before it is judged. */
export const windowsOf = ({ spending_limits }: SpendingControls, { category, at }: Purchase): readonly Window[] =>
  spending_limits.flatMap((limit) =>
    limit.interval === 'per_authorization' || !applies(limit, category)
      ? []
      : [{ since: startOf(limit.interval, at), categories: limit.categories }],
  );

/** One that was approved before, in minor units: what of it counts by now. */
export type Spent = { readonly amount: number; readonly category: MerchantCategory; readonly at: number };

/** What a list of purchases comes to within a window. */
export const sumOf =
  (before: readonly Spent[]): Under['spent'] =>
  ({ since, categories }) =>
    before
      .filter(({ at, category }) => at >= since && (!categories.length || categories.includes(category)))
      .reduce((sum, { amount }) => sum + amount, 0);

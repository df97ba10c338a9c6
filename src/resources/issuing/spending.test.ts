import { describe, expect, test } from 'vitest';
import { type Purchase, startOf, violated } from './spending.js';
import { type SpendingControls, spending_controls } from './spending-controls.js';
import { type Spending, spentIn, spentWith } from './spent.js';

/** Wednesday, 15 May 2030, half past two in the afternoon. */
const now = Date.UTC(2030, 4, 15, 14, 30) / 1000;

const purchase: Purchase = { category: 'bakeries', country: 'US', presence: 'present', at: now };

const controlsOf = (changes: Partial<SpendingControls>): SpendingControls => ({
  ...spending_controls.initial,
  spending_limits_currency: 'usd',
  ...changes,
});

const limited = (
  amount: number,
  interval: SpendingControls['spending_limits'][number]['interval'],
  categories: Purchase['category'][] = [],
) => controlsOf({ spending_limits: [{ amount, interval, categories }] });

type Case = { readonly amount?: number; readonly controls?: SpendingControls; readonly before?: readonly Spending[] };

/** Which control declines a purchase of 1000, or of another amount, after what was spent before. */
function judged(given: Partial<Purchase>, { amount = 1000, controls = controlsOf({}), before = [] }: Case) {
  const spent = before.reduce<Parameters<typeof spentWith>[0]>(spentWith, {});
  return violated({ ...purchase, ...given }, { controls, spent: spentIn(spent, 'usd'), amount });
}

const spentAt = (amount: number, at: number, category: Purchase['category'] = 'bakeries'): Spending => ({
  amount,
  at,
  category,
  currency: 'usd',
});

describe('lists', () => {
  const bakeries = controlsOf({ allowed_categories: ['bakeries', 'florists'] });
  const not_bakeries = controlsOf({ blocked_categories: ['bakeries'] });
  const home = controlsOf({ allowed_merchant_countries: ['US', 'CA'] });
  const not_home = controlsOf({ blocked_merchant_countries: ['US'] });
  const there = controlsOf({ allowed_card_presences: ['present'] });
  const not_there = controlsOf({ blocked_card_presences: ['not_present'] });
  test.each<[string, Partial<Purchase>, Case, string | null]>([
    ['nothing said allows all', {}, {}, null],
    ['an empty list says nothing', {}, { controls: controlsOf({ allowed_categories: [], blocked_merchant_countries: [] }) }, null],
    ['a category that is allowed', {}, { controls: bakeries }, null],
    ['a category that is not', { category: 'doctors' }, { controls: bakeries }, 'allowed_categories'],
    ['a category that is blocked', {}, { controls: not_bakeries }, 'blocked_categories'],
    ['another than the blocked one', { category: 'doctors' }, { controls: not_bakeries }, null],
    ['a country that is allowed', { country: 'CA' }, { controls: home }, null],
    ['a country that is not', { country: 'FR' }, { controls: home }, 'allowed_merchant_countries'],
    ['an unknown country where some are allowed', { country: null }, { controls: home }, 'allowed_merchant_countries'],
    ['an unknown country where some are blocked', { country: null }, { controls: not_home }, null],
    ['a country that is blocked', {}, { controls: not_home }, 'blocked_merchant_countries'],
    ['an absent card where presence is required', { presence: 'not_present' }, { controls: there }, 'allowed_card_presences'],
    ['a card that is not there where that is blocked', { presence: 'not_present' }, { controls: not_there }, 'blocked_card_presences'],
    ['a card that is there', {}, { controls: not_there }, null],
  ])('%s', (_, given, by, expected) => expect(judged(given, by)).toBe(expected));
});

describe('limits', () => {
  const at = (month: number, day: number, hour = 0, year = 2030): number => Date.UTC(year, month - 1, day, hour) / 1000;
  test.each<[string, Partial<Purchase>, Case, string | null]>([
    ['an authorization of all of it', {}, { controls: limited(1000, 'per_authorization') }, null],
    ['an authorization of one more', {}, { amount: 1001, controls: limited(1000, 'per_authorization') }, 'spending_limits'],
    ['an authorization after another', {}, { controls: limited(1000, 'per_authorization'), before: [spentAt(1000, now - 60)] }, null],
    ['the rest of a day', {}, { controls: limited(1500, 'daily'), before: [spentAt(500, at(5, 15))] }, null],
    ['more than the rest of a day', {}, { controls: limited(1499, 'daily'), before: [spentAt(500, at(5, 15))] }, 'spending_limits'],
    ['what was spent the second before the day', {}, { controls: limited(1000, 'daily'), before: [spentAt(500, at(5, 15) - 1)] }, null],
    ['what was spent on Sunday', {}, { controls: limited(1000, 'weekly'), before: [spentAt(1, at(5, 12))] }, 'spending_limits'],
    ['what was spent on Saturday', {}, { controls: limited(1000, 'weekly'), before: [spentAt(1, at(5, 12) - 1)] }, null],
    ['what was spent on the first', {}, { controls: limited(1000, 'monthly'), before: [spentAt(1, at(5, 1))] }, 'spending_limits'],
    ['what was spent in April', {}, { controls: limited(1000, 'monthly'), before: [spentAt(1, at(5, 1) - 1)] }, null],
    ['what was spent in January', {}, { controls: limited(1000, 'yearly'), before: [spentAt(1, at(1, 1))] }, 'spending_limits'],
    ['what was spent last year', {}, { controls: limited(1000, 'yearly'), before: [spentAt(1, at(1, 1) - 1)] }, null],
    ['what was spent ever', {}, { controls: limited(1000, 'all_time'), before: [spentAt(1, at(1, 1, 0, 2020))] }, 'spending_limits'],
    ['a limit of another category', {}, { controls: limited(1, 'daily', ['florists']) }, null],
    ['a limit of the category', {}, { controls: limited(999, 'daily', ['florists', 'bakeries']) }, 'spending_limits'],
    [
      'what was spent on another category',
      {},
      { controls: limited(1000, 'daily', ['bakeries']), before: [spentAt(500, now - 60, 'florists')] },
      null,
    ],
    [
      'what was spent on another category that the limit names',
      {},
      { controls: limited(1000, 'daily', ['bakeries', 'florists']), before: [spentAt(500, now - 60, 'florists')] },
      'spending_limits',
    ],
    ['nothing, where nothing may be spent', {}, { amount: 0, controls: limited(0, 'daily') }, null],
  ])('%s', (_, given, by, expected) => expect(judged(given, by)).toBe(expected));

  test('the smallest of several limits declines', () => {
    const spending_limits = [...limited(5000, 'per_authorization').spending_limits, ...limited(1500, 'daily').spending_limits];
    const controls = controlsOf({ spending_limits });
    expect(judged({}, { controls, before: [spentAt(500, now)] })).toBe(null);
    expect(judged({}, { controls, before: [spentAt(501, now)] })).toBe('spending_limits');
  });
});

describe('the beginning of', () => {
  test.each([
    ['daily', '2030-05-15'],
    ['weekly', '2030-05-12'],
    ['monthly', '2030-05-01'],
    ['yearly', '2030-01-01'],
    ['all_time', '1970-01-01'],
  ] as const)('%s', (interval, date) => expect(new Date(startOf(interval, now) * 1000).toISOString()).toBe(`${date}T00:00:00.000Z`));

  test('a week is its Sunday itself on a Sunday, and may be in the year before', () => {
    const sunday = Date.UTC(2030, 4, 12) / 1000;
    expect(startOf('weekly', sunday)).toBe(sunday);
    expect(startOf('weekly', Date.UTC(2030, 0, 1) / 1000)).toBe(Date.UTC(2029, 11, 30) / 1000);
  });
});

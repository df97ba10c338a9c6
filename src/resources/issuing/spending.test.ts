import { describe, expect, test } from 'vitest';
import { type Purchase, type Spent, startOf, sumOf, type Under, violationOf, windowsOf } from './spending.js';
import { type SpendingControls, spending_controls } from './spending-controls.js';

/** Wednesday, 15 May 2030, half past two in the afternoon. */
const now = Date.UTC(2030, 4, 15, 14, 30) / 1000;

const purchase: Purchase = { amount: 1000, category: 'bakeries', country: 'US', presence: 'present', at: now };

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

type Case = { readonly card?: SpendingControls; readonly cardholder?: SpendingControls; readonly before?: readonly Spent[] };

function judged(given: Partial<Purchase>, { card = controlsOf({}), cardholder = controlsOf({}), before = [] }: Case) {
  const asked = { ...purchase, ...given };
  const under = (controls: SpendingControls): Under => ({ controls, spent: sumOf(before), amount: asked.amount });
  const found = violationOf(asked, { card: under(card), cardholder: under(cardholder) });
  return found && `${found.of} ${found.control}`;
}

const spentAt = (amount: number, at: number, category: Purchase['category'] = 'bakeries'): Spent => ({ amount, at, category });

describe('lists', () => {
  const bakeries = controlsOf({ allowed_categories: ['bakeries', 'florists'] });
  const not_bakeries = controlsOf({ blocked_categories: ['bakeries'] });
  const home = controlsOf({ allowed_merchant_countries: ['US', 'CA'] });
  const not_home = controlsOf({ blocked_merchant_countries: ['US'] });
  const there = controlsOf({ allowed_card_presences: ['present'] });
  const not_there = controlsOf({ blocked_card_presences: ['not_present'] });
  test.each<[string, Partial<Purchase>, Case, string | null]>([
    ['nothing said allows all', {}, {}, null],
    ['an empty list says nothing', {}, { card: controlsOf({ allowed_categories: [], blocked_merchant_countries: [] }) }, null],
    ['a category that is allowed', {}, { card: bakeries }, null],
    ['a category that is not', { category: 'doctors' }, { card: bakeries }, 'card allowed_categories'],
    ['a category that is blocked', {}, { card: not_bakeries }, 'card blocked_categories'],
    ['another than the blocked one', { category: 'doctors' }, { card: not_bakeries }, null],
    ['a country that is allowed', { country: 'CA' }, { card: home }, null],
    ['a country that is not', { country: 'FR' }, { card: home }, 'card allowed_merchant_countries'],
    ['a country that nobody knows where some are allowed', { country: null }, { card: home }, 'card allowed_merchant_countries'],
    ['a country that nobody knows where some are blocked', { country: null }, { card: not_home }, null],
    ['a country that is blocked', {}, { card: not_home }, 'card blocked_merchant_countries'],
    ['a card that is not there where it is to be', { presence: 'not_present' }, { card: there }, 'card allowed_card_presences'],
    ['a card that is not there where that is blocked', { presence: 'not_present' }, { card: not_there }, 'card blocked_card_presences'],
    ['a card that is there', {}, { card: not_there }, null],
    ['what the cardholder may not', {}, { cardholder: not_bakeries }, 'cardholder blocked_categories'],
    ['what neither may is told of the card', {}, { card: not_home, cardholder: not_bakeries }, 'card blocked_merchant_countries'],
  ])('%s', (_, given, by, expected) => expect(judged(given, by)).toBe(expected));
});

describe('limits', () => {
  const at = (month: number, day: number, hour = 0, year = 2030): number => Date.UTC(year, month - 1, day, hour) / 1000;
  test.each<[string, Partial<Purchase>, Case, string | null]>([
    ['an authorization of all of it', {}, { card: limited(1000, 'per_authorization') }, null],
    ['an authorization of one more', { amount: 1001 }, { card: limited(1000, 'per_authorization') }, 'card spending_limits'],
    ['an authorization after another', {}, { card: limited(1000, 'per_authorization'), before: [spentAt(1000, now - 60)] }, null],
    ['the rest of a day', {}, { card: limited(1500, 'daily'), before: [spentAt(500, at(5, 15))] }, null],
    ['more than the rest of a day', {}, { card: limited(1499, 'daily'), before: [spentAt(500, at(5, 15))] }, 'card spending_limits'],
    ['what was spent the second before the day', {}, { card: limited(1000, 'daily'), before: [spentAt(500, at(5, 15) - 1)] }, null],
    ['what was spent on Sunday', {}, { card: limited(1000, 'weekly'), before: [spentAt(1, at(5, 12))] }, 'card spending_limits'],
    ['what was spent on Saturday', {}, { card: limited(1000, 'weekly'), before: [spentAt(1, at(5, 12) - 1)] }, null],
    ['what was spent on the first', {}, { card: limited(1000, 'monthly'), before: [spentAt(1, at(5, 1))] }, 'card spending_limits'],
    ['what was spent in April', {}, { card: limited(1000, 'monthly'), before: [spentAt(1, at(5, 1) - 1)] }, null],
    ['what was spent in January', {}, { card: limited(1000, 'yearly'), before: [spentAt(1, at(1, 1))] }, 'card spending_limits'],
    ['what was spent last year', {}, { card: limited(1000, 'yearly'), before: [spentAt(1, at(1, 1) - 1)] }, null],
    ['what was spent ever', {}, { card: limited(1000, 'all_time'), before: [spentAt(1, at(1, 1, 0, 2020))] }, 'card spending_limits'],
    ['a limit of another category', {}, { card: limited(1, 'daily', ['florists']) }, null],
    ['a limit of the category', {}, { card: limited(999, 'daily', ['florists', 'bakeries']) }, 'card spending_limits'],
    [
      'what was spent on another category',
      {},
      { card: limited(1000, 'daily', ['bakeries']), before: [spentAt(500, now - 60, 'florists')] },
      null,
    ],
    [
      'what was spent on another category that the limit names',
      {},
      { card: limited(1000, 'daily', ['bakeries', 'florists']), before: [spentAt(500, now - 60, 'florists')] },
      'card spending_limits',
    ],
    ['nothing, where nothing may be spent', { amount: 0 }, { card: limited(0, 'daily') }, null],
    ['the limit of the cardholder', {}, { cardholder: limited(999, 'yearly') }, 'cardholder spending_limits'],
  ])('%s', (_, given, by, expected) => expect(judged(given, by)).toBe(expected));

  test('of several limits the one that is exceeded declines, and is told in words', () => {
    const spending_limits = [...limited(5000, 'per_authorization').spending_limits, ...limited(1500, 'daily').spending_limits];
    const card: Under = { controls: controlsOf({ spending_limits }), spent: () => 501, amount: 1000 };
    const cardholder: Under = { controls: controlsOf({}), spent: () => 0, amount: 1000 };
    expect(violationOf(purchase, { card, cardholder })).toEqual({
      reason: 'spending_controls',
      of: 'card',
      control: 'spending_limits',
      message: 'It would be more than 15.00 USD, the limit of a day.',
    });
  });

  test('an amount in the currency of each is what counts', () => {
    const card: Under = { controls: limited(1000, 'per_authorization'), spent: () => 0, amount: 1000 };
    const cardholder: Under = { controls: limited(1000, 'per_authorization'), spent: () => 0, amount: 1001 };
    expect(violationOf(purchase, { card, cardholder })?.of).toBe('cardholder');
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

test('windows are asked for where a limit needs to know what was spent, and only for the category of the purchase', () => {
  const spending_limits = [
    { amount: 1, interval: 'per_authorization' as const, categories: [] },
    { amount: 1, interval: 'daily' as const, categories: ['florists' as const] },
    { amount: 1, interval: 'monthly' as const, categories: [] },
  ];
  expect(windowsOf(controlsOf({ spending_limits }), purchase)).toEqual([{ since: Date.UTC(2030, 4, 1) / 1000, categories: [] }]);
});

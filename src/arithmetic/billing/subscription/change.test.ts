import { describe, expect, test } from 'vitest';
import { type ChangeAsked, type Plan, planChange } from './change.js';
import type { PlanItem } from './items.js';
import { planRenewal } from './renewal.js';

const day = 86_400;
const april = Date.UTC(2026, 3, 1) / 1000;
const may = Date.UTC(2026, 4, 1) / 1000;
const half = april + 15 * day;

/** A monthly item in April; `amount` in minor units. */
const item = (id: string, amount: number, more: Partial<PlanItem> = {}): PlanItem => ({
  id,
  current_period_start: april,
  current_period_end: may,
  debits: [{ amount, discount_amounts: [], period: { start: april, end: may }, invoice: 'in_1', invoice_item: null, line: `il_${id}` }],
  price: {
    ...{ id: `price_${id}`, product: 'prod_tea', currency: 'usd', currency_options: {}, billing_scheme: 'per_unit' },
    ...{ recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' }, tiers_mode: null, transform_quantity: null },
    unit_amount_decimal: String(amount),
  },
  product_name: 'Tea',
  quantity: 1,
  ...more,
});

const of = { status: 'active', billing_cycle_anchor: april, current_period_end: may, trial_end: null } as const;
const it = { ...of, cancel_at: null, cancel_at_period_end: false };
const terms = { currency: 'usd', mode: 'flexible', moment: half, anchor: april, discounts: [], own: () => [], itemizes: false } as const;
const used = { get: () => '0' };

const metered = item('m', 100, {
  price: { ...item('m', 100).price, recurring: { interval: 'month', interval_count: 1, usage_type: 'metered' } },
});

const plan = (more: Partial<ChangeAsked<PlanItem>>): Plan<PlanItem> =>
  planChange({ it, changes: [], asked: {}, terms, used, now: half, creditedAs: (before) => before, ...more });

const amounts = (lines: readonly { readonly amount: number }[]): number[] => lines.map(({ amount }) => amount);

describe('a change of items', () => {
  test('credits the rest of the former price and charges the rest of the new one', () => {
    const [before, after] = [item('a', 3000), item('a', 6000)];
    const { items, prorations, lines, is_billed_now } = plan({
      changes: [{ before, after: { ...after, price: { ...after.price, id: 'p2' } } }],
    });
    expect(amounts(prorations)).toEqual([-1500, 3000]);
    expect([lines, is_billed_now]).toEqual([[], false]);
    expect(items[0]?.debits.map(({ amount, period }) => [amount, period.end])).toEqual([[1500, half]]);
  });

  test('without prorations changes the items alone', () => {
    const before = item('a', 3000);
    const { prorations, items } = plan({ asked: { proration_behavior: 'none' }, changes: [{ before, after: { ...before, quantity: 2 } }] });
    expect(prorations).toEqual([]);
    expect(items[0]?.debits).toEqual(before.debits);
  });

  test('gives an added item the period of the others', () => {
    const [before, added] = [item('a', 3000), item('b', 1000, { debits: [] })];
    const { items, prorations } = plan({
      changes: [
        { before, after: before },
        { before: null, after: added },
      ],
    });
    expect(items.map((each) => [each?.current_period_start, each?.current_period_end])).toEqual([
      [april, may],
      [april, may],
    ]);
    expect(amounts(prorations)).toEqual([500]);
  });

  test('leaves no members of an item that is deleted', () => {
    const { items } = plan({
      changes: [
        { before: item('a', 3000), after: null },
        { before: item('b', 1), after: item('b', 1) },
      ],
    });
    expect(items[0]).toBe(null);
  });
});

describe('a change of the time', () => {
  const changes = [{ before: item('a', 3000), after: item('a', 3000) }];

  test('an anchor that moves to now begins a period, and is billed now', () => {
    const { members, lines, prorations, is_billed_now, items } = plan({ changes, asked: { billing_cycle_anchor: 'now' } });
    expect(members.billing_cycle_anchor).toBe(half);
    expect([amounts(lines), amounts(prorations), is_billed_now]).toEqual([[3000], [-1500], true]);
    expect(items[0]?.current_period_start).toBe(half);
  });

  test('an end within the period cuts it short and credits the rest', () => {
    const { members, cancellation, prorations, items } = plan({ changes, asked: { cancel_at: half } });
    expect([members.cancel_at, members.canceled_at, cancellation]).toEqual([half, half, 'requested']);
    expect(amounts(prorations)).toEqual([-1500]);
    expect(items[0]?.current_period_end).toBe(half);
  });

  test('an end that is withdrawn charges the part that it had cut off', () => {
    const cut = [{ ...item('a', 3000), current_period_end: half + day, debits: [] }];
    const { members, cancellation, prorations } = plan({
      it: { ...it, cancel_at: half + day, current_period_end: half + day },
      changes: cut.map((each) => ({ before: each, after: each })),
      asked: { cancel_at_period_end: false },
    });
    expect([members.cancel_at, cancellation]).toEqual([null, 'withdrawn']);
    expect(amounts(prorations)).toEqual([1400]);
  });

  test('a paused subscription is neither prorated nor billed', () => {
    const { prorations, lines, is_billed_now } = plan({
      it: { ...it, status: 'paused' },
      asked: { proration_behavior: 'always_invoice' },
      changes: [{ before: item('a', 3000), after: { ...item('a', 3000), quantity: 3 } }],
    });
    expect([prorations, lines, is_billed_now]).toEqual([[], [], false]);
  });

  test('a paused subscription is not charged usage of a period that ended during the pause', () => {
    const { usage, items } = plan({
      it: { ...it, status: 'paused' },
      asked: { cancel_at: may + 2 * day },
      changes: [{ before: metered, after: metered }],
      used: { get: () => '7' },
      now: may + day,
    });
    expect([usage, items[0]?.metered_from]).toEqual([[], undefined]);
  });
});

describe('a renewal', () => {
  test('charges the usage of the period that is over and the next period of the rest', () => {
    const { periods, usage, lines } = planRenewal({ it, items: [item('a', 3000), metered], used: { get: () => '7' }, terms, now: may });
    expect([amounts(usage), amounts(lines)]).toEqual([[700], [3000]]);
    expect(periods.map((period) => period?.start)).toEqual([may, may]);
  });

  test('leaves an item alone whose period continues', () => {
    const yearly = item('y', 9000, { current_period_end: may + 300 * day });
    expect(planRenewal({ it, items: [yearly], used, terms, now: may })).toEqual({ periods: [null], usage: [], lines: [] });
  });

  test('is free of usage on a trial', () => {
    const { usage } = planRenewal({ it: { ...it, status: 'trialing' }, items: [metered], used: { get: () => '7' }, terms, now: may });
    expect(usage).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { shapes } from './shapes.js';

const now = Date.UTC(2026, 0, 31) / 1000;
const day = 86_400;
const mapped = (resource: string, from: unknown): string | undefined => (String(from).startsWith('un') ? undefined : `${resource}:${from}`);
const shape = (resource: string, it: object) => shapes[resource]?.({ id: 'it_1', metadata: { a: 'b' }, ...it }, mapped, now);

const monthly = { id: 'price_1', recurring: { interval: 'month', interval_count: 1 } };
const subscription = {
  status: 'active',
  customer: 'cus_1',
  items: { data: [{ price: monthly, quantity: 2, current_period_end: now + 10 * day }] },
};

test('a subscription keeps its next renewal, without a charge before it', () => {
  expect(shape('subscriptions', subscription)).toEqual({
    customer: 'customers:cus_1',
    items: [{ price: 'prices:price_1', quantity: 2 }],
    billing_cycle_anchor: now + 10 * day,
    proration_behavior: 'none',
    metadata: { a: 'b', stripe_id: 'it_1' },
  });
});

test.each([
  ['the last day of a month', Date.UTC(2026, 1, 28) / 1000, 'billing_cycle_anchor'],
  ['a later day', Date.UTC(2026, 1, 28) / 1000 + 1, 'trial_end'],
  ['a past day', now - day, undefined],
])('a renewal on %s is sent as %s', (_, current_period_end, member) => {
  const made = shape('subscriptions', { ...subscription, current_period_end }) as Record<string, unknown>;
  expect(Object.keys(made).find((name) => /anchor|trial_end/.test(name))).toBe(member);
});

test.each([
  ['subscriptions', { ...subscription, status: 'canceled' }, 'has ended or never began (canceled)'],
  ['subscriptions', { ...subscription, customer: 'unknown' }, 'names the customer unknown, who was not imported'],
  ['subscriptions', { ...subscription, items: { data: [{ price: 'unknown' }] } }, 'names a price that was not imported'],
  ['prices', { product: 'unknown' }, 'names the product unknown, which was not imported'],
  ['prices', { product: 'p', recurring: { usage_type: 'metered' } }, 'is metered; create its meter and price yourself'],
  ['coupons', { valid: false }, 'is no longer valid'],
  ['coupons', { valid: true, redeem_by: now }, 'can no longer be redeemed'],
  ['customers', { deleted: true }, 'is deleted'],
])('%s like %j are left out with the reason', (resource, it, why) => {
  expect(shape(resource, it)).toBe(why);
});

test('a tiered price keeps its tiers, and one below a minor unit its decimals', () => {
  const tiers = [
    { up_to: 10, unit_amount: 100, flat_amount: null, flat_amount_decimal: null },
    { up_to: null, unit_amount: null, unit_amount_decimal: '0.5', flat_amount: 20 },
  ];
  expect(shape('prices', { product: 'p', currency: 'usd', billing_scheme: 'tiered', tiers_mode: 'graduated', tiers })).toMatchObject({
    tiers: [
      { up_to: 10, unit_amount: 100 },
      { up_to: 'inf', unit_amount_decimal: '0.5', flat_amount: 20 },
    ],
  });
  expect(shape('prices', { product: 'p', currency: 'usd', unit_amount: null, unit_amount_decimal: '0.5' })).toMatchObject({
    product: 'products:p',
    unit_amount_decimal: '0.5',
  });
});

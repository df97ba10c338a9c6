import { expect, test } from 'vitest';
import { decided, nothing, stored } from '../../../../test/support/decisions.js';
import { customer } from '../../customers/customers/customer.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { allowed } from './index.js';

const first = stored(customer, { default_source: null });
const method = { type: 'card', card: { exp_month: 12, exp_year: 2034, last4: '4242', brand: 'visa' }, kept_for: first.id } as const;
const besides = { it: first, default_source: null, replaced: null };

test('a card that its issuer allows is the customer for whom it was kept', () => {
  const { make, set } = decided(allowed, { ...besides, by: stored(paymentMethod, { ...method, customer: first.id }) });
  expect(make).toHaveLength(1);
  expect(set).toMatchObject({ default_source: expect.stringMatching(/^card_/) });
});

test('a card that was kept for one customer and attached to another is no card of the first', () => {
  expect(decided(allowed, { ...besides, by: stored(paymentMethod, { ...method, customer: 'cus_2' }) })).toEqual(nothing);
});

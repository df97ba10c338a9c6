import { expect, test } from 'vitest';
import { flat } from '../base/effects.js';
import { movementOf, movements, post } from './movements.js';

const named = Object.entries(movements);

test.each(named)('%s moves money from one ledger account to another', (_, { debit, credit }) => {
  expect(debit).not.toBe(credit);
});

test.each(named)('%s is found by its name', (name, movement) => {
  expect(movementOf(name)).toBe(movement);
});

test('movements between the same accounts differ only in the reason for funds that return or come in', () => {
  const ways = named.map(([name, { debit, credit }]) => ({ name, way: `${debit} to ${credit}` }));
  const shared = ways.filter(({ way }) => ways.filter((each) => each.way === way).length > 1);
  expect(shared.map(({ name }) => name)).toEqual([
    'charge_refunded',
    'refund_failed',
    'dispute_opened',
    'dispute_won',
    'topped_up',
    'topup_reversed',
    'payout_failed',
    'payout_returned',
    'payout_reversed',
    'reversal_returned',
    'converted_out',
    'converted_in',
    'conversion_undone',
    'conversion_returned',
    'transferred_on',
    'transferred_in',
    'transfer_taken_back',
    'transfer_returned',
    'application_fee_charged',
    'application_fee_earned',
    'application_fee_refunded',
    'application_fee_returned',
    'issuing_topped_up',
    'issuing_topup_reversed',
    'issuing_captured',
    'issuing_refunded',
    'issuing_dispute_won',
    'payout_canceled',
  ]);
});

test('only outgoing movements of merchants are bounded by the available balance: refunds and disputes may leave it below zero', () => {
  expect(named.filter(([, movement]) => 'bounded' in movement).map(([name]) => name)).toEqual([
    'payout_created',
    'converted_out',
    'transferred_out',
    'issuing_held',
  ]);
});

test('every account that is credited can be debited, except the platform’s fees', () => {
  const debits = new Set<string>(named.map(([, { debit }]) => debit));
  for (const [name, { credit }] of named) expect(debits.has(credit), name).toBe(credit !== 'platform_fees');
});

test.each([
  ['charge_refunded', 'refund_failed'],
  ['dispute_opened', 'dispute_won'],
  ['payout_created', 'payout_failed'],
  ['payout_created', 'payout_canceled'],
  ['issuing_held', 'issuing_released'],
  ['issuing_captured', 'issuing_refunded'],
  ['converted_out', 'conversion_returned'],
  ['converted_in', 'conversion_undone'],
] as const)('%s is reversed by %s', (done, undone) => {
  expect([movements[undone].debit, movements[undone].credit]).toEqual([movements[done].credit, movements[done].debit]);
});

test.each(['', 'payout', 'PAYOUT_PAID', 'toString', '__proto__', 'constructor'])('the movement "%s" is not in the allow-list', (name) => {
  expect(() => movementOf(name)).toThrow('not in the allow-list');
});

test('a posting keeps its amount as a whole number without bounds', () => {
  expect(flat(post('payout_paid', { amount: 99_999_999, currency: 'usd', source: 'po_1' }))).toEqual([
    { do: 'post', posting: { movement: 'payout_paid', amount: 99_999_999n, currency: 'usd', source: 'po_1' } },
  ]);
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('a posting of %d is refused', (amount) => {
  expect(() => post('topped_up', { amount, currency: 'usd', source: 'tu_1' })).toThrow();
});

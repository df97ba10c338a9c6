import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asking, attempted_at, captureAsk, chargeAsk, numbered, voidAsk } from '../../../test/support/sandbox-asks.js';
import type { Approved } from '../contract.js';
import { feeOf } from './fees.js';
import { sandbox } from './sandbox.js';

const held = (number: string): Approved => sandbox.charge(chargeAsk({ ...numbered(number), capture: false }), asking) as Approved;

/** The answer to a capture of 4.00 of 10.00, three days after the authorization. */
const captured = (number: string): object => {
  const { reference } = held(number);
  return sandbox.capture(captureAsk({ ...(reference && { reference }), amount: 400, now: attempted_at + 3 * 86_400 }));
};

describe('an authorization', () => {
  test.each(['4242424242424242', '4000000000000259', '4000000000000077'])('of %s has no fee, no dispute and no date yet', (number) => {
    const { fee, dispute, available_on } = held(number);
    expect([fee, dispute, available_on]).toEqual([undefined, undefined, undefined]);
  });

  test('is voided without details', () => expect(sandbox.void(voidAsk())).toEqual({ result: 'approved' }));
});

describe('a capture', () => {
  test('has the fee of the captured amount', () => expect(captured('4242424242424242')).toEqual({ result: 'approved', fee: 42 }));

  test('has the dispute of its test card', () =>
    expect(captured('4000000000002685')).toMatchObject({ dispute: { reason: 'product_not_received', fee: 1500 } }));

  test('makes the funds available at once for a card with that outcome', () =>
    expect(captured('4000000000000077')).toEqual({ result: 'approved', fee: 42, available_on: attempted_at + 3 * 86_400 }));

  test('of a charge with an unknown reference is ordinary', () =>
    expect(sandbox.capture(captureAsk({ reference: 'refund_fails' }))).toEqual({ result: 'approved', fee: 59 }));
});

describe('the fee', () => {
  test.each([
    [1000, 'usd', 59],
    [1017, 'usd', 59], // 29.493 + 30
    [1018, 'usd', 60], // 29.522 + 30
    [50, 'usd', 31],
    [31, 'usd', 31],
    [30, 'usd', 30],
    [1, 'usd', 1],
    [99_999_999, 'usd', 2_900_030],
    [1000, 'jpy', 29],
    [1, 'jpy', 0],
    [1000, 'kwd', 329],
    [10_000, 'kwd', 590],
    [1000, 'isk', 29],
  ])('of %i %s is %i', (amount, currency, fee) => expect(feeOf(amount, currency)).toBe(fee));

  test('is a whole number from zero to the amount, and grows with it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_998 }), fc.constantFrom('usd', 'jpy', 'kwd'), (amount, currency) => {
        const fee = feeOf(amount, currency);
        expect(Number.isSafeInteger(fee) && fee >= 0 && fee <= amount).toBe(true);
        expect(feeOf(amount + 1, currency)).toBeGreaterThanOrEqual(fee);
      }),
    );
  });

  test('a dispute costs 15.00 in the currency of the payment', () => {
    const dispute = (currency: string): unknown =>
      (sandbox.charge(chargeAsk({ ...numbered('4000000000002685'), currency }), asking) as Approved).dispute?.fee;
    expect([dispute('usd'), dispute('jpy'), dispute('kwd')]).toEqual([1500, 15, 15_000]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asking, chargeAsk } from '../../../test/support/sandbox-asks.js';
import type { NeedsAction } from '../contract.js';
import { expiryOf } from './expiry.js';
import { methods } from './methods.js';
import { sandbox } from './sandbox.js';

const secondsOf = (iso: string): number => Date.parse(iso) / 1000;

const waiting = (type: string, iso: string, options: object = {}): NeedsAction =>
  sandbox.charge(
    chargeAsk({ payment_method: { id: 'pm_1', type }, now: secondsOf(iso), options: options as Record<string, unknown> }),
    asking,
  ) as NeedsAction;

const memberOf = ({ next_action }: NeedsAction): unknown => next_action[next_action.type];

describe('a voucher can be paid to the end of a day', () => {
  test.each([
    ['boleto', '2030-06-17T12:00:00-03:00', {}, '2030-06-20T23:59:59-03:00'],
    ['boleto', '2030-06-17T12:00:00-03:00', { expires_after_days: 2 }, '2030-06-19T23:59:59-03:00'],
    ['boleto', '2030-06-17T12:00:00-03:00', { expires_after_days: 0 }, '2030-06-17T23:59:59-03:00'],
    ['boleto', '2030-06-17T23:30:00-03:00', { expires_after_days: 0 }, '2030-06-17T23:59:59-03:00'],
    ['boleto', '2030-06-17T00:00:00-03:00', { expires_after_days: 1 }, '2030-06-18T23:59:59-03:00'],
    ['boleto', '2030-12-31T22:00:00-03:00', { expires_after_days: 60 }, '2031-03-01T23:59:59-03:00'],
    ['oxxo', '2030-06-17T12:00:00-06:00', {}, '2030-06-20T23:59:59-06:00'],
    ['oxxo', '2030-06-17T23:30:00-06:00', { expires_after_days: 1 }, '2030-06-18T23:59:59-06:00'],
    ['oxxo', '2030-06-17T12:00:00-06:00', { expires_after_days: 7 }, '2030-06-24T23:59:59-06:00'],
  ])('%s of %s with %j: until %s', (type, now, options, until) =>
    expect(new Date((waiting(type, now, options).expires_at ?? 0) * 1000).toISOString()).toBe(new Date(until).toISOString()),
  );

  test('at any time of day, it ends at least that many days ahead, and less than one more', () => {
    const day = 86_400;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e9 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: -12, max: 14 }),
        (now, days, zone) => {
          const lasts = expiryOf({ days: 3, utc_offset_hours: zone }, { now, options: { expires_after_days: days } }) - now;
          expect([lasts >= days * day, lasts < (days + 1) * day]).toEqual([true, true]);
        },
      ),
    );
  });
});

test('a Pix code lasts as long as its merchant sets, and a day by default', () => {
  const now = '2030-06-17T12:00:00Z';
  const lasts = (options: object): number => (waiting('pix', now, options).expires_at ?? 0) - secondsOf(now);
  expect([lasts({}), lasts({ expires_after_seconds: 10 }), lasts({ expires_after_seconds: 1_209_600 })]).toEqual([86_400, 10, 1_209_600]);
});

test('a step with a duration has the one of the payment', () => {
  const at = '2030-06-17T12:00:00Z';
  expect(memberOf(waiting('pix', at, { expires_after_seconds: 600 }))).toMatchObject({ timeout: 600 });
  // Noon in Greenwich is six in the morning in Mexico City.
  expect(memberOf(waiting('oxxo', at, { expires_after_days: 1 }))).toMatchObject({ timeout: String(42 * 3600 - 1) });
});

test('no step of any type has already expired', () => {
  for (const [type, { step }] of methods)
    if (step) expect(waiting(type, '2030-06-17T12:00:00Z').expires_at, type).toBeGreaterThan(secondsOf('2030-06-17T12:00:00Z'));
});

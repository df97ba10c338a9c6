import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attempts_max, type Bend, delayBefore, failing_seconds_max, retry_after_seconds_max } from './schedule.js';

const hour_ms = 3_600_000;
const plain: Bend = { scale: 1, jitter: 0, retry_after_seconds: null };
const attempts = Array.from({ length: attempts_max }, (_, index) => index + 1);

const attempt = fc.integer({ min: 1, max: attempts_max });
const jitter = fc.double({ min: 0, max: 1, noNaN: true });
const scale = fc.double({ min: 0.0001, max: 1, noNaN: true });
const asked_seconds = fc.nat({ max: 10_000_000 });

/** The delay before an attempt that exists. */
function delay(number: number, bend: Partial<Bend> = {}): number {
  const delay_ms = delayBefore(number, { ...plain, ...bend });
  if (delay_ms === null) throw new Error(`There is no attempt ${number}.`);
  return delay_ms;
}

describe('the published schedule', () => {
  test('is 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    expect(attempts.map((number) => delay(number) / hour_ms)).toEqual([0, 5 / 3600, 5 / 60, 1 / 2, 2, 5, 10, 14, 20, 24]);
  });

  test('ends after the last attempt, and has no attempt before the first', () => {
    expect(delayBefore(attempts_max + 1, plain)).toBeNull();
    expect(delayBefore(0, plain)).toBeNull();
    expect(delayBefore(-1, plain)).toBeNull();
    expect(delayBefore(1.5, plain)).toBeNull();
  });

  test('lasts between 75 h 35 min and the five days for which an endpoint may fail, for any jitter', () => {
    const jitters = fc.array(jitter, { minLength: attempts_max, maxLength: attempts_max });
    fc.assert(
      fc.property(jitters, (given) => {
        const total_ms = given.reduce((sum, each, index) => sum + delay(index + 1, { jitter: each }), 0);
        expect(total_ms).toBeGreaterThanOrEqual(75 * hour_ms + 35 * 60_000);
        expect(total_ms).toBeLessThanOrEqual(failing_seconds_max * 1000);
      }),
      { examples: [[attempts.map(() => 1)], [attempts.map(() => 0)]] },
    );
  });
});

test('jitter adds up to a fifth and never shortens a pause', () => {
  fc.assert(
    fc.property(attempt, jitter, scale, (number, given, by) => {
      const least_ms = delay(number, { scale: by });
      const delay_ms = delay(number, { scale: by, jitter: given });
      expect(delay_ms).toBeGreaterThanOrEqual(least_ms);
      expect(delay_ms).toBeLessThanOrEqual(least_ms * 1.2 + 1);
    }),
  );
});

test('the smallest and largest jitter are a fifth apart', () => {
  expect(delay(4, { jitter: 1 })).toBe(delay(4) * 1.2);
});

test('a scale shortens every pause in proportion', () => {
  fc.assert(
    fc.property(attempt, scale, (number, by) => {
      expect(Math.abs(delay(number, { scale: by }) - delay(number) * by)).toBeLessThanOrEqual(1);
    }),
  );
});

test('no retry comes before a Retry-After up to the cap, at any scale and jitter', () => {
  fc.assert(
    fc.property(attempt, jitter, scale, asked_seconds, (number, given, by, asked) => {
      const delay_ms = delay(number, { scale: by, jitter: given, retry_after_seconds: asked });
      expect(delay_ms).toBeGreaterThanOrEqual(Math.min(asked, retry_after_seconds_max) * 1000);
      expect(delay_ms).toBeGreaterThanOrEqual(delay(number, { scale: by }));
    }),
  );
});

test('a Retry-After past the cap waits no longer than the longest pause with its jitter', () => {
  fc.assert(
    fc.property(attempt, jitter, asked_seconds, (number, given, asked) => {
      const delay_ms = delay(number, { jitter: given, retry_after_seconds: asked });
      expect(delay_ms).toBeLessThanOrEqual(delay(attempts_max, { jitter: 1 }));
    }),
    { examples: [[2, 1, Number.MAX_SAFE_INTEGER]] },
  );
});

test('a Retry-After does not add an attempt after the last one', () => {
  expect(delayBefore(attempts_max + 1, { ...plain, retry_after_seconds: 1 })).toBeNull();
});

test('a delay is a whole number of milliseconds', () => {
  fc.assert(
    fc.property(attempt, jitter, scale, (number, given, by) => {
      expect(Number.isSafeInteger(delay(number, { jitter: given, scale: by }))).toBe(true);
    }),
  );
});

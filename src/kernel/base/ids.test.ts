import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { id_length, idBound, idSource, timeOfId } from './ids.js';

/** The range of eight digits of an id: until the year 8888. */
const moments = 62 ** 8;
const moment = fc.integer({ min: 0, max: moments - 100_000_000 });
const from = idSource(randomBytes);

test('an id is its prefix and 22 letters and digits', () => {
  expect(from.fresh('seti', 1_790_000_000_000)).toMatch(/^seti_[0-9A-Za-z]{22}$/);
  expect(id_length).toBe(22);
});

test('ids sort by creation, byte by byte, for any number per millisecond', () => {
  fc.assert(
    fc.property(moment, fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 200 }), (start, steps) => {
      const ids = idSource(randomBytes);
      const made: string[] = [];
      steps.reduce((now_ms, step) => {
        made.push(ids.fresh('po', now_ms));
        return now_ms + step;
      }, start);
      expect([...made].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(made);
    }),
  );
});

test('ids of one moment sort by creation, even if ids of another moment are created in between', () => {
  fc.assert(
    fc.property(moment, fc.array(fc.boolean(), { minLength: 3, maxLength: 50 }), (now_ms, others) => {
      const ids = idSource(randomBytes);
      const made = others.flatMap((other) => {
        const id = ids.fresh('evt', other ? now_ms + 86_400_000 : now_ms);
        return other ? [] : [id];
      });
      expect([...made].sort()).toEqual(made);
    }),
  );
});

test('ids are unique, from one source or from two that began in the same millisecond', () => {
  const [one, other] = [idSource(randomBytes), idSource(randomBytes)];
  const made = Array.from({ length: 20_000 }, () => [one.fresh('pm', 1), other.fresh('pm', 1)]).flat();
  expect(new Set(made).size).toBe(made.length);
});

test('an id contains its timestamp', () => {
  fc.assert(fc.property(moment, (now_ms) => timeOfId(from.fresh('setatt', now_ms)) === now_ms));
});

test('the bound of a moment separates earlier ids from those at it or later', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 10_000 }), (bound_ms, apart_ms) => {
      const bound = idBound('evt', bound_ms);
      expect(from.fresh('evt', bound_ms) >= bound).toBe(true);
      expect(from.fresh('evt', bound_ms + apart_ms) >= bound).toBe(true);
      if (bound_ms >= apart_ms) expect(from.fresh('evt', bound_ms - apart_ms) < bound).toBe(true);
    }),
  );
});

test('a bound after all timestamps is above every id', () => {
  for (const seconds of [218_340_105_585, 220_000_000_000, 253_402_300_799])
    expect(from.fresh('evt', 1_790_000_000_000) < idBound('evt', seconds * 1000), String(seconds)).toBe(true);
});

test('a negative bound is the lowest one', () => {
  expect(idBound('evt', -5)).toBe(idBound('evt', 0));
});

test('a secret has its length, and all letters and digits are equally likely', () => {
  const text = from.secret(62 * 2000);
  expect(text).toMatch(/^[0-9A-Za-z]+$/);
  expect(text).toHaveLength(62 * 2000);
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // 2000 each on average: bytes modulo 62 would favor the first letters with 2420.
  for (const [letter, count] of counts) expect(Math.abs(count - 2000), letter).toBeLessThan(330);
});

test('secrets are drawn only from the source of randomness', () => {
  const seeded = (): ReturnType<typeof idSource> => idSource((bytes) => new Uint8Array(bytes).fill(7));
  expect(seeded().secret(24)).toBe(seeded().secret(24));
  expect(from.secret(24)).not.toBe(from.secret(24));
});

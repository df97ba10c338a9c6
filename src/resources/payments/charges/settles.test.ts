import fc from 'fast-check';
import { expect, test } from 'vitest';
import { returnedTo, type Settles, settledAs, settlesIn, takenBackOf } from './settles.js';

const rate = fc.integer({ min: 1, max: 10_000_000 }).map((digits) => (digits / 10_000).toFixed(4));
const pair = fc.constantFrom(['eur', 'usd'], ['jpy', 'usd'], ['kwd', 'jpy'], ['vnd', 'kwd'], ['usd', 'jpy']);
const charged = fc.record({ amount: fc.integer({ min: 1, max: 99_999_999 }), exchange_rate: rate, pair });

const settledCharge = (amount: number, [from = '', currency = '']: readonly string[], exchange_rate: string) => {
  const { change } = settledAs(amount, from, settlesIn({ currency, exchange_rate }));
  return { amount_captured: amount, currency: from, settles: change.settles as Settles };
};

type Out = { readonly amount: number; readonly settled: number };

/** Takes parts back and returns some of them, as the shares say; what is out at the end. */
function happened(amount: number, begun: ReturnType<typeof settledCharge>, steps: readonly { share: number; returns: boolean }[]) {
  let of = begun;
  const out: Out[] = [];
  for (const { share, returns } of steps) {
    const back = returns && out.length > 0 ? out.splice(Math.floor(share * out.length), 1)[0] : undefined;
    const part = Math.ceil(share * (amount - of.settles.taken_back));
    if (!back && part < 1) continue;
    const { converted, change } = back ? returnedTo(of, back.amount, back.settled) : takenBackOf(of, part);
    of = { ...of, settles: change.settles as Settles };
    if (!back) out.push({ amount: part, settled: converted?.amount ?? 0 });
  }
  return { of, out };
}

const step = fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), returns: fc.boolean() });

test('whatever is taken back and returned, no more is out than the charge has settled as, and all of it once all is taken back', () => {
  fc.assert(
    fc.property(charged, fc.array(step, { maxLength: 20 }), ({ amount, pair, exchange_rate }, steps) => {
      const { of, out } = happened(amount, settledCharge(amount, pair, exchange_rate), steps);
      const sum = (name: keyof Out): number => out.reduce((all, each) => all + each[name], 0);
      expect(of.settles).toMatchObject({ taken_back: sum('amount'), taken_back_settled: sum('settled') });
      expect(out.every(({ settled }) => settled >= 0)).toBe(true);
      expect(of.settles.taken_back_settled).toBeLessThanOrEqual(of.settles.amount);
      const left = amount - of.settles.taken_back;
      if (left === 0) return;
      const last = takenBackOf(of, left).change.settles;
      expect(last?.taken_back_settled).toBe(of.settles.amount);
    }),
    { numRuns: 500 },
  );
});

test('what is taken back in one part and returned leaves nothing behind', () => {
  const of = settledCharge(10_000, ['eur', 'usd'], '1.030927835');
  const { converted, change } = takenBackOf(of, 3333);
  expect(returnedTo({ ...of, ...change }, 3333, converted?.amount ?? 0).change.settles).toEqual(of.settles);
});

test('a charge that settles in its own currency says nothing of that', () => {
  expect(takenBackOf({ amount_captured: 10, currency: 'eur' }, 5)).toEqual({ change: {} });
});

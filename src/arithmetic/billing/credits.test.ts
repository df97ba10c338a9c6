import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditsApplied, creditsInOrder } from './credits.js';

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

const lines_any = fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 6 });
const grants_any = fc.array(fc.record({ available: fc.integer({ min: 0, max: 2000 }), pays: fc.array(fc.boolean(), { maxLength: 6 }) }), {
  maxLength: 5,
});

test('no grant pays more than it has, no line falls below zero, and a grant keeps credits only after it has paid all of its lines', () => {
  fc.assert(
    fc.property(lines_any, grants_any, (lines, given) => {
      const grants = given.map((grant, place) => ({ ...grant, id: String(place) }));
      const applied = creditsApplied(lines, grants);
      const leftOf = (line: number): number =>
        (lines[line] ?? 0) - sumOf(applied.filter((each) => each.line === line).map(({ amount }) => amount));
      expect(applied.every(({ amount }) => amount > 0)).toBe(true);
      for (const [line, amount] of lines.entries()) expect(leftOf(line)).toBeGreaterThanOrEqual(Math.min(0, amount));
      for (const { id, available, pays } of grants) {
        const used = sumOf(applied.filter(({ grant }) => grant === id).map(({ amount }) => amount));
        expect(used).toBeLessThanOrEqual(available);
        const payable = lines.flatMap((_, line) => (pays[line] ? [Math.max(0, leftOf(line))] : []));
        expect(used === available || sumOf(payable) === 0).toBe(true);
      }
    }),
  );
});

test('grants are used by priority, earliest expiry, promotional before paid, earliest effect, earliest creation', () => {
  const grant = { priority: 50, expires_at: null, category: 'paid', effective_at: 5, created: 5 } as const;
  const ordered = [
    { ...grant, id: 'priority', priority: 0 },
    { ...grant, id: 'expiry', expires_at: 9 },
    { ...grant, id: 'later expiry', expires_at: 10 },
    { ...grant, id: 'promotional', category: 'promotional' as const },
    { ...grant, id: 'effect', effective_at: 4 },
    { ...grant, id: 'creation', created: 4 },
    { ...grant, id: 'a' },
    { ...grant, id: 'b' },
    { ...grant, id: 'last', priority: 100, expires_at: 1 },
  ];
  expect(creditsInOrder([...ordered].reverse()).map(({ id }) => id)).toEqual(ordered.map(({ id }) => id));
});

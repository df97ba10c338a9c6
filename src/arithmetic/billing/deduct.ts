import { amountOf } from '../../kernel/base/exact.js';

const sumOf = (amounts: readonly number[]): bigint => amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);

/**
 * Deducts an amount from lines in proportion to their amounts, all in minor units: each share is rounded down, and the last line takes the rest (500
 * off 1000 and 2000 are 166 and 334). No line falls below zero; the excess of the last line goes to the one before. A line below zero is a fault.
 */
export function deduct(off: number, lines: readonly number[]): number[] {
  if (lines.some((line) => line < 0)) throw new Error('A line to deduct from is below zero');
  const sum = sumOf(lines);
  const total = off < sum ? BigInt(off) : sum;
  const shares = lines.map((line) => ({ line: BigInt(line), units: (total * BigInt(line)) / (sum || 1n) }));
  let rest = shares.reduce((left, { units }) => left - units, total);
  const taken = shares.toReversed().map(({ line, units }) => {
    const more = rest < line - units ? rest : line - units;
    rest -= more;
    return amountOf(units + more);
  });
  return taken.reverse();
}

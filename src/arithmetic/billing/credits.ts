/** Billing credits that were applied to a line, in minor units, and the transaction that records it. */
export type CreditAmount = { readonly credit_balance_transaction: string; readonly amount: number };

/** The sum of applied credits. */
export const creditSum = (credits: readonly CreditAmount[] = []): number => credits.reduce((sum, { amount }) => sum + amount, 0);

/** The members of a grant that determine the order of use. */
export type CreditOrder = {
  readonly id: string;
  /** From 0, which is used first, to 100. */
  readonly priority: number;
  readonly expires_at: number | null;
  readonly category: 'paid' | 'promotional';
  readonly effective_at: number;
  readonly created: number;
};

/** The order of use: by priority, then the earliest expiry, promotional before paid, the earliest effect, the earliest creation. */
export function creditsInOrder<G extends CreditOrder>(grants: readonly G[]): G[] {
  const ranks = ({ priority, expires_at, category, effective_at, created }: G): number[] => [
    priority,
    expires_at ?? Number.POSITIVE_INFINITY,
    category === 'promotional' ? 0 : 1,
    effective_at,
    created,
  ];
  return [...grants].sort((a, b) => {
    const [first, second] = [ranks(a), ranks(b)];
    const place = first.findIndex((rank, at) => rank !== second[at]);
    if (place < 0) return a.id < b.id ? -1 : 1;
    return (first[place] ?? 0) < (second[place] ?? 0) ? -1 : 1;
  });
}

/** The available credits of a grant in minor units, and for each line whether they apply to it. */
export type AvailableCredit = { readonly id: string; readonly available: number; readonly pays: readonly boolean[] };

/** How much of a grant pays a line, in minor units; `line` is its place. */
export type AppliedCredit = { readonly grant: string; readonly line: number; readonly amount: number };

/**
 * Applies grants in their order to the remaining amounts of lines after discounts: each grant pays the lines in their order until it is used up. No
 * line falls below zero, no grant pays more than it has, and lines below zero are left alone.
 */
export function creditsApplied(lines: readonly number[], grants: readonly AvailableCredit[]): AppliedCredit[] {
  const lefts = [...lines];
  const applied: AppliedCredit[] = [];
  for (const { id, available, pays } of grants) {
    let rest = available;
    for (const [line, left] of lefts.entries()) {
      const amount = pays[line] ? Math.min(rest, left) : 0;
      if (amount <= 0) continue;
      applied.push({ grant: id, line, amount });
      rest -= amount;
      lefts[line] = left - amount;
    }
  }
  return applied;
}

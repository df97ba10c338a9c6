import type { ActivityPart } from '../../../kernel/base/handler.js';

/** The movements that the figures are made of. */
export const figure_movements = [
  'charge_captured',
  'charge_refunded',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'fee_charged',
  'dispute_fee_charged',
] as const;

/** The events that are counted. */
export const figure_events = ['charge.failed', 'customer.created'] as const;

/** The figures of an interval or of a part of it. Amounts in minor units of one currency; attempts and customers are of all currencies. */
export type Figures = {
  readonly gross_volume: number;
  readonly net_volume: number;
  readonly payments: number;
  readonly failed_payments: number;
  /** Null without payments. */
  readonly success_rate: number | null;
  readonly refunds: { readonly amount: number; readonly count: number };
  readonly disputes: { readonly amount: number; readonly count: number };
  readonly fees: number;
  readonly new_customers: number;
};

type Counted = { readonly part: number; readonly type: string; readonly count: number };

type Found = { readonly activity: readonly ActivityPart[]; readonly occurrences: readonly Counted[] };

/** The figures of what was found, in one currency. */
export function figuresOf({ activity, occurrences }: Found, currency: string): Figures {
  const of = (movement: (typeof figure_movements)[number], member: 'amount' | 'count' = 'amount'): number =>
    activity.reduce((sum, each) => (each.movement === movement && each.currency === currency ? sum + each[member] : sum), 0);
  const countOf = (type: string): number => occurrences.reduce((sum, each) => (each.type === type ? sum + each.count : sum), 0);
  const attempts = activity.reduce((sum, each) => (each.movement === 'charge_captured' ? sum + each.count : sum), 0);
  const [gross_volume, failed_payments] = [of('charge_captured'), countOf('charge.failed')];
  const refunds = {
    amount: of('charge_refunded') - of('refund_failed'),
    count: of('charge_refunded', 'count') - of('refund_failed', 'count'),
  };
  const lost = of('dispute_opened') - of('dispute_won');
  const fees = of('fee_charged') + of('dispute_fee_charged');
  return {
    gross_volume,
    net_volume: gross_volume - refunds.amount - lost - fees,
    payments: of('charge_captured', 'count'),
    failed_payments,
    success_rate: attempts + failed_payments === 0 ? null : attempts / (attempts + failed_payments),
    refunds,
    disputes: { amount: of('dispute_opened'), count: of('dispute_opened', 'count') },
    fees,
    new_customers: countOf('customer.created'),
  };
}

/** The figures of each part. */
export const figuresByPart = ({ activity, occurrences }: Found, parts: number, currency: string): Figures[] => {
  const in_parts = Array.from({ length: parts }, () => ({ activity: [] as ActivityPart[], occurrences: [] as Counted[] }));
  for (const each of activity) in_parts[each.part]?.activity.push(each);
  for (const each of occurrences) in_parts[each.part]?.occurrences.push(each);
  return in_parts.map((found) => figuresOf(found, currency));
};

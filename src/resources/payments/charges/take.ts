import type { Around, Effects } from '../../../kernel/base/effects.js';
import { day } from '../../../kernel/base/moments.js';
import type { Settable } from '../../../kernel/base/resource.js';
import type { Approved } from '../../../processors/contract.js';
import { booked, type Fee } from '../../money/balance/balance-transaction.js';
import type { Disputed } from '../disputes/open.js';
import { disputeOnApproval } from '../disputes/report.js';
import type { charge } from './charge.js';
import { settledAs, unconverted, worth } from './settles.js';
import { feeOf } from './share.js';

/** How long money that was taken is pending, in seconds, where its processor does not say when it becomes available. */
const settlement_delay = 2 * day;

/** The charge whose money is taken, as far as its balance transaction and its dispute tell of it. */
export type Charged = Omit<Disputed, 'amount' | 'amount_captured'> & {
  readonly description: string | null;
  /** What a platform keeps of it, in minor units, and by which application. */
  readonly application_fee_amount: number | null;
  readonly application: string | null;
  /** Whether it was taken for a connected account. */
  readonly passes_on: boolean;
};

/** What money that is taken changes of its charge, and what happens besides. */
export type Taken = { readonly change: Settable<typeof charge>; readonly effects: Effects };

/** Money that is taken now, in minor units: its balance transaction, and the dispute it may meet with at once. */
export function taken(of: Charged, amount: number, { fee = 0, available_on, dispute }: Approved, around: Around): Taken {
  const { id: source, currency, description, payment_method_details } = of;
  const { converted, change: settles } = of.settles ? settledAs(amount, currency, of.settles) : unconverted;
  const kept = of.settles ? worth(fee, currency, of.settles) : fee;
  const money = booked(
    {
      type: (payment_method_details?.type ?? 'card') === 'card' ? 'charge' : 'payment',
      movement: 'charge_captured',
      amount,
      currency,
      source,
      fees: [
        { movement: 'fee_charged', amount: Math.min(kept, converted?.amount ?? amount), description: 'Processing fee', type: 'stripe_fee' },
        ...(of.application_fee_amount && !of.passes_on ? [feeOfApplication(of, amount)] : []),
      ],
      available_on: available_on ?? around.now + settlement_delay,
      description,
      converted,
    },
    around,
  );
  const change = { ...settles, captured: true, amount_captured: amount, balance_transaction: money.id };
  if (!dispute) return { change, effects: money.effects };
  const begun = disputeOnApproval({ ...of, ...settles, amount, amount_captured: amount }, dispute, around);
  return { change: { ...change, ...begun.charge }, effects: [money.effects, begun.effects] };
}

/** What a platform keeps of a payment in the name of a connected account; of what is passed on, it is kept where that comes to. */
const feeOfApplication = (of: Charged, amount: number): Fee => ({
  movement: 'application_fee_charged',
  amount: feeOf(of, amount),
  description: 'Application fee',
  type: 'application_fee',
  application: of.application,
});

import type { Around, Effects } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import { booked, type Waiting } from '../../money/balance/balance-transaction.js';
import { applicationFee } from './fee.js';

type Fee = It<typeof applicationFee>;

/** A fee as it is kept: of whose charge. */
export type Earned = Pick<Fee, 'account' | 'amount' | 'application' | 'charge' | 'currency' | 'originating_transaction'>;

/** What a fee is in the books of the platform that keeps it. */
export function earned(id: string, fee: Earned, waiting: Waiting, around: Around): Effects {
  const { amount, currency, charge } = fee;
  const money = booked({ type: 'application_fee', movement: 'application_fee_earned', amount, currency, source: id, ...waiting }, around);
  return [
    money.effects,
    around.make(applicationFee, { ...fee, balance_transaction: money.id, fee_source: { charge, type: 'charge' } }, id),
  ];
}

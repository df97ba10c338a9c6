import { type Around, type Effects, run, set, within } from '../../../kernel/base/effects.js';
import { one } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { earned } from '../../connect/application-fees/earn.js';
import { applicationFee, applicationOf, platformOf } from '../../connect/application-fees/fee.js';
import { given } from '../../connect/transfers/pay.js';
import { transfer } from '../../connect/transfers/transfer.js';
import { balanceTransaction, type Waiting, waitingWith } from '../../money/balance/balance-transaction.js';
import { charge } from './charge.js';

type Charge = It<typeof charge>;

/** What says of a charge with whom its money is shared. */
export type Shares = Pick<Charge, 'application' | 'application_fee_amount' | 'transfer_data'>;

/** Lets what a charge has brought be shared, where it says so. */
export const shared = (it: Charge): Effects => (it.transfer_data !== null || (it.application_fee_amount ?? 0) > 0) && run(share, it, {});

/**
 * Shares what a charge has brought: with the platform that keeps a fee of a payment taken in the name of a connected account, or with the
 * connected account for which a platform has taken it. All sides are one write, and become available together.
 */
const share = consequence(charge, 'share', {
  reads: { balance_transaction: balanceTransaction, destination: one(account, 'transfer_data.destination') },
  decide: ({ it, balance_transaction: money, destination }, around) => {
    if (!money || it.settles) throw new Error(`${it.id} is shared ${money ? 'and converted' : 'before its money was taken'}`);
    const sharing = { it, waiting: waitingWith(money, around.now) };
    // The funds stay with the platform where the destination has been deleted since.
    if (it.transfer_data && !destination) return null;
    if (it.transfer_data) return passedOn({ ...sharing, ...it.transfer_data }, around);
    if (!it.application) throw new Error(`${it.id} has a fee without an application`);
    return feeKept(sharing, it.application, around);
  },
});

type Sharing = { readonly it: Charge; readonly waiting: Waiting };

/** What is kept as a fee: no more than was taken. */
export const feeOf = ({ application_fee_amount }: Pick<Shares, 'application_fee_amount'>, amount: number): number =>
  Math.min(application_fee_amount ?? 0, amount);

function feeKept({ it, waiting }: Sharing, application: string, around: Around): Effects {
  const id = around.fresh(applicationFee);
  const { amount_captured, currency } = it;
  const of = { account: around.account, amount: feeOf(it, amount_captured), application, charge: it.id, currency };
  return [
    set(it, { application_fee: id }, null),
    within({ id: platformOf(application) }, earned(id, { ...of, originating_transaction: null }, waiting, around)),
  ];
}

type PassingOn = Sharing & { readonly destination: string; readonly amount: number | null };

/** All of it, or as much as was said; a fee is kept of what has come to the connected account. */
function passedOn({ it, waiting, destination, amount: said }: PassingOn, around: Around): Effects {
  const { amount_captured, currency, description: of_charge, transfer_description: description = of_charge, transfer_group } = it;
  const amount = Math.min(said ?? amount_captured, amount_captured);
  if (amount === 0) return null;
  const fee_amount = feeOf(it, amount);
  const fee = fee_amount > 0 ? { id: around.fresh(applicationFee), amount: fee_amount } : null;
  const made = around.make(transfer, {
    ...{ amount, currency, description, destination, source_transaction: it.id },
    transfer_group: transfer_group ?? `group_${it.payment_intent ?? it.id}`,
  });
  const payment = around.fresh(charge);
  const of_fee = fee && { account: destination, amount: fee.amount, application: applicationOf(around.account), charge: payment, currency };
  const passed = { amount_transferred: amount, destination, transfer: made.id, transfer_group: made.transfer_group };
  return [
    set(it, { ...passed, ...(fee && { application: applicationOf(around.account), application_fee: fee.id }) }, null),
    given(made, { payment, of_charge: waiting, fee }, around),
    fee && of_fee && earned(fee.id, { ...of_fee, originating_transaction: it.id }, waiting, around),
  ];
}

import { type Around, type Effect, type Effects, set, within } from '../../../kernel/base/effects.js';
import type { Id } from '../../../kernel/base/kinds.js';
import type { It } from '../../../kernel/base/resource.js';
import { booked, type Fee, type Waiting } from '../../money/balance/balance-transaction.js';
import { charge } from '../../payments/charges/charge.js';
import { applicationOf } from '../application-fees/fee.js';
import type { transfer } from './transfer.js';

type Transfer = It<typeof transfer> & Effect;

/** What is besides the amount: when the charge's funds are there that are passed on, and a fee that the platform keeps of it. */
type Besides = {
  /** The id of what stands for it where it comes to. */
  readonly payment: Id<'charge'>;
  readonly of_charge: Waiting | null;
  readonly fee: { readonly id: string; readonly amount: number } | null;
};

/** Both sides of a transfer in one write: it leaves the platform, and a charge stands for it where it comes to. */
export function given(it: Transfer, { payment, of_charge, fee }: Besides, around: Around): Effects {
  const { amount, currency, description } = it;
  const moved = of_charge === null ? ({ movement: 'transferred_out' } as const) : ({ movement: 'transferred_on', ...of_charge } as const);
  const out = booked({ type: 'transfer', ...moved, amount: -amount, currency, source: it.id, description }, around);
  return [
    it,
    out.effects,
    set(it, { balance_transaction: out.id, destination_payment: payment }, null),
    within({ id: it.destination }, received(it, { payment, of_charge, fee }, around)),
  ];
}

function received({ id, amount, currency, description, transfer_group }: Transfer, besides: Besides, around: Around): Effects {
  const { payment, of_charge, fee } = besides;
  const application = applicationOf(around.account);
  const kept: Fee | null = fee && {
    movement: 'application_fee_charged',
    amount: fee.amount,
    description: 'Application fee',
    type: 'application_fee',
    application,
  };
  const money = booked(
    {
      type: 'payment',
      movement: 'transferred_in',
      amount,
      currency,
      source: payment,
      description,
      ...of_charge,
      ...(kept && { fees: [kept] }),
    },
    around,
  );
  const of_fee = fee && { application, application_fee: fee.id, application_fee_amount: fee.amount };
  const made = around.make(
    charge,
    {
      ...{ status: 'succeeded', amount, amount_captured: amount, balance_transaction: money.id, captured: true, currency },
      ...{ description, paid: true, source_transfer: id, transfer_group },
      ...of_fee,
    },
    payment,
  );
  return [money.effects, made];
}

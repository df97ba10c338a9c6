import { type Around, type Effects, refuse, run, set, within } from '../../base/effects.js';
import { pick, required } from '../../base/fields.js';
import { flag, type Id, integerOrDigits, ref, text } from '../../base/kinds.js';
import { one } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import { consequence, creation, rule } from '../../base/rules.js';
import { applicationFee } from '../application-fees/fee.js';
import { part_of_charge, partOf, refundWithCharge } from '../application-fees/refund.js';
import { booked } from '../balance/balance-transaction.js';
import { charge } from '../charges/charge.js';
import { refund } from '../refunds/refund.js';
import { leftOfTransfer, transfer, transferReversal } from './transfer.js';

type Transfer = It<typeof transfer>;

/** Takes back all that is left of a transfer, or some of it. What its destination has may go below zero by that. */
export const reverse = creation(transferReversal, {
  takes: {
    amount: integerOrDigits({ minimum: 1 }),
    ...pick(transferReversal.fields, 'metadata'),
    refund_application_fee: flag,
    transfer: required(ref('transfer')),
  },
  reads: { transfer, source: one(charge, 'transfer.source_transaction'), fee: one(applicationFee, 'source.application_fee') },
  decide: ({ it, input: { amount: wanted, metadata = {}, refund_application_fee = false }, transfer: of, fee }, around) => {
    const left = leftOfTransfer(of);
    if (left === 0) return refuse(reversed_already);
    const amount = wanted ?? left;
    if (amount > left) return refuse({ ...too_much, message: `At most ${left} of this transfer can be reversed.` });
    if (refund_application_fee && !fee) return refuse(without_fee);
    const back = takenBack(it.id, of, amount, around);
    const made = set(it, {
      amount,
      balance_transaction: back.id,
      currency: of.currency,
      destination_payment_refund: back.refund_id,
      metadata,
      transfer: of.id,
    });
    return [back.effects, made, refund_application_fee && fee && run(refundWithCharge, fee, { part: amount, of_charge: of.amount })];
  },
});

const too_much = { code: 'amount_too_large', param: 'amount' } as const;
const reversed_already: Refusal = { code: 'amount_too_large', param: 'transfer', message: 'This transfer has been reversed already.' };
const without_fee: Refusal = {
  code: 'parameter_invalid',
  param: 'refund_application_fee',
  message: 'No application fee was kept of this transfer, so that none can be refunded. Leave it out.',
};

/** Takes back of what a charge has passed on the part that is given back of the charge; no more than is left. */
export const reverseWithCharge = consequence(transfer, 'reverse', {
  takes: { ...part_of_charge, source_refund: required(ref('refund')) },
  decide: ({ it, input: { part, of_charge, source_refund } }, around) => {
    const taken = Math.min(partOf(it.amount, part, of_charge), leftOfTransfer(it));
    if (taken === 0) return null;
    const id = around.fresh(transferReversal);
    const back = takenBack(id, it, taken, around);
    const about = {
      amount: taken,
      balance_transaction: back.id,
      currency: it.currency,
      destination_payment_refund: back.refund_id,
      source_refund,
      transfer: it.id,
    };
    return [back.effects, around.make(transferReversal, about, id)];
  },
});

type Back = { readonly id: Id<'balance_transaction'>; readonly refund_id: Id<'refund'>; readonly effects: Effects };

/** Both sides of a reversal. */
function takenBack(source: string, of: Transfer, amount: number, around: Around): Back {
  const { currency, destination, destination_payment: payment } = of;
  const back = booked({ type: 'transfer_refund', movement: 'transfer_returned', amount, currency, source }, around);
  const amount_reversed = of.amount_reversed + amount;
  const less = set(of, { amount_reversed, reversed: amount_reversed === of.amount }, 'transfer.reversed');
  const refund_id = around.fresh(refund);
  const given = payment && within({ id: destination }, run(giveBack, payment, { amount, refund_id }));
  return { id: back.id, refund_id, effects: [back.effects, less, given] };
}

/** What the destination of a transfer gives back of the charge that stands for it. */
const giveBack = consequence(charge, 'give back a transfer of', {
  takes: { amount: required(integerOrDigits({ minimum: 1 })), refund_id: required(text) },
  decide: ({ it, input: { amount, refund_id } }, around) => {
    const { currency, id: charge } = it;
    const money = booked({ type: 'payment_refund', movement: 'transfer_taken_back', amount: -amount, currency, source: refund_id }, around);
    const about = { status: 'succeeded', amount, balance_transaction: money.id, charge, currency } as const;
    const amount_refunded = it.amount_refunded + amount;
    const less = set(it, { amount_refunded, refunded: amount_refunded === it.amount }, 'charge.refunded');
    return [money.effects, around.make(refund, about, refund_id), less];
  },
});

/** Changes what describes a reversal. */
export const updateReversal = rule(transferReversal, 'update', {
  takes: pick(transferReversal.fields, 'metadata'),
  decide: ({ it, input }) => set(it, input, null),
});

import { type Around, type Effects, run, set, within } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { flag, type Id, integer, integerOrDigits, ref, text } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence, creation, rule } from '../../../kernel/base/rules.js';
import { balanceTransaction, booked, waitingWith } from '../../money/balance/balance-transaction.js';
import { charge } from '../../payments/charges/charge.js';
import { refund } from '../../payments/refunds/refund.js';
import { applicationFee } from '../application-fees/fee.js';
import { nextPartOf, part_of_charge, refundWithCharge } from '../application-fees/refund.js';
import { leftOfTransfer, transfer, transferReversal } from './transfer.js';

type Transfer = It<typeof transfer>;

/** Takes back all that is left of a transfer, or some of it. What its destination has may go below zero by that. */
export const reverse = creation(transferReversal, {
  takes: {
    amount: about('The amount to reverse in minor units; by default everything that is not reversed yet.', integerOrDigits({ minimum: 1 })),
    description: about('Your description of the reversal; its balance transaction shows it.', text),
    ...pick(transferReversal.fields, 'metadata'),
    refund_application_fee: about(
      'Whether the same share of the application fee of the source charge is refunded; false by default.',
      flag,
    ),
    transfer: about('The transfer to reverse.', required(ref('transfer'))),
  },
  reads: {
    transfer,
    money: one(balanceTransaction, 'transfer.balance_transaction'),
    source: one(charge, 'transfer.source_transaction'),
    fee: one(applicationFee, 'source.application_fee'),
  },
  decide: ({ it, input, transfer: of, money, fee }, asked) => {
    const { amount: wanted, description = null, metadata = {}, refund_application_fee = false } = input;
    const left = leftOfTransfer(of);
    if (left === 0) return asked.refuse(reversed_already);
    const amount = wanted ?? left;
    if (amount > left) return asked.refuse({ ...too_much, message: `At most ${left} of this transfer can be reversed.` });
    if (refund_application_fee && !fee) return asked.refuse(without_fee);
    const back = takenBack(it.id, of, { amount, description, money }, asked);
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
  message: 'No application fee was kept from this transfer, so none can be refunded. Leave it out.',
};

/** Takes back of what a charge has passed on the part that is given back of the charge; no more than is left. */
export const reverseWithCharge = consequence(transfer, 'reverse', {
  takes: { ...part_of_charge, source_refund: about('The refund of the charge that brings the reversal with it.', required(ref('refund'))) },
  reads: { balance_transaction: balanceTransaction },
  decide: ({ it, input: { part, of_charge, source_refund }, balance_transaction: money }, around) => {
    const { charge_returned: before = 0 } = it;
    const charge_returned = before + part;
    const taken = Math.min(nextPartOf(it.amount, before, part, of_charge), leftOfTransfer(it));
    if (taken === 0) return set(it, { charge_returned }, null);
    const id = around.fresh(transferReversal);
    const back = takenBack(id, it, { amount: taken, money, charge_returned }, around);
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

type Taking = {
  readonly amount: number;
  readonly money: It<typeof balanceTransaction> | null;
  readonly charge_returned?: number;
  readonly description?: string | null;
};

/** Both sides of a reversal, which are there when what is reversed is. */
function takenBack(source: string, of: Transfer, { amount, money, charge_returned, description = null }: Taking, around: Around): Back {
  const { currency, destination, destination_payment: payment } = of;
  const waiting = waitingWith(money, around.now);
  const described = { type: 'transfer_refund', movement: 'transfer_returned', description } as const;
  const back = booked({ ...described, amount, currency, source, ...waiting }, around);
  const amount_reversed = of.amount_reversed + amount;
  const returned = charge_returned !== undefined && { charge_returned };
  const less = set(of, { amount_reversed, reversed: amount_reversed === of.amount, ...returned }, 'transfer.reversed');
  const refund_id = around.fresh(refund);
  const given = payment && within({ id: destination }, run(giveBack, payment, { amount, refund_id }));
  return { id: back.id, refund_id, effects: [back.effects, less, given] };
}

/** What the destination of a transfer gives back of the charge that stands for it: pending as that is, which may be longer than with the platform. */
const giveBack = consequence(charge, 'give back a transfer of', {
  takes: {
    amount: about('The amount that the destination gives back, in minor units.', required(integer())),
    refund_id: about('The id of the refund that is created in the destination.', required(text)),
  },
  reads: { balance_transaction: balanceTransaction },
  decide: ({ it, input: { amount, refund_id }, balance_transaction: received }, around) => {
    const { currency, id: charge } = it;
    const taken = { type: 'payment_refund', movement: 'transfer_taken_back', amount: -amount, currency, source: refund_id } as const;
    const money = booked({ ...taken, ...waitingWith(received, around.now) }, around);
    const about = { status: 'succeeded', amount, balance_transaction: money.id, charge, currency } as const;
    const amount_refunded = it.amount_refunded + amount;
    const less = set(it, { amount_refunded, refunded: amount_refunded === it.amount }, 'charge.refunded');
    return [money.effects, around.make(refund, about, refund_id), less];
  },
});

/** Changes what describes a reversal of a transfer. */
export const updateReversal = rule(transferReversal, 'update', {
  takes: {
    ...pick(transferReversal.fields, 'metadata'),
    transfer: about('The transfer that the reversal belongs to.', required(ref('transfer'))),
  },
  decide: ({ it, input: { transfer: of, ...described } }, asked) =>
    it.transfer === of ? set(it, described, null) : asked.refuse(notOf(it.id)),
});

const notOf = (id: string): Refusal => ({ code: 'resource_missing', param: 'id', message: `No such transfer_reversal: '${id}'` });

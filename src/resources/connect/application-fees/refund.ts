import { type Around, type Asked, type Effects, run, set, within } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { integer, integerOrDigits } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { consequence, creation, rule } from '../../../kernel/base/rules.js';
import { balanceTransaction, booked, waitingWith } from '../../money/balance/balance-transaction.js';
import { charge } from '../../payments/charges/charge.js';
import { applicationFee, feeRefund, of_path } from './fee.js';

type Fee = It<typeof applicationFee>;

const leftOf = ({ amount, amount_refunded }: Fee): number => amount - amount_refunded;

/** Refunds the remaining fee, or a part of it, to the account of its charge. */
export const create = creation(feeRefund, {
  takes: {
    amount: about('The amount to refund in minor units; by default everything that is not refunded yet.', integerOrDigits({ minimum: 1 })),
    fee: about('The application fee to refund.', required(of_path)),
    ...pick(feeRefund.fields, 'metadata'),
  },
  reads: { fee: applicationFee, money: one(balanceTransaction, 'fee.balance_transaction') },
  decide: ({ it, input: { amount: wanted, metadata = {} }, fee, money }, asked) => {
    const amount = wanted ?? leftOf(fee);
    requireRefundable(fee, amount, asked);
    const back = givenBack(it.id, fee, { amount, money }, asked);
    return [back.effects, set(it, { amount, balance_transaction: back.id, currency: fee.currency, fee: fee.id, metadata })];
  },
});

function requireRefundable(fee: Fee, amount: number, asked: Asked): void {
  const left = leftOf(fee);
  if (left === 0) asked.refuse({ code: 'charge_already_refunded', message: `The fee ${fee.id} has been refunded already.` });
  if (amount > left) asked.refuse({ code: 'amount_too_large', param: 'amount', message: `At most ${left} of this fee can be refunded.` });
}

type Giving = {
  readonly amount: number;
  readonly money: It<typeof balanceTransaction> | null;
  readonly charge_returned?: number;
};

/** Both sides of a refund. */
function givenBack(
  source: string,
  fee: Fee,
  { amount, money, charge_returned }: Giving,
  around: Around,
): { readonly id: string; readonly effects: Effects } {
  const { currency } = fee;
  const about = { type: 'application_fee_refund', currency, source, ...waitingWith(money, around.now) } as const;
  const out = booked({ ...about, movement: 'application_fee_refunded', amount: -amount }, around);
  const amount_refunded = fee.amount_refunded + amount;
  const returned = charge_returned !== undefined && { charge_returned };
  const less = set(fee, { amount_refunded, refunded: amount_refunded === fee.amount, ...returned }, 'application_fee.refunded');
  // In the books of the account it belongs to the charge of which it was kept.
  const back = run(getBack, fee.charge, { amount });
  return { id: out.id, effects: [out.effects, less, within({ id: fee.account }, back)] };
}

/** What an account gets back of the fee of a charge: pending as the charge is, which may be longer than with the platform. */
const getBack = consequence(charge, 'get back a fee of', {
  takes: { amount: about('The amount that is returned to the connected account, in minor units.', required(integer())) },
  reads: { balance_transaction: balanceTransaction },
  decide: ({ it, input: { amount }, balance_transaction: money }, around) => {
    const { currency, id: source } = it;
    const back = { type: 'application_fee_refund', movement: 'application_fee_returned', amount, currency, source } as const;
    return booked({ ...back, ...waitingWith(money, around.now) }, around).effects;
  },
});

/** What is given back of a charge, and what was taken, in minor units. */
export const part_of_charge = {
  part: about('The amount of the charge that is returned, in minor units.', required(integer())),
  of_charge: about('The amount of the charge that was captured, in minor units.', required(integer())),
} as const;

const partOf = (whole: number, part: number, of: number): bigint => (BigInt(whole) * BigInt(part)) / BigInt(of);

/** As much of something as one part is of a charge, in minor units, so that with the parts before they come to as much as all at once. */
export const nextPartOf = (whole: number, before: number, part: number, of: number): number =>
  Number(partOf(whole, before + part, of) - partOf(whole, before, of));

/** Gives back of a fee the part that is given back of its charge; no more than is left. */
export const refundWithCharge = consequence(applicationFee, 'refund', {
  takes: part_of_charge,
  reads: { balance_transaction: balanceTransaction },
  decide: ({ it, input: { part, of_charge }, balance_transaction: money }, around) => {
    const { charge_returned: before = 0 } = it;
    const charge_returned = before + part;
    const given = Math.min(nextPartOf(it.amount, before, part, of_charge), leftOf(it));
    if (given === 0) return set(it, { charge_returned }, null);
    const id = around.fresh(feeRefund);
    const back = givenBack(id, it, { amount: given, money, charge_returned }, around);
    const about = { amount: given, balance_transaction: back.id, currency: it.currency, fee: it.id };
    return [back.effects, around.make(feeRefund, about, id)];
  },
});

/** Changes what describes a refund of a fee. */
export const update = rule(feeRefund, 'update', {
  takes: { ...pick(feeRefund.fields, 'metadata'), fee: about('The application fee that the refund belongs to.', required(of_path)) },
  decide: ({ it, input: { fee, ...described } }, asked) => (it.fee === fee ? set(it, described) : asked.refuse(notOf(it.id))),
});

const notOf = (id: string): Refusal => ({ code: 'resource_missing', param: 'id', message: `No such fee_refund: '${id}'` });

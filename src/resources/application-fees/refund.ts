import { type Around, type Effects, refuse, set, within } from '../../base/effects.js';
import { pick, required } from '../../base/fields.js';
import { integer, integerOrDigits } from '../../base/kinds.js';
import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import { consequence, creation, rule } from '../../base/rules.js';
import { booked } from '../balance/balance-transaction.js';
import { applicationFee, feeRefund, of_path } from './fee.js';

type Fee = It<typeof applicationFee>;

const leftOf = ({ amount, amount_refunded }: Fee): number => amount - amount_refunded;

/** Gives back what is left of a fee, or some of it, to the account of whose charge it was kept. */
export const create = creation(feeRefund, {
  takes: { amount: integerOrDigits({ minimum: 1 }), fee: required(of_path), ...pick(feeRefund.fields, 'metadata') },
  reads: { fee: applicationFee },
  decide: ({ it, input: { amount: wanted, metadata = {} }, fee }, around) => {
    const amount = wanted ?? leftOf(fee);
    const refusal = unrefundable(fee, amount);
    if (refusal) return refuse(refusal);
    const back = givenBack(it.id, fee, amount, around);
    return [back.effects, set(it, { amount, balance_transaction: back.id, currency: fee.currency, fee: fee.id, metadata })];
  },
});

function unrefundable(fee: Fee, amount: number): Refusal | null {
  const left = leftOf(fee);
  if (left === 0) return { code: 'charge_already_refunded', message: `The fee ${fee.id} has been refunded already.` };
  return amount > left ? { code: 'amount_too_large', param: 'amount', message: `At most ${left} of this fee can be refunded.` } : null;
}

/** Both sides of a refund. */
function givenBack(source: string, fee: Fee, amount: number, around: Around): { readonly id: string; readonly effects: Effects } {
  const { currency } = fee;
  const about = { type: 'application_fee_refund', currency, source } as const;
  const out = booked({ ...about, movement: 'application_fee_refunded', amount: -amount }, around);
  const amount_refunded = fee.amount_refunded + amount;
  const less = set(fee, { amount_refunded, refunded: amount_refunded === fee.amount }, 'application_fee.refunded');
  // In the books of the account it belongs to the charge of which it was kept.
  const back = booked({ ...about, movement: 'application_fee_returned', amount, source: fee.charge }, around);
  return { id: out.id, effects: [out.effects, less, within({ id: fee.account }, back.effects)] };
}

/** What is given back of a charge, and what was taken, in minor units. */
export const part_of_charge = { part: required(integer()), of_charge: required(integer()) } as const;

/** As much of something as one amount is of another, in minor units, rounded down. */
export const partOf = (whole: number, part: number, of: number): number => Number((BigInt(whole) * BigInt(part)) / BigInt(of));

/** Gives back of a fee the part that is given back of its charge; no more than is left. */
export const refundWithCharge = consequence(applicationFee, 'refund', {
  takes: part_of_charge,
  decide: ({ it, input: { part, of_charge } }, around) => {
    const given = Math.min(partOf(it.amount, part, of_charge), leftOf(it));
    if (given === 0) return null;
    const id = around.fresh(feeRefund);
    const back = givenBack(id, it, given, around);
    const about = { amount: given, balance_transaction: back.id, currency: it.currency, fee: it.id };
    return [back.effects, around.make(feeRefund, about, id)];
  },
});

/** Changes what describes a refund of a fee. */
export const update = rule(feeRefund, 'update', { takes: pick(feeRefund.fields, 'metadata'), decide: ({ it, input }) => set(it, input) });

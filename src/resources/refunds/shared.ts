import { type Effects, run, within } from '../../base/effects.js';
import type { Id } from '../../base/kinds.js';
import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import type { account } from '../accounts/account.js';
import { refundWithCharge } from '../application-fees/refund.js';
import type { charge } from '../charges/charge.js';
import { reverseWithCharge } from '../transfers/reverse.js';

type Charge = It<typeof charge>;

/** What is to come back besides of what was shared of a charge. */
export type Back = { readonly reverse_transfer?: boolean | undefined; readonly refund_application_fee?: boolean | undefined };

/** Why nothing of what was shared comes back; null where it does. */
export function unshared(of: Charge, { reverse_transfer, refund_application_fee }: Back): Refusal | null {
  if (reverse_transfer && !of.transfer) return nothing('reverse_transfer', `The charge ${of.id} has passed nothing on.`);
  if (refund_application_fee && !of.application_fee) return nothing('refund_application_fee', `No fee was kept of the charge ${of.id}.`);
  return null;
}

const nothing = (param: string, message: string): Refusal => ({
  code: 'parameter_invalid',
  param,
  message: `${message} Leave ${param} out.`,
});

type Refunded = { readonly id: Id<'refund'>; readonly amount: number };

/** What a refund takes back of what was shared: in the proportion in which the charge is given back. */
export function broughtBack(
  { id: source_refund, amount: part }: Refunded,
  of: Charge,
  { reverse_transfer, refund_application_fee }: Back,
  taker: It<typeof account> | null,
): Effects {
  const shares = { part, of_charge: of.amount_captured };
  const { transfer, application_fee } = of;
  const fee = refund_application_fee && application_fee && run(refundWithCharge, application_fee, shares);
  return [
    reverse_transfer && transfer && run(reverseWithCharge, transfer, { ...shares, source_refund }),
    // A fee of a payment in the name of an account is in the books of its platform.
    fee && (of.transfer || !taker?.platform ? fee : within({ id: taker.platform }, fee)),
  ];
}

import { type Asked, type Effects, run, within } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { platformOf } from '../../connect/application-fees/fee.js';
import { refundWithCharge } from '../../connect/application-fees/refund.js';
import { reverseWithCharge } from '../../connect/transfers/reverse.js';
import type { charge } from '../charges/charge.js';
import type { refund } from './refund.js';

type Charge = It<typeof charge>;
type Refund = It<typeof refund>;

/** What is to come back besides of what was shared of a charge. */
export type Back = { readonly reverse_transfer?: boolean | undefined; readonly refund_application_fee?: boolean | undefined };

/** Refuses to take back a transfer or a fee that the charge does not have. */
export function requireShared(of: Charge, { reverse_transfer, refund_application_fee }: Back, asked: Asked): void {
  if (reverse_transfer && !of.transfer) asked.refuse(nothing('reverse_transfer', `The charge ${of.id} has passed nothing on.`));
  if (refund_application_fee && !of.application_fee)
    asked.refuse(nothing('refund_application_fee', `No fee was kept of the charge ${of.id}.`));
}

const nothing = (param: string, message: string): Refusal => ({
  code: 'parameter_invalid',
  param,
  message: `${message} Leave ${param} out.`,
});

/** What a refund that has succeeded takes back of what was shared: in the proportion in which the charge is given back. */
export function broughtBack({ id: source_refund, amount: part, brings_back }: Refund, of: Charge): Effects {
  const shares = { part, of_charge: of.amount_captured };
  const { application, application_fee, transfer } = of;
  const fee = brings_back?.fee && application_fee && run(refundWithCharge, application_fee, shares);
  return [
    brings_back?.transfer && transfer && run(reverseWithCharge, transfer, { ...shares, source_refund }),
    // A fee of a payment in the name of an account is in the books of its platform.
    fee && (transfer || !application ? fee : within({ id: platformOf(application) }, fee)),
  ];
}

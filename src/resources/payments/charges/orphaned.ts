import { ask, type Effects } from '../../../kernel/base/effects.js';
import type { RequestOf } from '../../../kernel/base/question.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Answered } from '../../../kernel/base/rules.js';
import { type chargeMethod, voidCharge } from '../../../processors/questions.js';
import type { paymentIntent } from '../payment-intents/payment-intent.js';
import { type charge, isWith } from './charge.js';

type Charge = It<typeof charge>;
type Try = Answered<typeof chargeMethod>;

/**
 * An answer that no try waits for. The first answer stands; an orphaned authorization, which is money that was taken for a try
 * that has since been abandoned or declined, or by another processor, is voided automatically, so that no payer pays twice or for nothing.
 * `known` is the charge that this very try has come to.
 */
export function orphaned(it: It<typeof paymentIntent> | Charge, known: Charge | null, { answer, asked: sent, by }: Try): Effects {
  if (answer.result !== 'approved' || (known?.status === 'succeeded' && isWith(known, by))) return null;
  const { attempt, amount = it.amount } = sent;
  // Nothing else is voided under the name of a try, so that an authorization is voided once, however often it is reported.
  return ask(voidCharge, it, { attempt, processor: by, reference: answer.reference ?? attempt, amount, currency: it.currency });
}

/** Whether a void was about an orphaned authorization; a void without a reference counts as one, because no charge depends on it. */
export const isOfOrphan = ({ processor }: Charge, { reference }: Partial<RequestOf<typeof voidCharge>>, by: string): boolean =>
  processor?.reference !== reference || processor?.name !== by;

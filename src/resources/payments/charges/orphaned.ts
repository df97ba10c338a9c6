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
 * An answer that nobody waits for any more. The first answer stands; an orphaned authorization, which is money that was taken for a try
 * that has been given up or declined meanwhile, or by somebody else, is voided automatically, so that nobody pays twice or for nothing.
 * `known` is the charge that this very try has come to.
 */
export function orphaned(it: It<typeof paymentIntent> | Charge, known: Charge | null, { answer, asked: sent, by }: Try): Effects {
  if (answer.result !== 'approved' || (known?.status === 'succeeded' && isWith(known, by))) return null;
  const { attempt, amount = it.amount } = sent;
  // Nothing else is voided under the name of a try, so that the same authorization is voided once however often it is told.
  return ask(voidCharge, it, { attempt, processor: by, reference: answer.reference ?? attempt, amount, currency: it.currency });
}

/** Whether a void was about an orphaned authorization, or says of none what it was about, and so about no money that anybody counts on. */
export const isOfOrphan = ({ processor }: Charge, { reference }: Partial<RequestOf<typeof voidCharge>>, by: string): boolean =>
  processor?.reference !== reference || processor?.name !== by;

import type { Concealed } from '../../../kernel/base/concealed.js';
import { type Around, ask, type Effect, type Effects, report, set, tried } from '../../../kernel/base/effects.js';
import type { AnyIt, It } from '../../../kernel/base/resource.js';
import type { Answer } from '../../../processors/contract.js';
import { setUpMethod } from '../../../processors/questions.js';
import { failureOf } from '../intents/failure.js';
import { provenOf, questionOf } from '../intents/question.js';
import { requireAttachable } from './attach.js';
import type { paymentMethod } from './payment-method.js';

type Method = It<typeof paymentMethod>;

/** Tries to attach have ids of their own. */
const attempt_id = { object: 'attempt', prefix: 'matt' } as const;

const terms = { return_url: null, request_three_d_secure: null };

/** Whether attaching asks the issuer: for a card without a customer. */
export const isAsked = ({ type, customer }: Method): boolean => type === 'card' && customer === null;

/** Asks the issuer of a card whether it works; the answer is taken by `about`. A verification code is known of a card that is made just now. */
export const asking = (about: AnyIt, method: Method, customer: string, { fresh }: Around, cvc: Concealed | null = null): Effect =>
  ask(setUpMethod, about, {
    ...questionOf(terms, method, { attempt: fresh(attempt_id), cvc, native: false }),
    customer,
  });

/** Applies the issuer's answer to a card that a request attaches. Authentication can wait for the first payment: a step refuses nothing. */
export function answered(method: Method, customer: string, answer: Answer): { readonly effects: Effects; readonly is_attached: boolean } {
  if (answer.result === 'declined') return { effects: report(method, failureOf(answer, method).refusal), is_attached: false };
  const { refusal } = tried({}, (asked) => requireAttachable(method, customer, asked));
  if (refusal) return { effects: report(method, refusal), is_attached: false };
  const proven = answer.result === 'approved' ? provenOf(method, answer) : {};
  return { effects: set(method, { ...proven, customer }, 'payment_method.attached'), is_attached: true };
}

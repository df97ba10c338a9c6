import { type Change, change, type Later } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import type { Approved, Declined, SetUpAsk } from '../../base/processor.js';
import type { It } from '../../base/resource.js';
import type { customer } from '../customers/customer.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { type Failure, failureOf as failed } from './failure.js';
import { afterStep as after, type Trying as Known, questionOf } from './question.js';

export { threeDSecureOf } from './proof.js';

type Method = It<typeof paymentMethod>;

/** As `Trying` of `question`, for what does not decide by effects yet. */
export type Trying = Known & { readonly now: number };

/** As `questionOf`, for what does not decide by effects yet. */
export const triedWith = (
  wanted: Pick<SetUpAsk, 'return_url' | 'request_three_d_secure'>,
  method: Method,
  trying: Trying,
): Omit<SetUpAsk, 'verb' | 'subject'> => ({ ...questionOf(wanted, method, trying), now: trying.now });

/** As `afterStep` of `question`, for what does not decide by effects yet. */
export const afterStep = (
  attempt: string,
  finished_step: string,
  { now, ...known }: Pick<Trying, 'outcome' | 'now' | 'processor'>,
): Trying => ({ ...after(attempt, finished_step, known), now });

/** As `proved` of `proof`, for what does not decide by effects yet. */
export function proved(method: Method, owner: It<typeof customer> | null, { checks }: Approved): Change[] {
  const known = Object.fromEntries(Object.entries(checks ?? {}).filter(([, value]) => value !== null));
  const set = checks && method.card ? { card: { checks: known } } : {};
  if (owner && method.customer !== owner.id)
    return [change(paymentMethod, method, { set: { ...set, customer: owner.id }, tell: 'payment_method.attached' })];
  return checks ? [change(paymentMethod, method, { set, tell: [] })] : [];
}

/** As `failureOf` of `failure`, for what does not decide by effects yet. */
export function failureOf(declined: Declined, method: Method | null): { error: Failure['error']; refuse: Refusal } {
  const { error, refusal } = failed(declined, method);
  return { error, refuse: refusal };
}

/** A processor that says when it may answer otherwise is asked again then. */
export const inquiries = ({ ask_again_at: at }: { readonly ask_again_at?: number }, about?: string): Later[] =>
  at === undefined ? [] : [{ name: 'inquire', at, ...(about !== undefined && { about }) }];

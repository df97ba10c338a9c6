import type { Concealed } from '../../base/concealed.js';
import { type Change, change, type Later } from '../../base/decision.js';
import { type ErrorCode, errors, type Refusal } from '../../base/errors.js';
import type { Values } from '../../base/fields.js';
import type { Approved, CardChecks, Declined, MethodAsked, Outcome, SetUpAsk } from '../../base/processor.js';
import type { It } from '../../base/resource.js';
import type { customer } from '../customers/customer.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import type { last_error } from './parts.js';

type Method = It<typeof paymentMethod>;

/** What is known of a try besides its intent: the code, what the payer did, and which step that was. */
export type Trying = {
  readonly attempt: string;
  readonly cvc: Concealed | null;
  readonly version: string | null;
  readonly now: number;
  readonly outcome?: Outcome;
  readonly finished_step?: string;
  /** Who answered earlier. */
  readonly processor?: string | null | undefined;
};

/** What of an intent every try tells. */
type Wanted = Pick<SetUpAsk, 'return_url' | 'request_three_d_secure'>;

/** What every try tells a processor. */
export function triedWith(
  { return_url, request_three_d_secure }: Wanted,
  method: Method,
  { attempt, cvc, version, now, outcome, finished_step, processor }: Trying,
): Omit<SetUpAsk, 'verb' | 'subject'> {
  return {
    attempt,
    ...(processor && { processor }),
    payment_method: methodAsked(method),
    ...(cvc && { cvc }),
    request_three_d_secure,
    // Natively the published two steps, device data and challenge; the official SDKs know one redirect (spec README, decision 16).
    stepwise_three_d_secure: version === null && request_three_d_secure === 'any',
    return_url,
    finished_step: finished_step ?? null,
    ...(outcome && { outcome }),
    now,
  };
}

const methodAsked = ({ id, type, card, customer, billing_details }: Method): MethodAsked => ({
  id,
  type,
  ...(card && { card: { exp_month: card.exp_month, exp_year: card.exp_year, cvc_given: card.checks.cvc_check !== null } }),
  saved: customer !== null,
  billing_details,
});

/** A try that goes on once the payer has been through a step: by whoever began it, and without the code, which is gone. */
export const afterStep = (
  attempt: string,
  finished_step: string,
  { outcome, now, processor }: Pick<Trying, 'outcome' | 'now' | 'processor'>,
): Trying => ({
  attempt,
  cvc: null,
  version: versionAfter(finished_step),
  now,
  finished_step,
  processor,
  ...(outcome && { outcome }),
});

/** A second step follows the first one of the two that natively belong together, whoever reports the first. */
const versionAfter = (finished_step: string): string | null =>
  finished_step === 'ddc_redirect' || finished_step === 'challenge_redirect' ? null : 'pinned';

/**
 * A payment method that proved to work silently keeps what was checked and, where it is kept for later, becomes the customer's. One that
 * has paid and is nobody's has done so for the only time.
 */
export function proved(method: Method, owner: It<typeof customer> | null, { checks }: Approved, paid_at?: number): Change[] {
  const spent = paid_at !== undefined && !owner && method.customer === null;
  const set = { ...(checks && method.card && { card: { checks: known(checks) } }), ...(spent && { used_at: paid_at }) };
  if (owner && method.customer !== owner.id)
    return [change(paymentMethod, method, { set: { ...set, customer: owner.id }, tell: 'payment_method.attached' })];
  return checks || spent ? [change(paymentMethod, method, { set, tell: [] })] : [];
}

/** After a step the verification code is gone: what was not checked now does not undo what was checked before. */
const known = (checks: CardChecks): Partial<CardChecks> => Object.fromEntries(Object.entries(checks).filter(([, value]) => value !== null));

/** How a card was authenticated, as attempts and charges tell it. */
export const threeDSecureOf = ({ authenticated }: Approved): { authentication_flow: string; result: string; version: string } | null =>
  authenticated ? { authentication_flow: 'challenge', result: 'authenticated', version: '2.2.0' } : null;

/** A bank that says nothing else has said the code itself; what failed before a bank was asked has none (Stripe). */
const declineCodeOf = (code: ErrorCode): string | null => (/^(payment|setup)_intent_/.test(code) ? null : code);

/** A decline, as the intent keeps it and as whoever confirms is told. */
export function failureOf(
  { code, decline_code: said, message = errors[code].message }: Declined,
  method: Method | null,
  charge: string | null = null,
): { error: Values<{ it: typeof last_error }>['it']; refuse: Refusal } {
  const decline_code = said ?? declineCodeOf(code);
  const told = { payment_method: method, payment_method_type: method?.type ?? null };
  const type = errors[code].type;
  const error = { charge, type, code, decline_code, message, param: null, doc_url: null, ...told } as unknown as Values<{
    it: typeof last_error;
  }>['it'];
  const refuse = { code, message, ...(decline_code && { decline_code }), payment_method: method, payment_method_type: method?.type ?? '' };
  return { error, refuse: charge ? { ...refuse, charge } : refuse };
}

/** A processor that says when it may answer otherwise is asked again then. */
export const inquiries = ({ ask_again_at: at }: { readonly ask_again_at?: number }, about?: string): Later[] =>
  at === undefined ? [] : [{ name: 'inquire', at, ...(about !== undefined && { about }) }];

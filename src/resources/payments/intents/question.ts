import type { Concealed } from '../../../kernel/base/concealed.js';
import { type Effects, set } from '../../../kernel/base/effects.js';
import { nullable } from '../../../kernel/base/fields.js';
import { initialOf, object } from '../../../kernel/base/members.js';
import type { RequestOf } from '../../../kernel/base/question.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import type { Approved, CardChecks, MethodAsked, Microdeposits, Outcome } from '../../../processors/contract.js';
import type { setUpMethod } from '../../../processors/questions.js';
import type { customer } from '../../customers/customers/customer.js';
import { authentication, authentication_of_charge } from '../payment-methods/card-details.js';
import { isDebit } from '../payment-methods/debits.js';
import { fitting } from '../payment-methods/fitting.js';
import { particulars } from '../payment-methods/particulars.js';
import { namedMember, type paymentMethod } from '../payment-methods/payment-method.js';

type Method = It<typeof paymentMethod>;
type Sent = RequestOf<typeof setUpMethod>;

/** What is known of a try besides its intent: the codes, what the payer did, and which step that was. */
export type Trying = {
  readonly attempt: string;
  readonly cvc: Concealed | null;
  readonly payment_code?: Concealed | null;
  /** Whether the confirming client is not an official SDK. */
  readonly native: boolean;
  readonly outcome?: Outcome;
  readonly finished_step?: string;
  readonly microdeposits?: Microdeposits;
  /** Who answered earlier. */
  readonly processor?: string | null | undefined;
};

/** What every try asks of a processor. */
export function questionOf(
  { return_url, request_three_d_secure }: Pick<Sent, 'return_url' | 'request_three_d_secure'>,
  method: Method,
  { attempt, cvc, payment_code, native, outcome, finished_step, microdeposits, processor }: Trying,
): Sent {
  return {
    attempt,
    ...(processor && { processor }),
    payment_method: methodAsked(method),
    ...(cvc && { cvc }),
    // What the payer's wallet shows to be scanned is known to this one question only.
    ...(payment_code && { payment_code }),
    request_three_d_secure,
    // Natively the published two steps, device data and challenge; the official SDKs know one redirect (spec README, decision 16).
    stepwise_three_d_secure: native && request_three_d_secure === 'any',
    return_url,
    finished_step: finished_step ?? null,
    ...(outcome && { outcome }),
    ...(microdeposits && { microdeposits }),
  };
}

const methodAsked = (method: Method): MethodAsked => {
  const { id, type, card, customer, billing_details } = method;
  return {
    id,
    type,
    ...((isDebit(type) || type === 'payto') && { bank_account: namedMember(method) }),
    ...saidBy(method),
    ...(card && { card: { exp_month: card.exp_month, exp_year: card.exp_year, cvc_given: card.checks.cvc_check !== null } }),
    saved: customer !== null,
    billing_details,
  };
};

/** What the payer has said with a type that is neither a card nor a debit. */
function saidBy(method: Method): Pick<MethodAsked, 'said'> {
  const { said = {} } = particulars[method.type] ?? {};
  const given = Object.entries(namedMember(method)).filter(([name, value]) => Object.hasOwn(said, name) && value !== null);
  return given.length > 0 ? { said: Object.fromEntries(given) } : {};
}

/** A try that continues after the payer's step: at the same processor, and without the cvc, which is not stored. */
export const afterStep = (
  attempt: string,
  finished_step: string,
  { outcome, microdeposits, processor }: Pick<Trying, 'outcome' | 'microdeposits' | 'processor'>,
): Trying => ({
  attempt,
  cvc: null,
  native: isNative(finished_step),
  finished_step,
  processor,
  ...(outcome && { outcome }),
  ...(microdeposits && { microdeposits }),
});

/** The second of two native steps follows the first, whichever client reports it. */
const isNative = (finished_step: string): boolean => finished_step === 'ddc_redirect' || finished_step === 'challenge_redirect';

/**
 * A payment method that has been verified silently keeps what was checked and, where it is kept for later, becomes the customer's. One that
 * has paid without a customer cannot pay again.
 */
export function verified(method: Method, owner: It<typeof customer> | null, answer: Approved, paid_at?: number): Effects {
  const spent = paid_at !== undefined && !owner && method.customer === null;
  const proven = provenOf(method, answer);
  const proof = { ...proven, ...(spent && { used_at: paid_at }) };
  if (owner && method.customer !== owner.id) return set(method, { ...proof, customer: owner.id }, 'payment_method.attached');
  return (Object.keys(proven).length > 0 || spent) && set(method, proof, null);
}

/** What an approval has shown of a payment method: details of the payer's account that the processor reports, and the checks of a card. */
export function provenOf(method: Method, { checks, details }: Pick<Approved, 'checks' | 'details'>): Settable<typeof paymentMethod> {
  const reported = fitting(particulars[method.type]?.known ?? {}, details);
  const known = { ...reported, ...(checks && method.card && { checks: given(checks) }) };
  return Object.keys(known).length > 0 ? { [method.type]: known } : {};
}

/** After a step the verification code is gone: what was not checked now does not undo what was checked before. */
const given = (checks: CardChecks): Partial<CardChecks> => Object.fromEntries(Object.entries(checks).filter(([, value]) => value !== null));

const of_authentication = { three_d_secure: nullable(object(authentication_of_charge)) } as const;

/** How a payer was authenticated, as the processor reports it; null without authentication. */
export function threeDSecureOf({ authenticated, details }: Pick<Approved, 'authenticated' | 'details'>) {
  const { three_d_secure: told } = fitting(of_authentication, details);
  if (!authenticated && !told) return null;
  return { ...initialOf(authentication), exemption_indicator: null, ...(authenticated && { result: 'authenticated' as const }), ...told };
}

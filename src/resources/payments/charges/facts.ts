import { errors } from '../../../kernel/base/errors.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import type { Approved, Declined } from '../../../processors/contract.js';
import { decidedBy } from '../../core/radar/evaluate.js';
import type { Candidate, Screening } from '../../core/radar/rule-fields.js';
import { threeDSecureOf } from '../intents/question.js';
import { type Known, paidWith } from '../payment-methods/details.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import type { charge } from './charge.js';
import { card_used } from './details.js';
import { hold_lasts } from './hold.js';

type Method = It<typeof paymentMethod>;
type Set = Settable<typeof charge>;
type Details = NonNullable<Set['payment_method_details']>;

/** The payment method details of a charge. */
export const detailsOf = (method: Method, known: Known): Details => ({ type: method.type, ...paidWith(method, known, card_used) });

/** The same, with what the use of a card has proved. `held_at` is the moment from which the money is held, in seconds; null where it was taken. */
export function proven(details: Details, amount: number, answer: Approved, held_at: number | null): Details {
  if (!details.card) return details;
  return {
    ...details,
    card: {
      ...details.card,
      amount_authorized: amount,
      checks: { ...details.card.checks, ...answer.checks },
      three_d_secure: threeDSecureOf(answer),
      ...(held_at !== null && { capture_before: held_at + hold_lasts, ...capturableSo(amount, answer) }),
    },
  };
}

/** How an authorization is captured: once, within its time, and at most what is held; that can grow later, where the processor says so. */
const capturableSo = (amount: number, { incremental_authorization: grows }: Approved) => ({
  extended_authorization: { status: 'disabled' as const },
  ...(grows !== undefined && { incremental_authorization: { status: grows ? ('available' as const) : ('unavailable' as const) } }),
  multicapture: { status: 'unavailable' as const },
  overcapture: { maximum_amount_capturable: amount, status: 'unavailable' as const },
});

/** Why a charge has failed: `blocker` is the rule that has blocked it. */
export const failureIn = (answer: Declined, blocker: Candidate | null = null): Set => ({
  failure_code: answer.code,
  failure_message: answer.message ?? errors[answer.code].message,
  outcome: outcomeOf(answer, blocker || answer.risk?.level === 'highest' ? 'blocked' : 'issuer_declined', blocker),
});

/** The rule that applies to a charge whose processor has approved it; null if none does. */
export function ruleFor(screening: Screening | null | undefined, { checks, risk }: Approved): Candidate | null {
  if (!screening?.candidates.length) return null;
  return decidedBy(screening.candidates, { ...checks, risk_level: risk?.level ?? 'not_assessed', risk_score: risk?.score ?? null });
}

type Type = 'authorized' | 'manual_review' | 'issuer_declined' | 'blocked';

const words: Readonly<Record<Type, { readonly network_status: string; readonly seller_message: string }>> = {
  authorized: { network_status: 'approved_by_network', seller_message: 'Payment complete.' },
  manual_review: { network_status: 'approved_by_network', seller_message: 'Payment complete; a rule has opened its review.' },
  issuer_declined: { network_status: 'declined_by_network', seller_message: 'The bank declined this payment.' },
  blocked: { network_status: 'not_sent_to_network', seller_message: 'This payment was blocked because of its high risk.' },
};

/** What the payer's bank and the risk that was seen have made of a charge. */
export const outcomeOf = (answer: Approved | Declined, type: Type, rule: Candidate | null = null): NonNullable<Set['outcome']> => ({
  ...words[type],
  ...(type === 'blocked' && rule && { seller_message: 'A rule of yours has blocked this payment.' }),
  ...(answer.result === 'declined' && advised(answer)),
  reason: rule ? 'rule' : reasonOf(answer, type),
  risk_level: answer.risk?.level ?? 'not_assessed',
  risk_score: answer.risk?.score ?? null,
  rule: rule?.id ?? null,
  type,
});

const advised = ({ advice_code, network_advice_code, network_decline_code }: Declined) => ({
  advice_code: advice_code ?? null,
  network_advice_code: network_advice_code ?? null,
  network_decline_code: network_decline_code ?? null,
});

function reasonOf(answer: Approved | Declined, type: Type): string | null {
  if (type === 'blocked') return 'highest_risk_level';
  if (answer.result === 'declined') return answer.decline_code ?? answer.code;
  return answer.risk?.level === 'elevated' ? 'elevated_risk_level' : null;
}

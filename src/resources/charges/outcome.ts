import type { Made, Posting } from '../../base/decision.js';
import { errors } from '../../base/errors.js';
import type { AskedOf, Surroundings } from '../../base/legacy.js';
import { day } from '../../base/moments.js';
import type { Approved, Declined } from '../../base/processor.js';
import type { It, Settable } from '../../base/resource.js';
import { explained } from '../balance/balance-transaction.js';
import type { Disputed } from '../disputes/open.js';
import { newDispute } from '../disputes/report.js';
import { threeDSecureOf } from '../intents/trying.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import type { charge } from './charge.js';

type Method = It<typeof paymentMethod>;
type Set = Settable<typeof charge>;

/** How long money that was taken is pending, in seconds, where its processor does not say when it becomes available. */
const settlement_delay = 2 * day;

/** How long a hold lasts, in seconds (published: seven days). */
export const hold_lasts = 7 * day;

/** What is charged, whoever orders it. */
export type Ordered = {
  readonly amount: number;
  readonly currency: string;
  readonly capture: boolean;
  readonly description: string | null;
  readonly described: Set;
  /** What the payer agreed to, where the money is debited. */
  readonly mandate?: string | null;
};

/** A charge as it comes of an answer, with the money it moves. */
export type Outcome = { readonly set: Set; readonly make: readonly Made[]; readonly post: readonly Posting[] };

/** What every charge tells of its payment method, whatever comes of it. */
export const tried = (
  { amount, currency, description, described, mandate = null }: Ordered,
  method: Method,
  { processor, attempt }: AskedOf,
): Set => ({
  ...described,
  amount,
  currency,
  description,
  billing_details: method.billing_details,
  payment_method: method.id,
  payment_method_details: detailsOf(method, mandate),
  processor: { name: processor, reference: attempt },
});

function detailsOf(method: Method, mandate: string | null): NonNullable<Set['payment_method_details']> {
  const { type, card, sepa_debit } = method;
  if (type !== 'card' || !card) return { type, [type]: sepa_debit ? { ...sepa_debit, mandate } : {} };
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = card;
  const unproven = { amount_authorized: null, capture_before: null, three_d_secure: null, wallet: null };
  return { type, card: { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, network: brand, ...unproven } };
}

/** The charge of an approval: captured with its money, or held. */
export function succeeded(id: string, order: Ordered, method: Method, answer: Approved, asked: AskedOf, around: Surroundings): Outcome {
  const { amount, capture } = order;
  const base = tried(order, method, asked);
  const processor = { name: asked.processor, reference: answer.reference ?? asked.attempt };
  const payment_method_details = proven(base.payment_method_details, { amount, capture, answer, now: around.now });
  const set: Set = {
    ...base,
    paid: true,
    processor,
    outcome: outcomeOf(answer, 'authorized'),
    payment_method_details,
    receipt_url: around.pageUrl('receipt', { object: 'charge', id }, id),
  };
  if (!capture) return { set, make: [], post: [] };
  const payment_intent = order.described.payment_intent ?? null;
  const taken = { ...order, id, created: around.now, payment_intent, payment_method_details, processor };
  const { set: captured, ...booked } = capturedOf(taken, amount, answer, around);
  return { set: { ...set, ...captured }, ...booked };
}

type Proof = { readonly amount: number; readonly capture: boolean; readonly answer: Approved; readonly now: number };

/** A card's details, with what its use proved. */
function proven(
  details: Set['payment_method_details'],
  { amount, capture, answer, now }: Proof,
): NonNullable<Set['payment_method_details']> {
  if (!details?.card) return details ?? { type: 'card' };
  const checks = { ...details.card.checks, ...answer.checks };
  const capture_before = capture ? null : now + hold_lasts;
  return {
    ...details,
    card: { ...details.card, amount_authorized: amount, capture_before, checks, three_d_secure: threeDSecureOf(answer) },
  };
}

type Capturing = Omit<Disputed, 'amount'> & { readonly description: string | null };

/** Money that is taken now: what it changes of the charge, its balance transaction, and the dispute it may meet with at once. */
export function capturedOf(of: Capturing, amount: number, { fee = 0, available_on, dispute }: Approved, around: Surroundings): Outcome {
  const { id, currency, description, payment_method_details } = of;
  const change = {
    type: (payment_method_details?.type ?? 'card') === 'card' ? 'charge' : 'payment',
    movement: 'charge_captured',
    amount,
    currency,
    source: id,
    fee: { movement: 'fee_charged', amount: Math.min(fee, amount), description: 'Processing fee' },
    available_on: available_on ?? around.now + settlement_delay,
    description,
  } as const;
  const { id: balance_transaction, make, post } = explained(change, around);
  const set = { captured: true, amount_captured: amount, balance_transaction };
  if (!dispute) return { set, make, post };
  const { charge: disputed, ...begun } = newDispute({ ...of, amount }, dispute, around);
  return { set: { ...set, ...disputed }, make: [...make, ...begun.make], post: [...post, ...begun.post] };
}

/** The charge of a decline: nothing moved, and why. */
export const failed = (order: Ordered, method: Method, answer: Declined, asked: AskedOf): Set => ({
  ...tried(order, method, asked),
  failure_code: answer.code,
  failure_message: answer.message ?? errors[answer.code].message,
  outcome: outcomeOf(answer, answer.risk?.level === 'highest' ? 'blocked' : 'issuer_declined'),
});

type Told = 'authorized' | 'issuer_declined' | 'blocked';

const words: Readonly<Record<Told, { readonly network_status: string; readonly seller_message: string }>> = {
  authorized: { network_status: 'approved_by_network', seller_message: 'Payment complete.' },
  issuer_declined: { network_status: 'declined_by_network', seller_message: 'The bank declined this payment.' },
  blocked: { network_status: 'not_sent_to_network', seller_message: 'This payment was blocked because of its high risk.' },
};

const outcomeOf = (answer: Approved | Declined, type: Told): NonNullable<Set['outcome']> => ({
  ...words[type],
  reason: reasonOf(answer, type),
  risk_level: answer.risk?.level ?? 'not_assessed',
  risk_score: answer.risk?.score ?? null,
  type,
});

function reasonOf(answer: Approved | Declined, type: Told): string | null {
  if (type === 'blocked') return 'highest_risk_level';
  if (answer.result === 'declined') return answer.decline_code ?? answer.code;
  return answer.risk?.level === 'elevated' ? 'elevated_risk_level' : null;
}

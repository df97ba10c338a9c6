import { andThen, change, type Decided } from '../../base/decision.js';
import { day } from '../../base/moments.js';
import type { Answer, Approved, Ask, Declined, Outcome } from '../../base/processor.js';
import type { It } from '../../base/resource.js';
import type { Surroundings } from '../../base/legacy.js';
import { explained } from '../balance/balance-transaction.js';
import { charge, leftOf, processedBy } from '../charges/charge.js';
import { inquiries } from '../intents/trying.js';
import { failure_reasons, type refund } from './refund.js';

type Refund = It<typeof refund>;
type Charge = It<typeof charge>;
type Draft = Decided<typeof refund>;

/** The question to whoever took the money. It is the same each time, so that asking again gives nothing back twice. */
export function ask({ id, amount, currency }: Pick<Refund, 'id' | 'amount' | 'currency'>, of: Charge, now: number, outcome?: Outcome): Ask {
  const subject = { object: 'refund', id };
  return { verb: 'refund', subject, attempt: id, ...processedBy(of), amount, currency, now, ...(outcome && { outcome }) };
}

/** Asks again what becomes of a refund. Until there is an answer it cannot be canceled, because the money may be on its way. */
export function askedAgain(it: Refund, of: Charge, now: number, outcome?: Outcome): Draft {
  const again = { set: { pending_reason: null }, ask: ask(it, of, now, outcome) };
  return it.status === 'requires_action' ? { to: 'pending', tell: told, ...again } : { tell: [], ...again };
}

/** Whether nobody knows yet what becomes of it. */
export const isOpen = ({ status }: Refund): boolean => status === 'pending' || status === 'requires_action';

/** What the processor's answer makes of a refund. Answers that come late, doubled or against what has been settled change nothing. */
export function settled(it: Refund, of: Charge, answer: Answer, around: Surroundings): Draft {
  switch (answer.result) {
    case 'approved':
      return isOpen(it) ? succeeded(of, answer) : carriedOut(it, of, answer, around);
    case 'declined':
      return isOpen(it) || it.status === 'succeeded' ? givenBack('failed', it, of, reasonOf(answer), around) : {};
    case 'needs_action':
      return it.status === 'pending' ? { to: 'requires_action', tell: told, later: inquiries(answer) } : {};
    case 'pending':
      return isOpen(it) ? pending(it, inquiries(answer)) : it.status === 'canceled' ? { later: inquiries(answer) } : {};
    default:
      return {};
  }
}

/** Every change of a refund's status is told under this name too. */
export const told = 'charge.refund.updated';

const succeeded = (of: Charge, answer: Approved): Draft => ({
  to: 'succeeded',
  set: { destination_details: destinationOf(of, answer), pending_reason: null },
  tell: told,
  later: inquiries(answer),
});

/** A processor that had not yet heard of a cancellation has given the money back all the same, so it is gone once more. */
function carriedOut(it: Refund, of: Charge, answer: Approved, around: Surroundings): Draft {
  if (it.status !== 'canceled') return {};
  // Another refund has taken its place: of the two the processor can only have carried out one, so it is asked again when that is known.
  if (leftOf(of) < it.amount) return { later: [{ name: 'inquire', at: around.now + day }] };
  const { balance_transaction, ...taken } = moneyTaken(it, of, around);
  const undone = { balance_transaction, failure_balance_transaction: null, failure_reason: null };
  return andThen<Draft>({ ...taken, set: undone }, succeeded(of, answer));
}

/** The money of a refund leaves the merchant. The charge changes with it, so that of two refunds at once the later one meets what is left. */
export function moneyTaken(
  { id, amount, reason }: Pick<Refund, 'id' | 'amount'> & { readonly reason?: Refund['reason'] },
  of: Charge,
  around: Surroundings,
): Pick<Draft, 'also' | 'make' | 'post'> & { balance_transaction: string } {
  const { currency } = of;
  const type = isByCard(of) ? 'refund' : 'payment_refund';
  const given = { type, movement: 'charge_refunded', amount: -amount, currency, source: id, description: `Refund of ${of.id}` } as const;
  const { id: balance_transaction, ...booked } = explained(given, around);
  const set = {
    amount_refunded: of.amount_refunded + amount,
    refunded: leftOf(of) === amount,
    ...fraudOf(reason),
  };
  return { balance_transaction, ...booked, also: [change(charge, of, { set, tell: 'charge.refunded' })] };
}

/** What a charge keeps of why it was given back. */
export const fraudOf = (reason: Refund['reason'] | undefined): { fraud_details?: { user_report: 'fraudulent' } } =>
  reason === 'fraudulent' ? { fraud_details: { user_report: 'fraudulent' } } : {};

type Destination = NonNullable<NonNullable<Draft['set']>['destination_details']>;

function destinationOf({ payment_method_details }: Charge, { reference }: Approved): Destination {
  const type = payment_method_details?.type ?? 'card';
  if (type !== 'card') return { type };
  const reference_status = reference === undefined ? 'pending' : 'available';
  const card = { reference: reference ?? null, reference_status, reference_type: 'acquirer_reference_number', type: 'refund' } as const;
  return { type, card };
}

function pending(it: Refund, later: NonNullable<Draft['later']>): Draft {
  const set = { pending_reason: 'processing' as const };
  // That it takes time is no change of its status, so nobody is told.
  return it.status === 'pending' ? { set, tell: [], later } : { to: 'pending', set, tell: told, later };
}

/** Why money came back, or could not be let go, in the published words. */
export function reasonOf({ decline_code }: Declined): Refund['failure_reason'] {
  return failure_reasons.find((reason) => reason === decline_code) ?? 'unknown';
}

/** The money is the merchant's again, and can be refunded anew. */
export function givenBack(
  to: 'failed' | 'canceled',
  it: Refund,
  of: Charge,
  failure_reason: Refund['failure_reason'],
  around: Surroundings,
): Draft {
  const { amount, currency } = it;
  const type = isByCard(of) ? 'refund_failure' : 'payment_failure_refund';
  const back = { type, movement: 'refund_failed', amount, currency, source: it.id, description: `Return of a refund of ${of.id}` } as const;
  const { id, ...booked } = explained(back, around);
  const less = { amount_refunded: of.amount_refunded - amount, refunded: false };
  return {
    to,
    set: { failure_balance_transaction: id, failure_reason, pending_reason: null },
    tell: told,
    also: [change(charge, of, { set: less })],
    ...booked,
  };
}

/** Balance transactions of cards and of other methods have names of their own. */
export const isByCard = ({ payment_method_details }: Charge): boolean => (payment_method_details?.type ?? 'card') === 'card';

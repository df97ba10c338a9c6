import { type Around, ask, at, type Effect, type Effects, set } from '../../../kernel/base/effects.js';
import { day } from '../../../kernel/base/moments.js';
import type { RequestOf } from '../../../kernel/base/question.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Approved, Declined, Outcome, Settled } from '../../../processors/contract.js';
import { refundCharge } from '../../../processors/questions.js';
import { booked } from '../../money/balance/balance-transaction.js';
import { type charge, leftOf, processedBy } from '../charges/charge.js';
import { returnedTo, takenBackOf } from '../charges/settles.js';
import { destinationOf } from './destination.js';
import { failure_reasons, type refund } from './refund.js';
import { broughtBack } from './shares.js';

type Refund = It<typeof refund>;
type Open = It<typeof refund, 'pending' | 'requires_action'>;
type Charge = It<typeof charge>;

/** The question to the processor of the charge. It is the same each time, so that repeating it refunds nothing twice. */
export const question = ({ id, amount, currency }: Refund, of: Charge, outcome?: Outcome): RequestOf<typeof refundCharge> => ({
  attempt: id,
  ...processedBy(of),
  amount,
  currency,
  ...(outcome && { outcome }),
});

/** Polls the outcome of a refund. Without an answer it cannot be canceled, because the money may be on its way. */
export function askedAgain(it: Refund, of: Charge, outcome?: Outcome): Effects {
  const sent =
    it.status === 'requires_action' ? set(it, { status: 'pending', pending_reason: null }, told) : set(it, { pending_reason: null }, null);
  return [sent, ask(refundCharge, sent, question(it, of, outcome))];
}

/** Whether its outcome is unknown. */
export const isOpen = (it: Refund): it is Open => it.status === 'pending' || it.status === 'requires_action';

/** What the processor's answer makes of a refund. Answers that come late, doubled or against what has been settled change nothing. */
export function settled(it: Refund, of: Charge, answer: Settled, around: Around): Effects {
  switch (answer.result) {
    case 'approved':
      return isOpen(it) ? succeeded(it, of, answer) : it.status === 'canceled' && carriedOut(it, of, answer, around);
    case 'declined':
      return (isOpen(it) || it.status === 'succeeded') && failed(it, of, answer, around);
    case 'needs_action':
      return it.status === 'pending' && [set(it, { status: 'requires_action' }, told), at(answer.ask_again_at, it, 'inquire')];
    case 'pending':
      if (it.status === 'canceled') return at(answer.ask_again_at, it, 'inquire');
      return isOpen(it) && [pending(it), at(answer.ask_again_at, it, 'inquire')];
  }
}

/** Every change of a refund's status also sends this event. */
export const told = 'charge.refund.updated';

const succeeded = (it: Open | It<typeof refund, 'canceled'>, of: Charge, answer: Approved): Effects => [
  set(it, { status: 'succeeded', destination_details: destinationOf(of, answer, 'refund'), pending_reason: null }, told),
  at(answer.ask_again_at, it, 'inquire'),
  broughtBack(it, of),
];

/** A processor that had not received a cancellation has refunded the money, so it is debited again. */
function carriedOut(it: It<typeof refund, 'canceled'>, of: Charge, answer: Approved, around: Around): Effects {
  // Another refund has taken its place: of the two the processor can only have carried out one, so it is asked again when that is known.
  if (leftOf(of) < it.amount) return at(around.now + day, it, 'inquire');
  const money = moneyTaken(it, of, around);
  const done = set(
    it,
    {
      status: 'succeeded',
      ...money.refunded,
      destination_details: destinationOf(of, answer, 'refund'),
      failure_balance_transaction: null,
      failure_reason: null,
      pending_reason: null,
    },
    told,
  );
  return [money.effects, done, money.charge, at(answer.ask_again_at, done, 'inquire'), broughtBack(done, of)];
}

/** The members of a refund that describe its money, the movements, and the change of its charge. */
type MoneyTaken = {
  readonly refunded: { readonly balance_transaction: string; readonly settled_amount?: number };
  readonly effects: Effects;
  readonly charge: Effect;
};

/** The money of a refund leaves the merchant. The charge changes with it, so that of two refunds at once the later one meets what is left. */
export function moneyTaken({ id, amount, reason }: Pick<Refund, 'id' | 'amount' | 'reason'>, of: Charge, around: Around): MoneyTaken {
  const { currency } = of;
  const { converted, change } = takenBackOf(of, amount);
  const type = isByCard(of) ? 'refund' : 'payment_refund';
  const description = `Refund of ${of.id}`;
  const money = booked({ type, movement: 'charge_refunded', amount: -amount, currency, source: id, description, converted }, around);
  const amounts = { amount_refunded: of.amount_refunded + amount, refunded: leftOf(of) === amount };
  const refunded = { balance_transaction: money.id, ...(converted && { settled_amount: converted.amount }) };
  return { ...money, refunded, charge: set(of, { ...amounts, ...change, ...fraudOf(reason) }, 'charge.refunded') };
}

/** What a charge keeps of why it was given back. */
export const fraudOf = (reason: Refund['reason'] | undefined): { fraud_details?: { user_report: 'fraudulent' } } =>
  reason === 'fraudulent' ? { fraud_details: { user_report: 'fraudulent' } } : {};

/** A pending answer does not change the status, so it sends no event. */
const pending = (it: Open): Effect =>
  it.status === 'pending'
    ? set(it, { pending_reason: 'processing' }, null)
    : set(it, { status: 'pending', pending_reason: 'processing' }, told);

/** Why money came back, or could not be let go, in the published words. */
export const reasonOf = ({ decline_code }: Declined): Refund['failure_reason'] =>
  failure_reasons.find((reason) => reason === decline_code) ?? 'unknown';

type Returned = Pick<Refund, 'failure_balance_transaction' | 'failure_reason' | 'pending_reason'>;

/** The money returns to the merchant, and can be refunded again: the members of the refund, and the other effects. */
export function givenBack(
  { id, amount, currency, settled_amount = 0 }: Refund,
  of: Charge,
  failure_reason: Refund['failure_reason'],
  around: Around,
): { readonly failure: Returned; readonly effects: Effects; readonly charge: Effect } {
  const type = isByCard(of) ? 'refund_failure' : 'payment_failure_refund';
  const description = `Return of a refund of ${of.id}`;
  const { converted, change } = returnedTo(of, amount, settled_amount);
  const money = booked({ type, movement: 'refund_failed', amount, currency, source: id, description, converted }, around);
  const failure = { failure_balance_transaction: money.id, failure_reason, pending_reason: null };
  return { failure, effects: money.effects, charge: set(of, { amount_refunded: of.amount_refunded - amount, refunded: false, ...change }) };
}

function failed(it: Open | It<typeof refund, 'succeeded'>, of: Charge, answer: Declined, around: Around): Effects {
  const back = givenBack(it, of, reasonOf(answer), around);
  return [back.effects, set(it, { status: 'failed', ...back.failure }, told), back.charge];
}

/** Balance transactions of cards and of other methods have names of their own. */
const isByCard = ({ payment_method_details }: Charge): boolean => (payment_method_details?.type ?? 'card') === 'card';

import { type Around, at, type Effects, report, set } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import { type Answered, result } from '../../../kernel/base/rules.js';
import type { NeedsAction, Settled } from '../../../processors/contract.js';
import { chargeMethod } from '../../../processors/questions.js';
import { type Attempt, blocked, chargeFor, type Settlement } from '../charges/attempt.js';
import { hold_lasts } from '../charges/hold.js';
import { orphaned } from '../charges/orphaned.js';
import { activated, voided } from '../intents/agreement.js';
import { mismatch } from '../intents/microdeposits.js';
import { verified } from '../intents/question.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import { presentedAs } from '../presentment.js';
import { withAccounts } from './accounts-of-transfer.js';
import { completedStep, optionsOf, orderOf, reads, type Seen, usageOf, withoutStep } from './attempt.js';
import { paymentIntent } from './payment-intent.js';
import { settledBy } from './settled-by.js';
import { expired, isByHand, stepTaken } from './waiting.js';

type Intent = It<typeof paymentIntent>;
/** A payment that an answer can settle. */
type Awaiting = It<typeof paymentIntent, 'processing' | 'requires_action' | 'requires_confirmation'>;
type Told = Omit<Answered<typeof chargeMethod>, 'answer'>;

/** The processor's answer to a try, now or by notification later. */
export const tried = result(paymentIntent, chargeMethod, {
  reads,
  decide: (seen, around) => {
    const { it, answer, latest_charge } = seen;
    if (answer.result === 'disputed' || answer.result === 'warned' || isSameStep(it, answer)) return null;
    if (!isExpected(it, seen)) return orphaned(it, seen.asked.attempt === it.latest_attempt ? latest_charge : null, seen);
    // A processor tells by itself that the payer is through; whether that pays is for the server to say.
    if (answer.result === 'pending' && it.status === 'requires_action' && isByHand(it)) return stepTaken(it, around);
    if (answer.result === 'pending' && isOutrun(it, seen)) return null;
    return settled(it, answer, seen, around);
  },
});

function isSameStep(it: Intent, answer: Settled): boolean {
  const { status, next_action } = it;
  const { expires_at: _, payment_method_type: __, ...same } = next_action ?? {};
  if (status !== 'requires_action' || answer.result !== 'needs_action') return false;
  return JSON.stringify(same) === JSON.stringify(withAccounts(it, answer.next_action));
}

/** Whether a payment waits for an answer to this very try, by this very processor. What is captured or let go is no longer a try. */
function isExpected(
  it: Intent,
  { answer, asked: sent, by, latest_charge }: Answered<typeof chargeMethod> & Pick<Seen, 'latest_charge'>,
): it is Awaiting {
  if (sent.attempt !== it.latest_attempt || latest_charge?.status === 'succeeded') return false;
  if (it.processor !== null && it.processor !== by) return false;
  // Money captured before the merchant's second confirmation counts as captured: the first final answer stands.
  if (completedStep(it)) return answer.result === 'approved' || answer.result === 'declined';
  return it.status === 'processing' || it.status === 'requires_action';
}

/** Told by itself that the payer is through, after the server has confirmed: that it pays from now on is for its answer to say. */
const isOutrun = ({ confirmation_method, status }: Intent, { asked: sent }: Told): boolean =>
  confirmation_method === 'manual' && status === 'processing' && sent.amount === undefined;

/** What an answer makes of a payment that waits for it. A wallet may tell its processor before the payer has come back to the shop. */
export function settled(it: Awaiting, answer: Settled, seen: Seen & Told, around: Around): Effects {
  const { payment_method: method } = seen;
  if (answer.result === 'needs_action' && it.status !== 'requires_confirmation' && !isOver(answer, around))
    return needsAction(it, answer, seen);
  if (!method) return null;
  const settling = { ...seen, it, method, of: attemptOf(it, method, seen) };
  // A processor that still waits for a step whose time is over would wait for ever.
  return followed(settling, chargeFor(settling.of, answer.result === 'needs_action' ? expired : answer, around), around);
}

/** Declines a payment that a rule has blocked: its processor is not asked. */
export function blockedBefore(it: It<typeof paymentIntent, 'processing'>, seen: Seen, around: Around): Effects {
  const { payment_method: method } = seen;
  const rule = it.screening?.candidates[0];
  if (!method || !rule || it.latest_attempt === null) return null;
  const told = { ...seen, asked: { attempt: it.latest_attempt }, by: '' };
  const settling = { ...told, it, method, of: attemptOf(it, method, told) };
  return followed(settling, blocked(settling.of, rule, null, around), around);
}

const isOver = ({ expires_at }: NeedsAction, { now }: Around): boolean => expires_at !== undefined && expires_at <= now;

function needsAction(
  it: It<typeof paymentIntent, 'processing' | 'requires_action'>,
  { next_action, expires_at }: NeedsAction,
  { asked: { attempt, microdeposits }, by: processor, payment_method: method }: Told & Seen,
): Effects {
  const facts = { ...(expires_at !== undefined && { expires_at }), ...(method && { payment_method_type: method.type }) };
  const step = { next_action: { ...withAccounts(it, next_action), ...facts }, processor };
  // A different step sends the same event as the first one.
  const asking =
    it.status === 'requires_action' ? set(it, step, 'payment_intent.requires_action') : set(it, { status: 'requires_action', ...step });
  // The payer's proof was wrong: the same step is asked again.
  const wrong = microdeposits && report(asking, mismatch(microdeposits));
  return [asking, at(expires_at, asking, 'expire_step', attempt), wrong];
}

function attemptOf(
  it: Intent,
  method: It<typeof paymentMethod>,
  { fx_quote, latest_charge, asked: { attempt }, by }: Seen & Told,
): Attempt {
  const { id: payment_intent, customer, invoice, mandate, metadata, receipt_email, shipping, transfer_group } = it;
  const { application, application_fee_amount, on_behalf_of, statement_descriptor, statement_descriptor_suffix, transfer_data } = it;
  const shares = { application, application_fee_amount, transfer_data };
  const calculated_statement_descriptor = statement_descriptor ?? statement_descriptor_suffix;
  const statement = { calculated_statement_descriptor, statement_descriptor, statement_descriptor_suffix };
  const described = {
    ...statement,
    ...(it.counted_in?.length && { counted_in: it.counted_in }),
    ...(it.counted_by?.length && { counted_by: it.counted_by }),
    ...(it.radar_options && { radar_options: it.radar_options }),
    ...(it.routing && { routing: it.routing }),
    ...shares,
    ...(fx_quote && settledBy(fx_quote, it.currency)),
    ...presentedAs(it.presentment_details, it.amount),
    customer,
    invoice,
    metadata,
    on_behalf_of,
    payment_intent,
    receipt_email,
    shipping,
    transfer_group,
  };
  const begun = latest_charge?.status === 'pending' ? latest_charge : null;
  const options = optionsOf(it, method.type);
  return { order: orderOf(it, method), described, mandate, method, options, begun, screening: it.screening, attempt, by };
}

/** A payment that is being settled. */
type Settling = Seen & Told & { readonly it: Awaiting; readonly method: It<typeof paymentMethod>; readonly of: Attempt };

/** What follows for a payment from the settlement of its charge. */
function followed(settling: Settling, settled: Settlement, around: Around): Effects {
  switch (settled.outcome) {
    case 'succeeded':
      return succeeded(settling, settled, around);
    case 'failed':
      return failed(settling, settled);
    case 'pending':
      return pending(settling, settled);
    case 'still_pending':
      return stillPending(settling, settled);
  }
}

type SettledAs<O extends Settlement['outcome']> = Extract<Settlement, { readonly outcome: O }>;

function succeeded(settling: Settling, { charge, money, shares, answer }: SettledAs<'succeeded'>, { now }: Around): Effects {
  const { it, method, of, customer, mandate } = settling;
  const { amount } = it;
  const { captured } = charge;
  const paid = set(it, {
    ...withoutStep(it),
    status: captured ? 'succeeded' : 'requires_capture',
    ...(captured ? { amount_received: amount } : { amount_capturable: amount }),
    latest_charge: charge.id,
    next_action: null,
    processing: null,
    processor: of.by,
    ...(charge.review !== null && { review: charge.review }),
  });
  return [
    // The event of a new charge comes before that of its payment, and the event of a pending one after it.
    of.begun ? [money, paid, charge] : [charge, money, paid],
    verified(method, usageOf(it, method.type) ? customer : null, answer, now),
    activated(mandate),
    !captured && at(now + hold_lasts, paid, 'release', of.attempt),
    at(answer.ask_again_at, paid, 'inquire', of.attempt),
    shares,
  ];
}

function failed(settling: Settling, { charge, failure: { error, refusal }, taken }: SettledAs<'failed'>): Effects {
  const { it, of, mandate, latest_charge, asked: sent } = settling;
  const unpaid = set(it, {
    ...withoutStep(it),
    status: 'requires_payment_method',
    last_payment_error: error,
    latest_charge: charge.id,
    mandate: null,
    next_action: null,
    payment_method: null,
    processing: null,
  });
  // A failed authentication step is not a request error: answer 200 with the new state. Only a confirmation receives the decline.
  const confirms = !it.next_action && latest_charge?.status !== 'pending';
  // A rule has blocked a charge that the processor has approved: the money is released.
  const released = taken && orphaned(unpaid, null, { answer: taken, asked: sent, by: of.by });
  return [of.begun ? [unpaid, charge] : [charge, unpaid], voided(mandate), released, confirms && report(unpaid, refusal)];
}

/** The bank has not decided yet. */
function pending({ it, method, of }: Settling, { charge, told, answer }: SettledAs<'pending'>): Effects {
  const change = { latest_charge: charge.id, next_action: null, processing: { type: method.type }, processor: of.by };
  const waiting =
    it.status === 'processing'
      ? set(it, change, 'payment_intent.processing')
      : set(it, { ...change, status: 'processing' }, 'payment_intent.processing');
  return [charge, told, waiting, at(answer.ask_again_at, waiting, 'inquire', of.attempt)];
}

function stillPending({ it, of }: Settling, { answer }: SettledAs<'still_pending'>): Effects {
  if (it.status === 'processing') return at(answer.ask_again_at, it, 'inquire', of.attempt);
  const waiting = set(it, { ...withoutStep(it), status: 'processing' });
  return [waiting, at(answer.ask_again_at, waiting, 'inquire', of.attempt)];
}

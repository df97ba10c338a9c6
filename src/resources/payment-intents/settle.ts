import { andThen, type Change, change, type Decided, make } from '../../base/decision.js';
import type { AskedOf, Surroundings } from '../../base/legacy.js';
import { day } from '../../base/moments.js';
import type { Answer, Approved, Declined, NeedsAction } from '../../base/processor.js';
import type { It } from '../../base/resource.js';
import { charge, isOfStray, isWith, letGo } from '../charges/charge.js';
import { capturedOf, failed, hold_lasts, type Ordered, succeeded, tried } from '../charges/outcome.js';
import { ended } from '../intents/mandate.js';
import { failureOf, inquiries, proved } from '../intents/trying.js';
import { isHeld, type Refs, takenStep, usageOf, withoutStep } from './attempt.js';
import type { paymentIntent } from './payment-intent.js';
import { expired, stepTaken, waitsForServer } from './server-confirmation.js';

type Intent = It<typeof paymentIntent>;
type Draft = Decided<typeof paymentIntent>;
type Settling = { readonly it: Intent; readonly refs: Refs; readonly asked: AskedOf; readonly around: Surroundings };

/** The processor's answer to whatever was asked of it for this payment, now or by notification later. */
export function settled(it: Intent, refs: Refs, answer: Answer, asked: AskedOf, around: Surroundings): Draft {
  const settling = { it, refs, asked, around };
  if (asked.verb !== 'charge') return it.status === 'processing' && !isOfStray(asked) ? ofHeld(settling, answer) : {};
  // Held money that is being captured or let go is no longer a try: the same answer again changes nothing.
  if (asked.attempt !== it.latest_attempt || refs.latest_charge?.status === 'succeeded') return strayed(settling, answer);
  if (it.processor !== null && it.processor !== asked.processor) return strayed(settling, answer);
  if (isSameStep(it, answer)) return {};
  if (answer.result === 'pending' && waitsForServer(it)) return stepTaken(it, around);
  if (answer.result === 'pending' && isOutrun(it, asked)) return {};
  // A wallet may tell its processor before the payer has come back to the shop.
  if (it.status === 'requires_action') return andThen<Draft>({ to: 'processing' }, ofTry(settling, answer));
  // Money that was taken before the merchant's server has confirmed again is told as taken: the first final answer stands.
  if (takenStep(it) && isFinal(answer)) return andThen<Draft>({ to: 'processing', set: withoutStep(it) }, ofTry(settling, answer));
  return it.status === 'processing' ? ofTry(settling, answer) : strayed(settling, answer);
}

function ofTry(settling: Settling, answer: Answer): Draft {
  switch (answer.result) {
    case 'approved':
      return approved(settling, answer);
    case 'declined':
      return declined(settling, answer);
    case 'needs_action':
      // A processor that still waits for a step whose time is over would wait for ever.
      return isOver(answer, settling.around) ? declined(settling, expired) : needsAction(answer, settling.asked);
    case 'pending':
      return pending(settling, answer);
    default:
      return {};
  }
}

const isFinal = ({ result }: Answer): boolean => result === 'approved' || result === 'declined';

/** Told by itself that the payer is through, after the server has confirmed: that it pays from now on is for its answer to say. */
const isOutrun = ({ confirmation_method, status }: Intent, { amount }: AskedOf): boolean =>
  confirmation_method === 'manual' && status === 'processing' && amount === null;

const isSameStep = ({ status, next_action }: Intent, answer: Answer): boolean =>
  status === 'requires_action' && answer.result === 'needs_action' && JSON.stringify(next_action) === JSON.stringify(answer.next_action);

const isOver = ({ expires_at }: NeedsAction, { now }: Surroundings): boolean => expires_at !== undefined && expires_at <= now;

const orderOf = (it: Intent, capture: boolean): Ordered => {
  const { amount, currency, description } = it;
  const { customer, metadata, receipt_email, shipping, statement_descriptor, statement_descriptor_suffix, transfer_group } = it;
  const calculated_statement_descriptor = statement_descriptor ?? statement_descriptor_suffix;
  const described = { customer, metadata, receipt_email, shipping, statement_descriptor, statement_descriptor_suffix, transfer_group };
  return {
    amount,
    currency,
    capture,
    description,
    mandate: it.mandate,
    described: { ...described, calculated_statement_descriptor, payment_intent: it.id },
  };
};

type ToCharge = Parameters<typeof change<typeof charge>>[2];

/** The charge of this try: made now, or pending since an earlier answer. */
function chargeOf({ refs: { latest_charge }, around }: Settling): { id: string; with: (changes: ToCharge & object) => Draft } {
  if (latest_charge?.status === 'pending') {
    return { id: latest_charge.id, with: (changes) => ({ also: [change(charge, latest_charge, changes)] }) };
  }
  const id = around.fresh(charge);
  return { id, with: ({ set = {}, ...rest }) => ({ make: [make(charge, { id, set, ...rest })] }) };
}

function approved(settling: Settling, answer: Approved): Draft {
  const { it, refs, asked, around } = settling;
  const { payment_method: method, customer, mandate } = refs;
  if (!method) return {};
  const capture = !isHeld(it, method);
  const own = chargeOf(settling);
  const { set, make: made, post } = succeeded(own.id, orderOf(it, capture), method, answer, asked, around);
  const also: Change[] = [...proved(method, usageOf(it, method) ? customer : null, answer, around.now), ...ended([mandate], 'active')];
  const amounts = capture ? { amount_received: it.amount } : { amount_capturable: it.amount };
  return andThen<Draft>(own.with({ to: 'succeeded', set }), {
    to: capture ? 'succeeded' : 'requires_capture',
    set: { latest_charge: own.id, next_action: null, processing: null, processor: asked.processor, ...amounts },
    make: made,
    post,
    also,
    later: [
      ...(capture ? [] : [{ name: 'release', at: around.now + hold_lasts, about: asked.attempt }]),
      ...inquiries(answer, asked.attempt),
    ],
  });
}

function declined(settling: Settling, answer: Declined): Draft {
  const { it, refs, asked } = settling;
  const { payment_method: method, mandate } = refs;
  if (!method) return {};
  const own = chargeOf(settling);
  const { error, refuse } = failureOf(answer, method, own.id);
  const set = {
    latest_charge: own.id,
    last_payment_error: error,
    next_action: null,
    payment_method: null,
    processing: null,
    mandate: null,
  };
  const failing = own.with({ to: 'failed', set: failed(orderOf(it, true), method, answer, asked) });
  // Whoever reports that the payer failed a step, and whoever waits for a bank, did nothing wrong; whoever confirms gets the decline.
  const told = it.next_action || refs.latest_charge?.status === 'pending' ? {} : { refuse };
  return andThen<Draft>(failing, { to: 'requires_payment_method', set, also: ended([mandate], 'inactive'), ...told });
}

const needsAction = ({ next_action, expires_at }: NeedsAction, { attempt, processor }: AskedOf): Draft => ({
  to: 'requires_action',
  set: { next_action, processor },
  ...(expires_at !== undefined && { later: [{ name: 'expire_step', at: expires_at, about: attempt }] }),
});

/** The bank takes its time: told once, and asked again when the processor says so. */
function pending(settling: Settling, answer: Extract<Answer, { result: 'pending' }>): Draft {
  const { it, refs, asked } = settling;
  const { payment_method: method, latest_charge } = refs;
  const later = inquiries(answer, asked.attempt);
  if (!method || latest_charge?.status === 'pending') return { later };
  const own = chargeOf(settling);
  const begun = own.with({ to: 'pending', set: tried(orderOf(it, true), method, asked), tell: 'charge.pending' });
  const set = { latest_charge: own.id, next_action: null, processing: { type: method.type }, processor: asked.processor };
  return andThen<Draft>(begun, { set, tell: 'payment_intent.processing', later });
}

/** What was asked about held money: taken, let go, or neither after all. */
function ofHeld(settling: Settling, answer: Answer): Draft {
  const { latest_charge: held } = settling.refs;
  if (held?.status !== 'succeeded' || held.captured || held.refunded) return {};
  if (answer.result === 'declined') return stillHeld(settling, held, answer);
  if (answer.result !== 'approved') return {};
  return settling.asked.verb === 'capture' ? captured(settling, held, answer) : voided(settling, held);
}

/** Held after all; a hold whose time is over by now is let go a day later. */
function stillHeld({ it, around }: Settling, held: It<typeof charge>, answer: Declined): Draft {
  const late = around.now >= held.created + hold_lasts && it.latest_attempt;
  return {
    to: 'requires_capture',
    set: { cancellation_reason: null },
    later: late ? [{ name: 'release', at: around.now + day, about: late }] : [],
    refuse: failureOf(answer, null).refuse,
  };
}

function captured({ it, asked, around }: Settling, held: It<typeof charge>, answer: Approved): Draft {
  const amount = asked.amount ?? it.amount_capturable;
  const { set, make: made, post } = capturedOf(held, amount, answer, around);
  return {
    to: 'succeeded',
    set: { amount_capturable: 0, amount_received: amount },
    make: made,
    post,
    also: [change(charge, held, { set: { ...set, amount_refunded: held.amount - amount }, tell: 'charge.captured' })],
  };
}

function voided({ it, around }: Settling, held: It<typeof charge>): Draft {
  const tell = it.cancellation_reason === 'automatic' ? 'charge.expired' : 'charge.refunded';
  return {
    to: 'canceled',
    set: { amount_capturable: 0, canceled_at: around.now },
    also: [change(charge, held, { set: { amount_refunded: held.amount, refunded: true }, tell })],
  };
}

/**
 * An answer that nobody waits for any more. The first answer stands; money that was taken for a try which has been given up or declined
 * meanwhile is let go again, so that nobody pays twice or for nothing.
 */
function strayed({ it, refs: { latest_charge }, asked, around }: Settling, answer: Answer): Draft {
  const known = latest_charge?.status === 'succeeded' && isWith(latest_charge, asked.processor);
  const expected = asked.attempt === it.latest_attempt && known;
  if (answer.result !== 'approved' || expected) return {};
  const { id, currency } = it;
  const amount = asked.amount ?? it.amount;
  return { ask: letGo({ subject: { object: 'payment_intent', id }, amount, currency, now: around.now }, answer, asked) };
}

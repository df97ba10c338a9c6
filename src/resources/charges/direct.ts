import { andThen, type Decided } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { field, type Given, pick, problem, required } from '../../base/fields.js';
import { flag, textOf } from '../../base/kinds.js';
import { type AskedOf, action, answer, due, type Surroundings } from '../../base/legacy.js';
import { day } from '../../base/moments.js';
import type { Answer, Approved, Ask, Declined } from '../../base/processor.js';
import type { It } from '../../base/resource.js';
import { customer } from '../customers/customer.js';
import { dispute } from '../disputes/dispute.js';
import { reported } from '../disputes/report.js';
import { type Chosen, choose, chosenNew, unfit } from '../intents/choose.js';
import { failureOf, inquiries, proved, triedWith } from '../intents/trying.js';
import { card_input } from '../payment-methods/card-input.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { methodFrom } from '../payment-methods/payment-method-data.js';
import { askOfHeld, charge, isBeingLetGo, isOfStray, isWith, leftOf, letGo } from './charge.js';
import { capturedOf, failed, hold_lasts, type Ordered, succeeded, tried } from './outcome.js';

type Charge = It<typeof charge>;
type Method = It<typeof paymentMethod>;
type Draft = Decided<typeof charge>;
type CardInput = NonNullable<Given<{ card: typeof card_input }>['card']>;

const of_customer = 'customer.invoice_settings.default_payment_method';

const needs = { customer, payment_method: paymentMethod } as const;

const token = textOf(255);

/** What older clients pay with: the name of a token, or a card. */
const source = field<CardInput>({ anyOf: [token.schema, card_input.schema], examples: ['tok_visa'] }, {}, (value, at, reading) => {
  if (typeof value !== 'string') {
    const { object: _, ...members } = (value ?? {}) as Record<string, unknown>;
    return card_input.read(members, at, reading);
  }
  if (!value.startsWith('tok_')) return problem(reading, { code: 'parameter_invalid', param: at, message: not_a_token });
  const read = token.read(value, at, reading);
  return read === undefined ? undefined : { token: read };
});

const not_a_token = 'Send a token such as tok_visa or the members of a card here, and a payment method as payment_method.';

/** Charges a card at once, as clients did before there were intents. Nobody is asked to authenticate: use a PaymentIntent for that. */
export const create = action(
  charge,
  'POST /v1/charges',
  {
    amount: required(charge.fields.amount),
    currency: required(charge.fields.currency),
    capture: flag,
    source,
    ...pick(charge.fields, 'customer', 'description', 'metadata', 'payment_method', 'receipt_email', 'shipping'),
    ...pick(charge.fields, 'statement_descriptor', 'statement_descriptor_suffix', 'transfer_group', 'on_behalf_of'),
  },
  ({ it, params: { source: given, capture = true, ...set }, refs, ...around }): Draft => {
    const chosen = given ? fromSource(given, around) : choose(set, refs.payment_method ?? refs[of_customer], undefined, around);
    if ('refuse' in chosen) return chosen;
    const { method, cvc, make } = chosen;
    if (!method) return { refuse: nothingToCharge(set.customer ?? null) };
    const refusal = unfit({ customer: set.customer ?? null, payment_method_types: ['card'] }, method);
    if (refusal) return { refuse: refusal };
    const described = { ...set, payment_method: method.id, statement_descriptor: set.statement_descriptor ?? null };
    // Held or not is remembered here until the answer has come.
    return {
      to: 'pending',
      set: { ...described, captured: capture },
      make,
      ask: ask({ ...it, ...described, captured: capture } as Charge, method, { cvc, around }),
    };
  },
  { needs: { ...needs, [of_customer]: paymentMethod } },
);

const nothingToCharge = (customer: string | null): Refusal => ({
  code: 'parameter_missing',
  param: 'source',
  message: customer
    ? `The customer ${customer} has no default payment method. Set invoice_settings[default_payment_method], or send source or payment_method.`
    : 'Must provide source, payment_method or customer.',
});

function fromSource(given: CardInput, around: Surroundings): Chosen | { refuse: Refusal } {
  const made = methodFrom({ type: 'card', card: given }, '', around);
  return 'refuse' in made ? { refuse: asSource(made.refuse) } : chosenNew(made, around);
}

/** What is wrong with a card, by the name of the parameter that it came in. */
const asSource = ({ param = 'card', ...refusal }: Refusal): Refusal => ({
  ...refusal,
  param: param.replace(/^card(\[token\])?/, 'source'),
});

type Asking = { readonly cvc: Chosen['cvc']; readonly around: Surroundings; readonly finished_step?: string };

function ask(it: Charge, method: Method, { cvc, around, finished_step }: Asking): Ask {
  const { amount, currency, description, statement_descriptor, captured: capture } = it;
  const again = finished_step !== undefined && { finished_step, processor: it.processor?.name };
  const trying = { attempt: it.id, cvc, version: 'pinned', now: around.now, ...again };
  return {
    verb: 'charge',
    subject: { object: 'charge', id: it.id },
    ...triedWith({ return_url: null, request_three_d_secure: null }, method, trying),
    amount,
    currency,
    capture,
    off_session: true,
    options: {},
    description,
    statement_descriptor,
  };
}

/** Takes money that was held by a charge without an intent. */
export const capture = action(
  charge,
  'POST /v1/charges/:id/capture',
  { amount: charge.fields.amount, ...pick(charge.fields, 'receipt_email', 'statement_descriptor', 'statement_descriptor_suffix') },
  ({ it, params: { amount = it.amount, ...set }, now }): Draft => {
    if (it.payment_intent)
      return { refuse: { code: 'charge_not_capturable', message: `Capture its PaymentIntent ${it.payment_intent} instead.` } };
    if (it.captured) return { refuse: { code: 'charge_already_captured' } };
    if (it.status !== 'succeeded' || it.refunded) return { refuse: { code: 'charge_not_capturable' } };
    if (isBeingLetGo(it)) return { refuse: being_let_go };
    if (amount > it.amount)
      return { refuse: { code: 'amount_too_large', param: 'amount', message: `At most ${it.amount} can be captured.` } };
    // One key for each amount: whoever races for the same is answered the same, and another amount is another question.
    return { set, ask: ofHeld('capture', it, `${it.id} ${amount}`, { amount, now }) };
  },
  { needs },
);

const being_let_go: Refusal = {
  code: 'charge_not_capturable',
  message: 'A refund is letting this money go. Only if its processor refuses that, the charge can be captured.',
};

const ofHeld = (verb: 'capture' | 'void', it: Charge, attempt: string, about: { readonly amount: number; readonly now: number }): Ask =>
  askOfHeld(verb, it, { subject: { object: 'charge', id: it.id }, attempt, ...about });

/** Lets held money go when its time is over, unless that has been done or ordered. */
export const release = due(
  charge,
  'release',
  ({ it, now }): Draft => {
    const { amount } = it;
    // What was declined before is asked anew: the same question would only be answered the same.
    return it.captured || leftOf(it) === 0 ? {} : { ask: ofHeld('void', it, `${it.id} ${now}`, { amount, now }) };
  },
  { needs },
);

/** Asks a processor again that said when to. */
export const inquire = due(
  charge,
  'inquire',
  ({ it, refs: { payment_method: method }, ...around }): Draft =>
    it.status === 'pending' && method
      ? { ask: ask(it, method, { cvc: null, around: { ...around, version: null }, finished_step: 'pending' }) }
      : {},
  { needs },
);

/** The processor's answer for a charge without an intent, and its notice that any charge is disputed. */
export const settle = answer(
  charge,
  ({ it, answer, asked, refs: { payment_method: method, customer: owner, dispute: known }, ...around }): Draft => {
    if (answer.result === 'disputed') return reported(it, known, answer.dispute, around);
    // The charge of an intent is settled by its intent.
    if (asked.verb === 'charge' && it.payment_intent) return {};
    if (asked.verb === 'charge')
      return isAwaited(it, asked) && method ? settled(it, method, answer, { asked, owner, around }) : strayed(it, answer, asked, around);
    if (it.status !== 'succeeded' || isOfStray(asked)) return {};
    if (answer.result === 'declined')
      return { refuse: failureOf(answer, null, it.id).refuse, ...(asked.verb === 'void' && heldOn(it, around)) };
    if (answer.result !== 'approved') return {};
    if (it.captured || it.refunded) return outrun(it, asked);
    if (asked.verb === 'void') return { set: { amount_refunded: it.amount, refunded: true }, tell: 'charge.expired' };
    const amount = asked.amount ?? it.amount;
    const { set, make, post } = capturedOf(it, amount, answer, around);
    return { set: { ...set, amount_refunded: it.amount - amount }, make, post, tell: 'charge.captured' };
  },
  { needs: { ...needs, dispute } },
);

const isAwaited = ({ status, processor }: Charge, asked: AskedOf): boolean =>
  status === 'pending' && (processor === null || processor.name === asked.processor);

/** Money that was taken for a charge which is declined by now, or by somebody else, is let go again. */
function strayed(it: Charge, answer: Answer, asked: AskedOf, { now }: Surroundings): Draft {
  if (answer.result !== 'approved' || (it.status === 'succeeded' && isWith(it, asked.processor))) return {};
  const { id, amount, currency } = it;
  return { ask: letGo({ subject: { object: 'charge', id }, amount, currency, now }, answer, asked) };
}

/** Held after all; it is let go a day later. */
const heldOn = (it: Charge, { now }: Surroundings): Pick<Draft, 'later'> =>
  it.captured || it.refunded ? {} : { later: [{ name: 'release', at: now + day }] };

/** Whoever wanted to capture another amount, or money that has been let go, is told that somebody else was first. */
function outrun({ captured, amount_captured }: Charge, { verb, amount }: AskedOf): Draft {
  if (verb !== 'capture') return {};
  if (!captured) return { refuse: { code: 'charge_not_capturable' } };
  return amount !== null && amount !== amount_captured ? { refuse: { code: 'charge_already_captured' } } : {};
}

type Settling = { readonly asked: AskedOf; readonly owner: It<typeof customer> | null; readonly around: Surroundings };

function settled(it: Charge, method: Method, answer: Answer, { asked, owner, around }: Settling): Draft {
  const order: Ordered = { amount: it.amount, currency: it.currency, capture: it.captured, description: it.description, described: {} };
  switch (answer.result) {
    case 'approved':
      return approved(it, order, method, answer, { asked, owner, around });
    case 'declined':
      return declined(it, order, method, answer, asked);
    case 'needs_action':
      return declined(
        it,
        order,
        method,
        { result: 'declined', code: 'authentication_required', decline_code: 'authentication_required' },
        asked,
      );
    case 'pending':
      return {
        set: { ...tried(order, method, asked), captured: it.captured },
        ...(it.processor ? {} : { tell: 'charge.pending' }),
        later: inquiries(answer),
      };
    default:
      return {};
  }
}

function approved(it: Charge, order: Ordered, method: Method, answer: Approved, { asked, owner, around }: Settling): Draft {
  const { set, make, post } = succeeded(it.id, order, method, answer, asked, around);
  const later = order.capture ? [] : [{ name: 'release', at: around.now + hold_lasts }];
  return andThen<Draft>({ to: 'succeeded', set, make, post, later }, { also: proved(method, owner, answer, around.now) });
}

function declined(it: Charge, order: Ordered, method: Method, answer: Declined, asked: AskedOf): Draft {
  return {
    to: 'failed',
    set: { ...failed(order, method, answer, asked), captured: false },
    refuse: failureOf(answer, method, it.id).refuse,
  };
}

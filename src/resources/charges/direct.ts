import { type Around, ask, at, refuse, report, set } from '../../base/effects.js';
import type { Refusal } from '../../base/errors.js';
import { field, type Given, pick, problem, required } from '../../base/fields.js';
import { flag, textOf } from '../../base/kinds.js';
import { wrongCharge } from '../../base/money.js';
import type { RequestOf } from '../../base/question.js';
import { one } from '../../base/reads.js';
import type { It } from '../../base/resource.js';
import { creation, result, timer } from '../../base/rules.js';
import type { Declined, Settled } from '../../processors/contract.js';
import { chargeMethod } from '../../processors/questions.js';
import { customer } from '../customers/customer.js';
import { dispute } from '../disputes/dispute.js';
import { disputeReported } from '../disputes/report.js';
import { type Chosen, choose, newMethod, unfit } from '../intents/method.js';
import { verified } from '../intents/verification.js';
import { card_input } from '../payment-methods/card-input.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { methodFrom } from '../payment-methods/payment-method-data.js';
import { charged, type Following, question } from './attempt.js';
import { charge, isWith } from './charge.js';
import { hold_lasts } from './hold.js';
import { orphaned } from './orphaned.js';

type Charge = It<typeof charge>;
type Pending = It<typeof charge, 'pending'>;
type Method = It<typeof paymentMethod>;
type CardInput = NonNullable<Given<{ card: typeof card_input }>['card']>;

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
export const create = creation(charge, {
  takes: {
    amount: required(charge.fields.amount),
    currency: required(charge.fields.currency),
    capture: flag,
    source,
    ...pick(charge.fields, 'customer', 'description', 'metadata', 'payment_method', 'receipt_email', 'shipping'),
    ...pick(charge.fields, 'statement_descriptor', 'statement_descriptor_suffix', 'transfer_group', 'on_behalf_of'),
  },
  reads: {
    customer,
    payment_method: paymentMethod,
    of_customer: one(paymentMethod, 'customer.invoice_settings.default_payment_method'),
  },
  decide: ({ it, input: { source: given, capture = true, ...described }, payment_method, of_customer }, around) => {
    const chosen = given ? fromSource(given, around) : choose(described, payment_method ?? of_customer, undefined, around);
    const wrong = wrongCharge(described);
    if (wrong) return refuse(wrong);
    if ('refuse' in chosen) return refuse(chosen.refuse);
    const { method, cvc, made } = chosen;
    const { customer: owner = null } = described;
    if (!method) return refuse(nothingToCharge(owner));
    const refusal = unfit({ customer: owner, payment_method_types: ['card'] }, method);
    if (refusal) return refuse(refusal);
    // Held or not is remembered here until the answer has come.
    const begun = set(it, { status: 'pending', ...described, payment_method: method.id, captured: capture });
    return [made, begun, ask(chargeMethod, begun, asked(begun, method, { cvc }))];
  },
});

const nothingToCharge = (customer: string | null): Refusal => ({
  code: 'parameter_missing',
  param: 'source',
  message: customer
    ? `The customer ${customer} has no default payment method. Set invoice_settings[default_payment_method], or send source or payment_method.`
    : 'Must provide source, payment_method or customer.',
});

function fromSource(given: CardInput, around: Around): Chosen | { readonly refuse: Refusal } {
  const described = methodFrom({ type: 'card', card: given }, '', around);
  return 'refuse' in described ? { refuse: asSource(described.refuse) } : newMethod(described, around);
}

/** What is wrong with a card, by the name of the parameter that it came in. */
const asSource = ({ param = 'card', ...refusal }: Refusal): Refusal => ({
  ...refusal,
  param: param.replace(/^card(\[token\])?/, 'source'),
});

type Asking = { readonly cvc: Chosen['cvc']; readonly finished_step?: string };

const asked = (it: Pending, method: Method, asking: Asking): RequestOf<typeof chargeMethod> =>
  question(orderOf(it), terms, method, {
    attempt: it.id,
    native: false,
    ...asking,
    ...(it.processor && { processor: it.processor.name }),
  });

/** Nobody is there to be asked for anything. */
const terms = { off_session: true, options: {}, request_three_d_secure: null, return_url: null } as const;

const orderOf = ({ amount, currency, captured: capture, description, statement_descriptor }: Pending) => ({
  amount,
  currency,
  capture,
  description,
  statement_descriptor,
});

/** Asks a processor again that said when to. */
export const inquire = timer(charge, 'inquire', {
  from: ['pending'],
  reads: { customer, payment_method: paymentMethod },
  decide: ({ it, payment_method: method }) => method && ask(chargeMethod, it, asked(it, method, { cvc: null, finished_step: 'pending' })),
});

/** The processor's answer for a charge without an intent, and its notice that any charge is disputed. */
export const tried = result(charge, chargeMethod, {
  reads: { customer, dispute, payment_method: paymentMethod },
  decide: ({ it, customer: owner, dispute: known, payment_method: method, ...told }, around) => {
    const { answer, asked, by } = told;
    if (answer.result === 'disputed') return disputeReported(it, known, answer.dispute, around);
    // The charge of an intent is settled by its intent.
    if (it.payment_intent) return null;
    if (it.status !== 'pending' || isOfAnother(it, by) || !method) return orphaned(it, it, told);
    const of = { order: orderOf(it), described: {}, mandate: null, method, begun: it, attempt: asked.attempt, by };
    return charged(of, final(answer), following(it, method, owner, around), around);
  },
});

/** Where nobody has answered yet, anybody may. */
const isOfAnother = (it: Charge, name: string): boolean => it.processor !== null && !isWith(it, name);

/** Nobody is there to take a step. */
const final = (answer: Settled): Exclude<Settled, { readonly result: 'needs_action' }> =>
  answer.result === 'needs_action' ? unauthenticated : answer;

const unauthenticated: Declined = { result: 'declined', code: 'authentication_required', decline_code: 'authentication_required' };

const following = (it: Pending, method: Method, owner: It<typeof customer> | null, { now }: Around): Following => ({
  succeeded: (charge, money, answer) => [
    money,
    charge,
    verified(method, owner, answer, now),
    !charge.captured && at(now + hold_lasts, charge, 'release'),
  ],
  failed: (charge, { refusal }) => [charge, report(charge, refusal)],
  pending: (charge, told, { ask_again_at }) => [charge, told, at(ask_again_at, charge, 'inquire')],
  still_pending: ({ ask_again_at }) => at(ask_again_at, it, 'inquire'),
});

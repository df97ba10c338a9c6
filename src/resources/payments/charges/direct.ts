import { type Around, type Asked, ask, at, type Effects, report, run, set } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { flag, text } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { requireCharge } from '../../../kernel/base/money.js';
import type { RequestOf } from '../../../kernel/base/question.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import { type Answered, consequence, creation, result, timer } from '../../../kernel/base/rules.js';
import type { Declined, Settled } from '../../../processors/contract.js';
import { chargeMethod } from '../../../processors/questions.js';
import { account } from '../../accounts/accounts/account.js';
import { applicationIn, isSwitchedOff, of_account, requireTaking, switchedOff } from '../../accounts/accounts/taking.js';
import { requireShareable, sharing_params } from '../../connect/transfers/sharing.js';
import { radar_options } from '../../core/radar/rule-fields.js';
import { customer } from '../../customers/customers/customer.js';
import { transfer_data_members } from '../../parts.js';
import { dispute } from '../disputes/dispute.js';
import { disputeReported } from '../disputes/report.js';
import { type Chosen, choose, newMethod, requireFit } from '../intents/method.js';
import { verified } from '../intents/question.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { compared, confirming, factsOf, hasRules, judged, used } from '../radar/screening.js';
import { warned } from '../reviews/open.js';
import { card, cardOfMethod } from '../sources/card.js';
import { asOlderCard } from '../sources/older-card.js';
import { methodFromSource, no_such_source, type SourceGiven, source_input } from '../sources/source-input.js';
import { token } from '../tokens/token.js';
import { type Attempt, blocked, chargeFor, question, type Settlement } from './attempt.js';
import { charge, isWith } from './charge.js';
import { hold_lasts } from './hold.js';
import { orphaned } from './orphaned.js';

type Charge = It<typeof charge>;
type Pending = It<typeof charge, 'pending'>;
type Method = It<typeof paymentMethod>;
type Token = It<typeof token>;

const passed_on = about(
  'The connected account that the charge is transferred to once it succeeds.',
  object({ ...transfer_data_members, description: about('The description of the transfer; that of the charge by default.', text) }),
);

/** Charges a card at once, as clients did before there were intents. The payer cannot authenticate: use a PaymentIntent for that. */
export const create = creation(charge, {
  takes: {
    amount: about('The amount to pay in minor units, such as 2000 for 20.00 USD.', required(charge.fields.amount)),
    currency: about('The currency of the charge, a three-letter ISO 4217 code.', required(charge.fields.currency)),
    capture: about('Whether the money is captured at once, which is the default; false only authorizes it.', flag),
    source: about(
      'What pays: a token, the id of a card of the customer, or the members of a card. By default the default payment method of the customer.',
      source_input,
    ),
    ...sharing_params,
    transfer_data: passed_on,
    ...pick(charge.fields, 'customer', 'description', 'metadata', 'payment_method', 'receipt_email', 'shipping'),
    radar_options,
    ...pick(charge.fields, 'statement_descriptor', 'statement_descriptor_suffix', 'transfer_group', 'on_behalf_of'),
  },
  reads: {
    customer,
    payment_method: paymentMethod,
    of_customer: one(paymentMethod, 'customer.invoice_settings.default_payment_method'),
    token: one(token, 'source.token'),
    of_source: one(paymentMethod, 'source.payment_method'),
    default_source: one(card, 'customer.default_source'),
    of_default_source: one(paymentMethod, 'default_source.payment_method'),
    ...of_account,
    destination: one(account, 'transfer_data.destination'),
  },
  decide: ({ it, input: { source: given, capture = true, transfer_data, ...rest }, ...seen }, asked) => {
    const described = { ...rest, ...transferIn(transfer_data) };
    if (seen.taker) requireTaking(seen.taker, asked);
    requireCharge(described, 'amount', asked);
    const { payment_method, of_customer, of_default_source } = seen;
    const by_id = { payment_method: payment_method ?? of_default_source ?? of_customer, token: null };
    const chosen = given ? fromSource(given, seen, asked) : choose(described, by_id, undefined, asked);
    const { method, cvc, made } = chosen;
    const { customer: owner = null } = described;
    if (!method) return asked.refuse(nothingToCharge(owner));
    requireFit({ customer: owner, payment_method_types: ['card'] }, method, asked);
    if (switchedOff(seen.taker).includes(method.type)) return asked.refuse(isSwitchedOff(method.type, given ? 'source' : 'payment_method'));
    // Held or not is remembered here until the answer has come.
    const told = { ...described, ...sourceOf(given, method), ...(seen.taker && applicationIn(seen.taker)) };
    const begun = set(it, { status: 'pending', ...told, payment_method: method.id, captured: capture });
    requireShareable(begun, seen, asked.account, asked);
    const screens = hasRules(seen.taker) && run(screen, begun, { ...(cvc && { cvc }), off_session: true });
    return [made, begun, screens || ask(chargeMethod, begun, sent(begun, method, { cvc }))];
  },
});

type Passed = Given<{ readonly it: typeof passed_on }>['it'];

/** What a charge keeps of its transfer: whom it pays, how much, and what the transfer is called. */
function transferIn(given: Passed): Pick<Settable<typeof charge>, 'transfer_data' | 'transfer_description'> {
  if (!given) return {};
  const { description, ...transfer_data } = given;
  return { transfer_data, ...(description !== undefined && { transfer_description: description }) };
}

const nothingToCharge = (customer: string | null): Refusal => ({
  code: 'parameter_missing',
  param: 'source',
  message: customer
    ? `The customer ${customer} has no default payment method. Set invoice_settings[default_payment_method], or send source or payment_method.`
    : 'Must provide source, payment_method or customer.',
});

type Brought = { readonly of_source: Method | null; readonly token: Token | null };

function fromSource({ payment_method: named, ...given }: SourceGiven, { of_source, token }: Brought, asked: Asked): Chosen {
  if (!named) return newMethod(methodFromSource(given, token, asked), asked);
  return choose({}, { payment_method: of_source ?? asked.refuse(no_such_source), token: null }, undefined, asked);
}

/** What older clients read of a charge that they have made of a source. */
const sourceOf = (given: SourceGiven | undefined, method: Method): Partial<Pick<Charge, 'source'>> =>
  given && method.card
    ? { source: { id: cardOfMethod(method.id), object: 'card', ...asOlderCard({ ...method, card: method.card }), metadata: {} } }
    : {};

type Asking = { readonly cvc: Chosen['cvc']; readonly finished_step?: string };

const sent = (it: Pending, method: Method, asking: Asking): RequestOf<typeof chargeMethod> =>
  question(orderOf(it), { ...terms, routing: it.routing }, method, {
    attempt: it.id,
    native: false,
    ...asking,
    ...(it.processor && { processor: it.processor.name }),
  });

/** The payer is off session. */
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
  decide: ({ it, payment_method: method }) => method && ask(chargeMethod, it, sent(it, method, { cvc: null, finished_step: 'pending' })),
});

/** The processor's answer for a charge without an intent, and its notice that any charge is disputed. */
export const tried = result(charge, chargeMethod, {
  reads: { customer, dispute, payment_method: paymentMethod },
  decide: ({ it, customer: owner, dispute: known, payment_method: method, ...told }, around) => {
    const { answer, asked: sent, by } = told;
    if (answer.result === 'disputed') return disputeReported(it, known, answer.dispute, around);
    if (answer.result === 'warned') return warned(it, answer.fraud_warning, around);
    // The charge of an intent is settled by its intent.
    if (it.payment_intent) return null;
    if (it.status !== 'pending' || isOfAnother(it, by) || !method) return orphaned(it, it, told);
    const settled = chargeFor({ ...attemptOf(it, method), attempt: sent.attempt, by }, final(answer), around);
    return followed({ it, method, owner, told }, settled, around);
  },
});

const attemptOf = (it: Pending, method: Method): Attempt => ({
  order: orderOf(it),
  described: {},
  mandate: null,
  method,
  options: terms.options,
  begun: it,
  screening: it.screening,
  attempt: it.id,
  by: '',
});

/** Gathers what the rules of the account compare; the number of the card is read with it. */
export const screen = consequence(charge, 'screen', {
  from: ['pending'],
  takes: confirming,
  reads: { customer, payment_method: paymentMethod },
  decide: ({ it, input, customer: owner, payment_method: method }, around) =>
    method && run(compare, it, { ...input, facts: factsOf(it, method, owner, undefined, around) }),
});

/** Compares a charge with the rules of the account. */
export const compare = consequence(charge, 'compare', {
  from: ['pending'],
  takes: compared,
  reads: { customer, payment_method: paymentMethod, owner: own(account), used },
  decide: (seen, around): Effects => {
    const { it, input, customer: owner, payment_method: method } = seen;
    const { members, blocked: isBlocked } = judged(it.id, seen, around);
    if (!method) return null;
    const screened = set(it, members, null);
    const [rule] = members.screening.candidates;
    if (!isBlocked || !rule) return [screened, ask(chargeMethod, screened, sent(screened, method, { cvc: input.cvc ?? null }))];
    const settled = blocked(attemptOf(screened, method), rule, null, around);
    return [screened, followed({ it: screened, method, owner, told: null }, settled, around)];
  },
});

/** Before the first answer, any processor may answer. */
const isOfAnother = (it: Charge, name: string): boolean => it.processor !== null && !isWith(it, name);

/** The payer is off session, so a step counts as a decline. */
const final = (answer: Settled): Exclude<Settled, { readonly result: 'needs_action' }> =>
  answer.result === 'needs_action' ? unauthenticated : answer;

const unauthenticated: Declined = { result: 'declined', code: 'authentication_required', decline_code: 'authentication_required' };

type Settling = {
  readonly it: Pending;
  readonly method: Method;
  readonly owner: It<typeof customer> | null;
  readonly told: Answered<typeof chargeMethod> | null;
};

function followed({ it, method, owner, told }: Settling, settled: Settlement, { now }: Around): Effects {
  switch (settled.outcome) {
    case 'succeeded': {
      const { charge, money, shares, answer } = settled;
      const release = !charge.captured && at(now + hold_lasts, charge, 'release');
      return [money, charge, verified(method, owner, answer, now), release, shares];
    }
    case 'failed':
      // A rule has blocked a charge that the processor has approved: the money is released.
      return [
        settled.charge,
        settled.taken && told && orphaned(settled.charge, null, told),
        report(settled.charge, settled.failure.refusal),
      ];
    case 'pending':
      return [settled.charge, settled.told, at(settled.answer.ask_again_at, settled.charge, 'inquire')];
    case 'still_pending':
      return at(settled.answer.ask_again_at, it, 'inquire');
  }
}

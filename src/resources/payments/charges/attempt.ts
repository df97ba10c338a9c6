import { type Around, type Effect, type Effects, set, tell } from '../../../kernel/base/effects.js';
import type { RequestOf } from '../../../kernel/base/question.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import type { Approved, ChargeAsk, Declined, Pending, Routing } from '../../../processors/contract.js';
import type { chargeMethod } from '../../../processors/questions.js';
import type { Candidate, Screening } from '../../core/radar/rule-fields.js';
import { type Failure, failureOf } from '../intents/failure.js';
import { questionOf, type Trying } from '../intents/question.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import { watched } from '../reviews/open.js';
import { charge } from './charge.js';
import { detailsOf, failureIn, outcomeOf, proven, ruleFor } from './facts.js';
import { shared } from './share.js';
import { type Taken, taken } from './take.js';

type Charge = It<typeof charge>;
type Method = It<typeof paymentMethod>;
type Set = Settable<typeof charge>;

/** The amount and terms of a charge, as ordered. */
export type Order = Pick<Charge, 'amount' | 'currency' | 'description' | 'statement_descriptor'> & {
  /** Whether the money is taken at once; it is held otherwise. */
  readonly capture: boolean;
};

type Terms = Pick<
  ChargeAsk,
  'off_session' | 'options' | 'request_three_d_secure' | 'return_url' | 'confirmation_method' | 'setup_future_usage'
> & { readonly routing?: Routing | null | undefined };

/** The question whether a payment method pays. */
export const question = (
  { amount, currency, capture, description, statement_descriptor }: Order,
  { off_session, options, confirmation_method, routing, setup_future_usage, ...wanted }: Terms,
  method: Method,
  trying: Trying,
): RequestOf<typeof chargeMethod> => ({
  ...questionOf(wanted, method, trying),
  amount,
  currency,
  capture,
  ...(confirmation_method && { confirmation_method }),
  ...(routing && { routing: asked(routing) }),
  off_session,
  ...(setup_future_usage && { setup_future_usage }),
  options,
  description,
  statement_descriptor,
});

const asked = ({ processors, disabled_processors }: Routing): Routing => ({ processors, disabled_processors });

/** A try to pay that has been answered. */
export type Attempt = {
  readonly order: Order;
  /** What the charge tells besides. */
  readonly described: Set;
  /** What the payer agreed to, where the money is debited. */
  readonly mandate: string | null;
  readonly method: Method;
  /** The options of its type. */
  readonly options: ChargeAsk['options'];
  /** The charge, where there is one already. */
  readonly begun: It<typeof charge, 'pending'> | null;
  /** What the rules of the account say of it. */
  readonly screening?: Screening | null | undefined;
  /** The name of the try, and of who has answered. */
  readonly attempt: string;
  readonly by: string;
};

type Charged<S extends 'pending' | 'succeeded' | 'failed'> = It<typeof charge, S> & Effect;

/** The outcome of a try: its charge, and what the order of events allows its owner to place around its own change. */
export type Settlement =
  | {
      readonly outcome: 'succeeded';
      readonly charge: Charged<'succeeded'>;
      readonly answer: Approved;
      /** The movements of money, and the transfer and the fee that share it. */
      readonly money: Effects;
      readonly shares: Effects;
    }
  /** `taken` is the approval of a try that a rule has blocked nevertheless: its money must be released. */
  | { readonly outcome: 'failed'; readonly charge: Charged<'failed'>; readonly failure: Failure; readonly taken: Approved | null }
  | { readonly outcome: 'pending'; readonly charge: Charged<'pending'>; readonly told: Effects; readonly answer: Pending }
  /** The events of a pending charge are out already. */
  | { readonly outcome: 'still_pending'; readonly answer: Pending };

/** Settles a try by its answer: a value, of which the owner lists the effects. */
export function chargeFor(of: Attempt, answer: Approved | Declined | Pending, around: Around): Settlement {
  switch (answer.result) {
    case 'approved': {
      const rule = ruleFor(of.screening, answer);
      return rule?.action === 'block' ? blocked(of, rule, answer, around) : approved(of, answer, rule, around);
    }
    case 'declined':
      return declined(of, answer, around);
    case 'pending':
      return pending(of, answer, around);
  }
}

function approved(of: Attempt, answer: Approved, rule: Candidate | null, around: Around): Settlement {
  const { order, begun, attempt, by } = of;
  const id = begun?.id ?? around.fresh(charge);
  const tried = factsOf(of, answer.details);
  const facts = {
    ...tried,
    ...authorizedBy(tried.payment_method_details),
    outcome: outcomeOf(answer, rule?.action === 'review' ? 'manual_review' : 'authorized', rule),
    paid: true,
    payment_method_details: proven(tried.payment_method_details, order.amount, answer, order.capture ? null : around.now),
    processor: { name: by, reference: answer.reference ?? attempt },
    receipt_url: around.pageUrl('receipt', { object: 'charge', id }, id),
  };
  const { payment_intent = null, ...said } = of.described;
  const { application_fee_amount = begun?.application_fee_amount ?? null, transfer_data = begun?.transfer_data ?? null } = said;
  const { application = begun?.application ?? null } = said;
  const shares = { application, application_fee_amount, passes_on: transfer_data !== null };
  const is_shared = order.capture && (shares.passes_on || application_fee_amount !== null);
  const about = { ...facts, id, created: around.now, payment_intent, ...shares };
  const { change, effects } = order.capture ? taken(about, order.amount, answer, around) : held;
  const watch = watched({ id, payment_intent, disputed: change.disputed === true }, of, { answer, rule }, around);
  const told = { ...facts, ...change, ...watch.change, status: 'succeeded' } as const;
  const made = begun ? set(begun, told) : around.make(charge, told, id);
  return { outcome: 'succeeded', charge: made, money: effects, shares: [is_shared && shared(made), watch.effects], answer };
}

/** The code of the issuer, where the processor reports it. */
const authorizedBy = ({ card }: ReturnType<typeof detailsOf>): Pick<Set, 'authorization_code'> =>
  card?.authorization_code ? { authorization_code: card.authorization_code } : {};

/** What is held moves nothing yet. */
const held: Taken = { change: {}, effects: null };

function declined(of: Attempt, answer: Declined, around: Around): Settlement {
  const told = { ...factsOf(of, answer.details), ...failureIn(answer), captured: false, status: 'failed' } as const;
  return { ...failed(of, told, answer, around), taken: null };
}

type Failed = Set & { readonly status: 'failed' };

function failed(of: Attempt, told: Failed, answer: Declined, { make }: Around) {
  const refused = of.begun ? set(of.begun, told) : make(charge, told);
  return { outcome: 'failed', charge: refused, failure: failureOf(answer, of.method, refused.id) } as const;
}

/** The answer to the payer, which does not reveal that a rule has blocked the payment. */
const by_rule: Declined = { result: 'declined', code: 'card_declined', decline_code: 'generic_decline' };

/** A rule has blocked a payment: before its processor was asked, or, with `taken`, after its approval. No processor holds its charge. */
export function blocked(of: Attempt, rule: Candidate, taken: Approved | null, around: Around): Settlement {
  const answer: Declined = { ...by_rule, ...(taken?.risk && { risk: taken.risk }) };
  const told = { ...factsOf(of), ...failureIn(answer, rule), captured: false, processor: null, status: 'failed' } as const;
  return { ...failed(of, told, answer, around), taken };
}

/** The bank has not decided: the charge tells that once. */
function pending(of: Attempt, answer: Pending, { make }: Around): Settlement {
  if (of.begun?.processor) return { outcome: 'still_pending', answer };
  const told = of.begun && set(of.begun, factsOf(of, answer.details), 'charge.pending');
  if (told) return { outcome: 'pending', charge: told, told: null, answer };
  const begun = make(charge, { ...factsOf(of, answer.details), status: 'pending' });
  return { outcome: 'pending', charge: begun, told: tell(begun, 'charge.pending'), answer };
}

/** What every charge tells, whatever comes of it. */
const factsOf = (
  { order: { amount, currency, description }, described, mandate, method, options, attempt, by }: Attempt,
  details?: Approved['details'],
) => ({
  ...described,
  amount,
  currency,
  description,
  billing_details: method.billing_details,
  payment_method: method.id,
  payment_method_details: detailsOf(method, { mandate, options, details }),
  processor: { name: by, reference: attempt },
});

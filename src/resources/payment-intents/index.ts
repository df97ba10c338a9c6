import { andThen, type Decided } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { type Given, object, pick, required } from '../../base/fields.js';
import { flag, integerOrDigits, metadata, oneOf, ref, text, textOf } from '../../base/kinds.js';
import { action, answer, due, type It, list, retrieve, type Surroundings, search } from '../../base/resource.js';
import { type Chosen, choose } from '../intents/choose.js';
import { customer_acceptance } from '../intents/parts.js';
import { payment_method_data } from '../payment-methods/payment-method-data.js';
import { misplacedType, payableTypes } from '../payment-methods/types.js';
import { askOfCharge, attempt, givenUp, inquired, needs, type Refs, refusalOf, resumed, unexpected } from './attempt.js';
import { off_session, paymentIntent } from './payment-intent.js';
import { settled } from './settle.js';

type Intent = It<typeof paymentIntent>;
type Draft = Decided<typeof paymentIntent>;

const { fields } = paymentIntent;

const described = pick(
  fields,
  'description',
  'merchant_order_id',
  'merchant_user_id',
  'metadata',
  'quantity',
  'receipt_email',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
);

const paid_with = {
  ...pick(fields, 'payment_method', 'payment_method_options', 'payment_method_types', 'setup_future_usage', 'capture_method', 'return_url'),
  payment_method_data,
};

/** What confirming takes besides; two spellings of one member are published (published-facts 1, row 17). */
const confirming = {
  client_secret: text,
  error_on_requires_action: flag,
  mandate_data: object({ customer_acceptance }),
  off_session,
  'off-session': off_session,
  use_stripe_sdk: flag,
};

type Confirming = Given<typeof confirming>;

/** The parameters that are stored, apart from those that only say how to confirm. */
function apart<P extends Confirming>(params: P): { confirming: Confirming; given: Omit<P, keyof Confirming> } {
  const { client_secret, error_on_requires_action, mandate_data, off_session, 'off-session': hyphened, use_stripe_sdk, ...given } = params;
  const absent = off_session ?? hyphened ?? false;
  return {
    confirming: {
      ...(mandate_data && { mandate_data }),
      off_session: absent !== false,
      error_on_requires_action: error_on_requires_action ?? false,
    },
    given,
  };
}

/** Creates a payment; with `confirm` it is tried at once. */
export const create = action(
  paymentIntent,
  'POST /v1/payment_intents',
  {
    ...described,
    ...paid_with,
    ...confirming,
    ...pick(fields, 'automatic_payment_methods', 'confirmation_method', 'customer', 'on_behalf_of'),
    amount: required(fields.amount),
    currency: required(fields.currency),
    confirm: flag,
  },
  ({ it, params: { confirm: confirmed, payment_method_data: data, ...params }, refs, ...around }) => {
    if (params.confirmation_method === 'manual') return { refuse: confirmed_by_itself };
    const { confirming, given } = apart(params);
    const chosen = choose(given, refs.payment_method, data, around);
    if ('refuse' in chosen) return chosen;
    const foreign = misplacedType(given, given.currency);
    if (foreign) return { refuse: foreign };
    const set = { ...given, payment_method_types: typesOf(given, chosen), ...(chosen.method && { payment_method: chosen.method.id }) };
    const begun: Draft = { to: chosen.method ? 'requires_confirmation' : 'requires_payment_method', set, make: chosen.make };
    const draft = { ...it, ...set } as Intent;
    if (confirmed) return tried(begun, draft, chosen, confirming, around);
    const early = (['off_session', 'mandate_data', 'error_on_requires_action'] as const).find((name) => confirming[name]);
    if (early) return { refuse: onlyConfirming(early) };
    const refusal = chosen.method && refusalOf(draft, chosen.method);
    return refusal ? { refuse: refusal } : begun;
  },
  { needs },
);

const confirmed_by_itself: Refusal = {
  code: 'parameter_invalid',
  param: 'confirmation_method',
  message:
    'Only confirmation_method automatic is supported. A server can confirm all the same, with confirm=true or with the verb confirm; once the payer has acted, the payment goes on by itself.',
};

const onlyConfirming = (param: string): Refusal => ({
  code: 'parameter_invalid',
  param,
  message: `${param} can only be used together with confirm=true. Leave it out here and send it when confirming.`,
});

type Types = Intent['payment_method_types'];

/** The types that may pay: those given, the one that was brought along, or all that take this currency. */
function typesOf(
  given: { payment_method_types?: Types; automatic_payment_methods?: { enabled?: boolean } | null; currency: string },
  { method }: Chosen,
): Types {
  if (given.payment_method_types) return given.payment_method_types;
  if (given.automatic_payment_methods?.enabled) return payableTypes(given.currency);
  return method ? [method.type] : ['card'];
}

function tried(begun: Draft, draft: Intent, chosen: Chosen, confirming: Confirming, around: Surroundings): Draft {
  const absent = confirming.off_session === true || confirming.error_on_requires_action === true;
  const acceptance = confirming.mandate_data?.customer_acceptance ?? null;
  const next = attempt(draft, { ...chosen, acceptance, off_session: absent }, around);
  return next.refuse ? next : andThen(begun, next);
}

const open: readonly Intent['status'][] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Changes a payment that has not been confirmed for good; afterwards what describes it. */
export const update = action(
  paymentIntent,
  'POST /v1/payment_intents/:id',
  { ...described, ...paid_with, ...pick(fields, 'amount', 'currency', 'customer') },
  ({ it, params: { payment_method_data: data, ...given }, refs, ...around }) => {
    if (!open.includes(it.status))
      return !data && notDescribed(given) === undefined
        ? { set: given }
        : { refuse: unchangeable(it, data ? 'payment_method_data' : notDescribed(given)) };
    const chosen = choose(given, refs.payment_method, data, around);
    if ('refuse' in chosen) return chosen;
    const removed = given.payment_method === null;
    const set = { ...retyped(it, given), ...given, ...(data && chosen.method && { payment_method: chosen.method.id }) };
    const foreign = misplacedType(given, set.currency ?? it.currency);
    if (foreign) return { refuse: foreign };
    const refusal = !removed && chosen.method && refusalOf({ ...it, ...set } as Intent, chosen.method);
    if (refusal) return { refuse: refusal };
    return andThen<Draft>(reopened(it, refs, set), { ...nextState(it, set), set, make: chosen.make });
  },
  { needs },
);

/** What of a change is more than a description. */
const notDescribed = (given: object): string | undefined => Object.keys(given).find((name) => !Object.hasOwn(described, name));

const unchangeable = ({ status }: Intent, param = ''): Refusal => ({
  code: 'payment_intent_unexpected_state',
  param,
  message: `You could not update ${param} of this PaymentIntent because it has a status of ${status}. Only what describes it can still be changed.`,
});

/** Another currency may be paid by others, where nobody has named them. */
const retyped = ({ automatic_payment_methods }: Intent, { currency }: { currency?: string }): { payment_method_types?: Types } =>
  automatic_payment_methods?.enabled && currency ? { payment_method_types: payableTypes(currency) } : {};

/** What a processor has been told; another value ends the step that waits for the payer. */
const of_the_ask = ['amount', 'capture_method', 'currency', 'payment_method', 'payment_method_options'];

const endsStep = (it: Intent, set: object): boolean => it.status === 'requires_action' && of_the_ask.some((name) => name in set);

const reopened = (it: Intent, refs: Refs, set: object): Draft => (endsStep(it, set) ? givenUp(refs) : {});

function nextState(it: Intent, set: { payment_method?: string | null }): { to?: Intent['status'] } {
  const to = set.payment_method === null ? 'requires_payment_method' : 'requires_confirmation';
  return (set.payment_method !== undefined || endsStep(it, set)) && to !== it.status ? { to } : {};
}

/** Pays; the payer may have to act first. */
export const confirm = action(
  paymentIntent,
  'POST /v1/payment_intents/:id/confirm',
  { ...paid_with, ...confirming, ...pick(fields, 'customer', 'receipt_email', 'shipping') },
  ({ it, params: { payment_method_data: data, ...params }, refs, ...around }) => {
    if (!open.includes(it.status)) return { refuse: unexpected(it, 'confirm') };
    const { confirming, given } = apart(params);
    const chosen = choose(given, refs.payment_method, data, around);
    if ('refuse' in chosen) return chosen;
    const begun = andThen<Draft>(givenUp(refs), { set: given, make: chosen.make });
    return tried(begun, { ...it, ...given } as Intent, chosen, confirming, around);
  },
  { needs },
);

/** Takes held money: all of it, or less and the rest is let go. */
export const capture = action(
  paymentIntent,
  'POST /v1/payment_intents/:id/capture',
  {
    amount_to_capture: integerOrDigits({ minimum: 1 }),
    final_capture: flag,
    metadata,
    statement_descriptor: textOf(22),
    statement_descriptor_suffix: textOf(22),
  },
  ({ it, params: { amount_to_capture, final_capture: _, ...set }, refs, ...around }): Draft => {
    const { latest_charge: held } = refs;
    if (it.status !== 'requires_capture' || !held) return { refuse: unexpected(it, 'capture') };
    const amount = amount_to_capture ?? it.amount_capturable;
    if (amount > it.amount_capturable) return { refuse: { ...too_much, message: `At most ${it.amount_capturable} can be captured.` } };
    return { to: 'processing', set, ask: askOfCharge('capture', it, held, amount, around) };
  },
  { needs },
);

const too_much = { code: 'amount_too_large', param: 'amount_to_capture' } as const;

/** Gives a payment up; what is held is let go. */
export const cancel = action(
  paymentIntent,
  'POST /v1/payment_intents/:id/cancel',
  { cancellation_reason: textOf(500) },
  ({ it, params, refs, ...around }): Draft => {
    const { latest_charge: held } = refs;
    if (it.status === 'requires_capture' && held)
      return { to: 'processing', set: params, ask: askOfCharge('void', it, held, held.amount, around) };
    if (!open.includes(it.status)) return { refuse: unexpected(it, 'cancel') };
    return andThen<Draft>(givenUp(refs), { to: 'canceled', set: { ...params, canceled_at: around.now } });
  },
  { needs },
);

/** Finishes the payer's step, or the bank's, without a browser (spec README, decision 17). */
export const finishStep = action(
  paymentIntent,
  'POST /v1/test_helpers/payment_intents/:id/next_action',
  { outcome: required(oneOf('succeed', 'fail', 'abandon', 'expire')) },
  ({ it, params, refs, ...around }) => resumed(it, refs, params.outcome, around),
  { needs },
);

/** The processor's answer. */
export const settle = answer(paymentIntent, ({ it, answer, asked, refs, ...around }) => settled(it, refs, answer, asked, around), {
  needs,
});

/** Lets held money go when its time is over (published: seven days). */
export const release = due(
  paymentIntent,
  'release',
  ({ it, refs, about, ...around }): Draft => {
    const { latest_charge: held } = refs;
    if (it.status !== 'requires_capture' || about !== it.latest_attempt || !held) return {};
    const ask = askOfCharge('void', it, held, held.amount, around);
    return { to: 'processing', set: { cancellation_reason: 'automatic' }, ask };
  },
  { needs },
);

/** Ends a step that the payer has not taken in time. */
export const expireStep = due(
  paymentIntent,
  'expire_step',
  ({ it, refs, about, ...around }): Draft =>
    it.status === 'requires_action' && about === it.latest_attempt ? resumed(it, refs, 'expire', around) : {},
  { needs },
);

/** Asks a processor again that said when to. */
export const inquire = due(paymentIntent, 'inquire', ({ it, refs, about, ...around }) => inquired(it, refs, about, around), { needs });

/** The payment intents group. */
export const paymentIntents = [
  create,
  update,
  confirm,
  capture,
  cancel,
  finishStep,
  settle,
  release,
  expireStep,
  inquire,
  retrieve(paymentIntent, 'GET /v1/payment_intents/:id', { params: { client_secret: text } }),
  list(paymentIntent, ['GET /v1/payment_intents', 'GET /v1/payment_intents/list'], { customer: ref('customer') }),
  search(paymentIntent, 'GET /v1/payment_intents/search', 'status:"succeeded" AND amount>1000'),
] as const;

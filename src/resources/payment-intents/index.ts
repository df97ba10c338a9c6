import { andThen, type Decided } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { pick, required } from '../../base/fields.js';
import { flag, integerOrDigits, metadata, oneOf, ref, text, textOf } from '../../base/kinds.js';
import { action, answer, due } from '../../base/legacy.js';
import type { It } from '../../base/resource.js';
import { list, retrieve, search } from '../../base/rules.js';
import { type Chosen, choose } from '../intents/choose.js';
import { payment_method_data } from '../payment-methods/payment-method-data.js';
import { misplacedType } from '../payment-methods/types.js';
import {
  askOfCharge,
  attempt,
  completed,
  givenUp,
  inquired,
  needs,
  type Refs,
  refusalOf,
  resumed,
  takenStep,
  unexpected,
} from './attempt.js';
import { apart, confirming_params, knownOf, refusalOfBrowser, tooEarly } from './confirming.js';
import { automaticTypes, unkept } from './kept.js';
import { paymentIntent } from './payment-intent.js';
import { isOther, lapsed, stepOver, stepTaken, toComplete, waitsForServer } from './server-confirmation.js';
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

/** Creates a payment; with `confirm` it is tried at once. */
export const create = action(
  paymentIntent,
  'POST /v1/payment_intents',
  {
    ...described,
    ...paid_with,
    ...confirming_params,
    ...pick(fields, 'automatic_payment_methods', 'confirmation_method', 'customer', 'on_behalf_of'),
    amount: required(fields.amount),
    currency: required(fields.currency),
    confirm: flag,
  },
  ({ it, params: { confirm: confirmed, payment_method_data: data, ...params }, refs, ...around }) => {
    const { confirming, given } = apart(params);
    const chosen = choose(given, refs.payment_method, data, around);
    if ('refuse' in chosen) return chosen;
    const types = typesOf({ ...it, ...given } as Intent, given, chosen);
    const set = { ...given, payment_method_types: types, ...(chosen.method && { payment_method: chosen.method.id }) };
    const draft = { ...it, ...set } as Intent;
    const misfit = misplacedType(given, given.currency) ?? unkept(draft, given);
    if (misfit) return { refuse: misfit };
    const begun: Draft = { to: chosen.method ? 'requires_confirmation' : 'requires_payment_method', set, make: chosen.make };
    if (confirmed) return afterwards(begun, attempt(draft, knownOf(chosen, confirming), around));
    const refusal = tooEarly(confirming) ?? (chosen.method && refusalOf(draft, chosen.method));
    return refusal ? { refuse: refusal } : begun;
  },
  { needs },
);

/** What a request changes, and then its try; nothing of it where that cannot be tried. */
const afterwards = (begun: Draft, next: Draft): Draft => (next.refuse ? next : andThen(begun, next));

type Types = Intent['payment_method_types'];

/** The types that may pay: those given, all that can, or the one that was brought along. */
function typesOf(it: Intent, { payment_method_types: named }: { payment_method_types?: Types }, { method }: Chosen): Types {
  if (named) return named;
  if (it.automatic_payment_methods?.enabled) return automaticTypes(it);
  return method ? [method.type] : ['card'];
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
    const draft = { ...it, ...set } as Intent;
    const misfit = misplacedType(given, draft.currency) ?? unkept(draft, given);
    if (misfit) return { refuse: misfit };
    const refusal = !removed && chosen.method && refusalOf(draft, chosen.method);
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

/** What decides which types can pay. */
const of_types = ['currency', 'payment_method_options', 'setup_future_usage'] as const;

/** Another currency, or keeping the payment method, is for other types, where nobody has named them. */
const retyped = (it: Intent, given: object): { payment_method_types?: Types } =>
  it.automatic_payment_methods?.enabled && of_types.some((name) => name in given)
    ? { payment_method_types: automaticTypes({ ...it, ...given } as Intent) }
    : {};

/** Another value of what a processor has been told ends the step that the payer is asked to take, or has taken. */
const endsStep = (it: Intent, set: object): boolean =>
  (it.status === 'requires_action' || takenStep(it) !== null) && ('payment_method' in set || isOther(it, set));

const reopened = (it: Intent, refs: Refs, set: object): Draft => (endsStep(it, set) ? givenUp(it, refs) : {});

function nextState(it: Intent, set: { payment_method?: string | null }): { to?: Intent['status'] } {
  const to = set.payment_method === null ? 'requires_payment_method' : 'requires_confirmation';
  return (set.payment_method !== undefined || endsStep(it, set)) && to !== it.status ? { to } : {};
}

/** Pays; the payer may have to act first. A payment confirmed by hand is confirmed once more after that. */
export const confirm = action(
  paymentIntent,
  'POST /v1/payment_intents/:id/confirm',
  { ...paid_with, ...confirming_params, ...pick(fields, 'customer', 'receipt_email', 'shipping') },
  ({ it, params: { payment_method_data: data, ...params }, refs, ...around }) => {
    if (!open.includes(it.status)) return { refuse: unexpected(it, 'confirm') };
    const { confirming, given: said } = apart(params);
    const given = { ...retyped(it, said), ...said };
    const draft = { ...it, ...given } as Intent;
    const refuse = refusalOfBrowser(it, around);
    if (refuse) return { refuse };
    const chosen = choose(given, refs.payment_method, data, around);
    if ('refuse' in chosen) return chosen;
    const misfit = unkept(draft, given, chosen.method?.type);
    if (misfit) return { refuse: misfit };
    const known = knownOf(chosen, confirming);
    const taken = toComplete(it, given, chosen.method);
    if (taken) return afterwards({ set: given }, completed(draft, taken, known, around));
    const begun = andThen<Draft>(givenUp(it, refs), { set: given, make: chosen.make });
    return afterwards(begun, attempt(draft, known, around));
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
    return andThen<Draft>(givenUp(it, refs), { to: 'canceled', set: { ...params, canceled_at: around.now } });
  },
  { needs },
);

/** Finishes the payer's step, or the bank's, without a browser (spec README, decision 17). */
export const finishStep = action(
  paymentIntent,
  'POST /v1/test_helpers/payment_intents/:id/next_action',
  { outcome: required(oneOf('succeed', 'fail', 'abandon', 'expire')) },
  ({ it, params: { outcome }, refs, ...around }) =>
    outcome === 'succeed' && waitsForServer(it) ? stepTaken(it, around) : resumed(it, refs, outcome, around),
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
  ({ it, refs, about, ...around }): Draft => {
    if (it.status !== 'requires_action' || about !== it.latest_attempt) return {};
    return waitsForServer(it) ? stepOver(it, refs) : resumed(it, refs, 'expire', around);
  },
  { needs },
);

/** Gives a payment up that its merchant's server has not confirmed again in time. */
export const lapse = due(paymentIntent, 'lapse', ({ it, refs, ...around }) => lapsed(it, refs, around), { needs });

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
  lapse,
  inquire,
  retrieve(paymentIntent, 'GET /v1/payment_intents/:id', { params: { client_secret: text } }),
  list(paymentIntent, ['GET /v1/payment_intents', 'GET /v1/payment_intents/list'], { customer: ref('customer') }),
  search(paymentIntent, 'GET /v1/payment_intents/search', 'status:"succeeded" AND amount>1000'),
] as const;

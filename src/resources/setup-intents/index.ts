import { andThen, type Decided } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { object, pick, required } from '../../base/fields.js';
import { flag, oneOf, ref, text } from '../../base/kinds.js';
import { action, answer, due, type Surroundings } from '../../base/legacy.js';
import type { It } from '../../base/resource.js';
import { list, retrieve } from '../../base/rules.js';
import { type Chosen, choose, unfit } from '../intents/choose.js';
import { type Acceptance, mandate } from '../intents/mandate.js';
import { customer_acceptance } from '../intents/parts.js';
import { payment_method_data } from '../payment-methods/payment-method-data.js';
import { attempt, givenUp, inquired, needs, resumed, settled, unexpected } from './attempt.js';
import { setupAttempt } from './setup-attempt.js';
import { setupIntent } from './setup-intent.js';

type Intent = It<typeof setupIntent>;
type Draft = Decided<typeof setupIntent>;

const { fields } = setupIntent;

const writable = {
  ...pick(fields, 'customer', 'description', 'metadata', 'payment_method', 'payment_method_options', 'payment_method_types'),
  payment_method_data,
};

const confirming = {
  ...pick(fields, 'payment_method', 'payment_method_options', 'return_url'),
  payment_method_data,
  mandate_data: object({ customer_acceptance }),
  client_secret: text,
  use_stripe_sdk: flag,
};

/** Creates a SetupIntent (seed); with `confirm` it is tried at once. */
export const create = action(
  setupIntent,
  'POST /v1/setup_intents',
  {
    ...writable,
    ...pick(fields, 'automatic_payment_methods', 'on_behalf_of', 'usage'),
    ...pick(confirming, 'mandate_data', 'return_url', 'use_stripe_sdk'),
    confirm: flag,
  },
  ({ it, params: { confirm: confirmed, payment_method_data: data, mandate_data, use_stripe_sdk: _, ...given }, refs, ...around }) => {
    if (given.return_url && !confirmed) return { refuse: return_url_without_confirm };
    const chosen = choose(given, refs.payment_method, data, around);
    if ('refuse' in chosen) return chosen;
    const types = given.payment_method_types ?? (chosen.method ? [chosen.method.type] : it.payment_method_types);
    const set = { ...given, payment_method_types: types, ...(chosen.method && { payment_method: chosen.method.id }) };
    const draft = { ...it, ...set, payment_method_options: { ...it.payment_method_options, ...given.payment_method_options } } as Intent;
    const begun: Draft = { to: chosen.method ? 'requires_confirmation' : 'requires_payment_method', set, make: chosen.make };
    if (confirmed) return confirm_(begun, draft, { ...chosen, acceptance: mandate_data?.customer_acceptance ?? null }, around);
    const refusal = chosen.method && unfit(draft, chosen.method);
    return refusal ? { refuse: refusal } : begun;
  },
  { needs },
);

const return_url_without_confirm: Refusal = {
  code: 'parameter_invalid',
  param: 'return_url',
  message: 'return_url can only be used together with confirm=true. Leave it out here and send it when confirming.',
};

const method_missing: Refusal = {
  code: 'setup_intent_unexpected_state',
  param: 'payment_method',
  message: 'You cannot confirm this SetupIntent because it is missing a payment method. Send payment_method or payment_method_data.',
};

function confirm_(
  begun: Draft,
  draft: Intent,
  { method, cvc, acceptance }: Chosen & { acceptance: Acceptance | null },
  around: Surroundings,
): Draft {
  if (!method) return { refuse: method_missing };
  const next = attempt(draft, { method, cvc, acceptance }, around);
  return next.refuse ? next : andThen(begun, next);
}

const open: readonly Intent['status'][] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Changes an intent that has not been confirmed for good. */
export const update = action(
  setupIntent,
  'POST /v1/setup_intents/:id',
  writable,
  ({ it, params: { payment_method_data: data, ...given }, refs, ...around }) => {
    if (!open.includes(it.status))
      return !data && Object.keys(given).every((name) => name === 'metadata' || name === 'description')
        ? { set: given }
        : { refuse: unexpected(it, 'update') };
    const chosen = choose(given, refs.payment_method, data, around);
    if ('refuse' in chosen) return chosen;
    const removed = given.payment_method === null;
    const refusal = !removed && chosen.method && unfit({ ...it, ...given } as Intent, chosen.method);
    if (refusal) return { refuse: refusal };
    const set = { ...given, ...(data && chosen.method && { payment_method: chosen.method.id }) };
    const to = set.payment_method === undefined ? it.status : removed ? 'requires_payment_method' : 'requires_confirmation';
    if (to === it.status) return { set, make: chosen.make };
    return andThen<Draft>(givenUp(refs), { to, set, make: chosen.make });
  },
  { needs },
);

/** Tries to set up the payment method; a payer may have to act first. */
export const confirm = action(
  setupIntent,
  'POST /v1/setup_intents/:id/confirm',
  {
    ...confirming,
    ...pick(fields, 'customer', 'description', 'metadata', 'usage'),
  },
  ({ it, params: { payment_method_data: data, mandate_data, client_secret: _, use_stripe_sdk: __, ...given }, refs, ...around }) => {
    if (!open.includes(it.status)) return { refuse: unexpected(it, 'confirm') };
    const chosen = choose(given, refs.payment_method, data, around);
    if ('refuse' in chosen) return chosen;
    const draft = { ...it, ...given, payment_method_options: { ...it.payment_method_options, ...given.payment_method_options } } as Intent;
    const begun = andThen<Draft>(givenUp(refs), { set: given, make: chosen.make });
    return confirm_(begun, draft, { ...chosen, acceptance: mandate_data?.customer_acceptance ?? null }, around);
  },
  { needs },
);

/** Gives an intent up; nothing can be done with it afterwards. */
export const cancel = action(
  setupIntent,
  'POST /v1/setup_intents/:id/cancel',
  pick(fields, 'cancellation_reason'),
  ({ it, params, refs }): Draft => {
    if (!open.includes(it.status)) return { refuse: unexpected(it, 'cancel') };
    return andThen<Draft>(givenUp(refs), { to: 'canceled', set: params });
  },
  { needs },
);

/** Finishes the payer's step without a browser (spec README, decision 17). */
export const finishStep = action(
  setupIntent,
  'POST /v1/test_helpers/setup_intents/:id/next_action',
  { outcome: required(oneOf('succeed', 'fail', 'abandon', 'expire')) },
  ({ it, params, refs, ...around }) => resumed(it, refs, params.outcome, around),
  { needs },
);

/** The processor's answer. */
export const settle = answer(setupIntent, ({ it, answer, asked, refs }) => settled(it, refs, answer, asked), { needs });

/** Asks a processor again that said when to. */
export const inquire = due(setupIntent, 'inquire', ({ it, refs, about, ...around }) => inquired(it, refs, about, around), { needs });

/** The setup intents group, with the attempts and mandates that come of them. */
export const setupIntents = [
  create,
  update,
  confirm,
  cancel,
  finishStep,
  settle,
  inquire,
  retrieve(setupIntent, 'GET /v1/setup_intents/:id', { params: { client_secret: text } }),
  list(setupIntent, ['GET /v1/setup_intents', 'GET /v1/setup_intents/list'], pick(fields, 'customer', 'payment_method')),
  list(setupAttempt, ['GET /v1/setup_attempts', 'GET /v1/setup_attempts/list'], { setup_intent: required(ref('setup_intent')) }),
  retrieve(mandate, 'GET /v1/mandates/:id'),
] as const;

import { type Asked, type Decision, type Effects, set } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { flag, ref, text } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { type AllSeen, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Unborn } from '../../../kernel/base/resource.js';
import { action, creation, list, result, retrieve, rule, unexpected } from '../../../kernel/base/rules.js';
import { setUpMethod } from '../../../processors/questions.js';
import { withMerchant } from '../../accounts/accounts/merchant.js';
import { of_account } from '../../accounts/accounts/taking.js';
import { type Session, session } from '../../checkout/checkout/session.js';
import { type Confirmed, confirmation, of_confirmation } from '../intents/confirmation.js';
import { countedIn, declines, requireTries } from '../intents/declines.js';
import { mandate } from '../intents/mandate.js';
import { choose, of_data, requireFit, requireOwner } from '../intents/method.js';
import { isOpen, open } from '../intents/open.js';
import { requireAccepted, requireNetwork } from '../intents/option-checks.js';
import { customer_acceptance } from '../intents/parts.js';
import { configuration_param, configuredBy, of_configuration, offeredTo } from '../payment-method-configurations/offered.js';
import { isNarrowing } from '../payment-methods/narrowed.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { payment_method_data } from '../payment-methods/payment-method-data.js';
import { abandoned, attempted, given_up, type Open, optionsOf, type Waiting, waiting } from './attempt.js';
import { answerable, settled } from './result.js';
import { setupAttempt } from './setup-attempt.js';
import { setupIntent, single_use_param } from './setup-intent.js';
import { firstTypes, requireAllowed, retyped } from './types.js';
import { finishStep, inquire, verifyMicrodeposits } from './waiting.js';

const { fields } = setupIntent;

const writable = {
  ...pick(fields, 'customer', 'description', 'metadata', 'payment_method', 'payment_method_options', 'payment_method_types'),
  ...pick(fields, 'allowed_payment_method_types', 'excluded_payment_method_types'),
  ...configuration_param,
  payment_method_data,
};

const confirming = {
  confirmation_token: about(
    'A token with what the payer chose on your page; it takes the place of `payment_method` and `payment_method_data`.',
    ref('confirmation_token'),
  ),
  ...pick(fields, 'payment_method', 'payment_method_options', 'return_url'),
  payment_method_data,
  mandate_data: about(
    'How the payer agreed to be charged later. Only when confirming.',
    object({ customer_acceptance: about('How and when the payer agreed to be charged later.', customer_acceptance) }),
  ),
  client_secret: about('The client secret of the intent, required with a publishable key.', text),
  use_stripe_sdk: about('Accepted for compatibility, and ignored.', flag),
};

/** What of a confirmation token says anything to an intent that moves no money. */
const setUpBy = ({ payment_method, return_url }: Confirmed['says']) => ({
  ...(payment_method && { payment_method }),
  ...(return_url && { return_url }),
});

const takes = {
  ...writable,
  ...pick(fields, 'automatic_payment_methods', 'on_behalf_of', 'usage'),
  ...pick(confirming, 'confirmation_token', 'mandate_data', 'return_url', 'use_stripe_sdk'),
  confirm: about('Whether the intent is confirmed at once.', flag),
  single_use: single_use_param,
} as const;

/** The checkout session that a setup is made for, the link that led there, and the configuration by which the session offers its types. */
const of_session = {
  checkout_session: ref('checkout.session'),
  payment_link: ref('payment_link'),
  ...pick(fields, 'payment_method_configuration_details'),
} as const;

type Creating = Given<typeof takes> & Partial<Given<typeof of_session>>;

const reads = { payment_method: paymentMethod, ...of_data, ...of_confirmation, ...of_account, ...of_configuration, declines } as const;

type Seen = {
  readonly it: It<typeof setupIntent, Unborn>;
  readonly input: Creating;
} & AllSeen<It<typeof setupIntent, Unborn>, Creating, typeof reads>;

function created({ it, input, token, declines: declined, ...seen }: Seen, asked: Asked): Decision {
  const { confirm: confirmed, confirmation_token: named, payment_method_data: data, mandate_data, use_stripe_sdk: _, ...sent } = input;
  const { payment_method_configuration: __, ...said } = sent;
  if (!confirmed && (said.return_url || named)) return asked.refuse(tooEarly(named ? 'confirmation_token' : 'return_url'));
  const trying = { ...seen, it, input, token };
  if (confirmed) requireTries(trying, declined, asked);
  const by_token = confirmation({ ...said, payment_method_data: data }, seen, { setup_intent: it.id }, asked);
  const chosen = choose({ ...setUpBy(by_token.says), ...said }, { ...by_token, token }, data, asked);
  const { method, made } = chosen;
  const offered = offeredTo(said, seen, asked);
  const given = { ...setUpBy(by_token.says), ...said, ...offered.says };
  const payment_method_types = firstTypes({ ...it, ...given }, given.payment_method_types, method?.type);
  requireAllowed({ ...it, ...given, payment_method_types }, asked);
  if (!method) {
    if (confirmed) return asked.refuse(method_missing);
    return [offered.made, set(it, { status: 'requires_payment_method', ...given, payment_method_types })];
  }
  const counted = confirmed && countedIn(trying, asked);
  const begun = set(it, { status: 'requires_confirmation', ...given, ...counted, payment_method_types, payment_method: method.id });
  requireFit(begun, method, asked);
  requireNetwork(optionsOf(begun, method.type), method, asked);
  requireAccepted(begun.payment_method_options.card ?? {}, method, asked);
  const tried = { ...chosen, method, acceptance: mandate_data?.customer_acceptance ?? null };
  return [offered.made, made, begun, confirmed && attempted(begun, tried, asked)];
}

/** Creates a SetupIntent (seed); with `confirm` it is tried at once. */
export const create = creation(setupIntent, { takes, ours: of_session, reads, decide: created });

const tooEarly = (param: string): Refusal => ({
  code: 'parameter_invalid',
  param,
  message: `${param} can only be used together with confirm=true. Leave it out here and send it when confirming.`,
});

const method_missing: Refusal = {
  code: 'setup_intent_unexpected_state',
  param: 'payment_method',
  message: 'You cannot confirm this SetupIntent because it is missing a payment method. Send payment_method or payment_method_data.',
};

/** Changes an intent that has not been confirmed for good; of any other only what describes it. */
export const update = rule(setupIntent, 'update', {
  takes: writable,
  reads: { ...waiting, payment_method: paymentMethod, ...of_data, ...of_configuration },
  decide: ({ it, input, payment_method, token, configuration, ...seen }, asked): Decision => {
    const { payment_method_data: data, payment_method_configuration: _, ...said } = input;
    if (!isOpen(it)) return !data && !configuration && describes(said) ? set(it, said) : asked.refuse(unexpected(update, it.status));
    const by = { ...said, ...configuredBy(it, said, configuration, asked) };
    const given = { ...retyped(it, by), ...by };
    const chosen = choose(given, { payment_method, token }, data, asked);
    const { method, made } = chosen;
    const changed = set(it, { ...given, ...(data && method && { payment_method: method.id }) });
    if (given.payment_method_types || isNarrowing(given)) requireAllowed(changed, asked);
    if (given.payment_method === null) return [changed, withoutMethod(changed, seen)];
    if (method) requireFit(changed, method, asked);
    return [made, changed, (data || given.payment_method) && withMethod(changed, seen)];
  },
});

const describes = (given: object): boolean => Object.keys(given).every((name) => name === 'metadata' || name === 'description');

/** What waits for the payer waits in vain once another payment method has been chosen, or none. */
const withMethod = (it: Open, seen: Waiting): Effects =>
  it.status !== 'requires_confirmation' && [set(it, { status: 'requires_confirmation', ...given_up }), abandoned(seen)];

const withoutMethod = (it: Open, seen: Waiting): Effects =>
  it.status !== 'requires_payment_method' && [set(it, { status: 'requires_payment_method', ...given_up }), abandoned(seen)];

const taken = { ...confirming, ...pick(fields, 'customer', 'description', 'metadata', 'usage') };
const seen_by_all = { ...answerable, ...of_data, ...of_confirmation, declines, purchase: one(session, 'checkout_session') } as const;

/** The session that the setup is for confirms it: it counts what is limited. */
const ours = { bought: flag } as const;

type Input = Given<typeof taken> & Partial<Given<typeof ours>>;
type Looked = { readonly it: Open; readonly input: Input } & AllSeen<Open, Input, typeof seen_by_all>;

function decided({ it, input, token, declines: declined, purchase, ...seen }: Looked, asked: Asked): Decision {
  const { payment_method_data: data, mandate_data, client_secret: _, use_stripe_sdk: __, confirmation_token: ___, bought, ...said } = input;
  if (!bought && purchase?.status === 'open' && purchase.setup_intent === it.id) return asked.refuse(isBought(purchase));
  const trying = { ...seen, it, input, token };
  requireTries(trying, declined, asked);
  const by_token = confirmation({ ...said, payment_method_data: data }, seen, { setup_intent: it.id }, asked);
  const given = { ...setUpBy(by_token.says), ...said };
  const chosen = choose(given, { ...by_token, token }, data, asked);
  const { method, made } = chosen;
  if (!method) return asked.refuse(method_missing);
  const begun = set(it, { ...given, ...given_up, ...countedIn(trying, asked) });
  requireOwner(begun, seen.customer, asked);
  requireFit(begun, method, asked);
  requireNetwork(optionsOf(begun, method.type), method, asked);
  requireAccepted(begun.payment_method_options.card ?? {}, method, asked);
  const tried = { ...chosen, method, acceptance: mandate_data?.customer_acceptance ?? null };
  return [made, begun, attempted(begun, tried, asked), abandoned(seen)];
}

/** Tries to set up the payment method; a payer may have to act first. */
export const confirm = rule(setupIntent, 'confirm', {
  from: open,
  takes: taken,
  ours,
  reads: seen_by_all,
  decide: decided,
});

const isBought = ({ id }: Session): Refusal => ({
  code: 'setup_intent_unexpected_state',
  message: `This SetupIntent belongs to the Checkout Session ${id}, so it cannot be confirmed by itself. Send the payer to the url of the session.`,
});

/** Gives an intent up; nothing can be done with it afterwards. */
export const cancel = rule(setupIntent, 'cancel', {
  from: open,
  takes: pick(fields, 'cancellation_reason'),
  reads: waiting,
  decide: ({ it, input, ...seen }) => [set(it, { status: 'canceled', ...input, ...given_up }), abandoned(seen)],
});

/** The processor's answer, now or by notification later. */
export const setUp = result(setupIntent, setUpMethod, {
  from: ['requires_action', 'processing'],
  reads: answerable,
  decide: ({ it, answer, asked: sent, by, ...seen }) =>
    sent.attempt === it.latest_attempt && settled(it, seen, answer, { asked: sent, by }),
});

/** The setup intents group, with the attempts and mandates that come of them. */
export const setupIntents = [
  action('POST /v1/setup_intents', create, {
    about:
      'Creates a SetupIntent, which saves a payment method for later payments without taking money. With `confirm`, it is attempted at once.',
  }),
  action('POST /v1/setup_intents/:id', update, {
    about: 'Updates a SetupIntent that has not succeeded; afterwards only its description and metadata.',
  }),
  action('POST /v1/setup_intents/:id/confirm', confirm, {
    about:
      'Attempts to set up the payment method. The result is `succeeded`, `processing`, or `requires_action` if the payer must first act; a decline returns an error and the status `requires_payment_method`.',
  }),
  action('POST /v1/setup_intents/:id/cancel', cancel, { about: 'Cancels a SetupIntent that has not succeeded. It cannot be used again.' }),
  action('POST /v1/setup_intents/:id/verify_microdeposits', verifyMicrodeposits, {
    about: "Verifies the payer's bank account by the deposits that arrived on it, and continues the setup.",
  }),
  action('POST /v1/test_helpers/setup_intents/:id/next_action', finishStep, {
    about: 'Performs the step that a setup waits for, as the payer or their bank would.',
  }),
  setUp,
  inquire,
  retrieve(setupIntent, 'GET /v1/setup_intents/:id', {
    params: { client_secret: about('The client secret of the intent, required with a publishable key.', text) },
    view: withMerchant(setupIntent),
    about: 'Retrieves a SetupIntent. A publishable key needs its `client_secret` and sees fewer members.',
  }),
  list(setupIntent, ['GET /v1/setup_intents', 'GET /v1/setup_intents/list'], pick(fields, 'customer', 'payment_method'), {
    about: 'Lists SetupIntents, newest first.',
  }),
  list(
    setupAttempt,
    ['GET /v1/setup_attempts', 'GET /v1/setup_attempts/list'],
    { setup_intent: about('Only attempts of this SetupIntent.', required(ref('setup_intent'))) },
    { about: 'Lists the attempts of a SetupIntent, newest first.' },
  ),
  retrieve(mandate, 'GET /v1/mandates/:id', { about: "Retrieves a mandate: the payer's agreement to be charged later." }),
] as const;

import { type Failure, type Json, membersOf, merged, type Outcome, textOf } from '../shapes.js';
import { type Caller, callApi, pathOf } from './api.js';
import { type Collected, collect } from './collect.js';

/** What the merchant's page wants to be confirmed. */
export type Wanted = {
  readonly client_secret: string;
  /** What the page sends by itself. */
  readonly params: Json;
  /** The frames that hold the rest. */
  readonly frames: readonly string[];
};

/** Types that are debited under a mandate, which the payer gives by going on. */
const debits: ReadonlySet<string> = new Set([
  'sepa_debit',
  'us_bank_account',
  'bacs_debit',
  'au_becs_debit',
  'acss_debit',
  'nz_bank_account',
  'payto',
]);

const mandate = (): Json => ({ customer_acceptance: { type: 'online', online: { user_agent: navigator.userAgent } } });

/** Confirms an intent with what the page sends and what the frames hold. */
export async function confirm(caller: Caller, { client_secret, params, frames }: Wanted): Promise<Outcome> {
  const collected = await collect(frames);
  if ('error' in collected) return collected;
  const body = { ...bodyOf(params, collected), client_secret, use_stripe_sdk: true };
  return callApi(caller, 'POST', `${pathOf(client_secret)}/confirm`, body);
}

/** The parameters of a confirmation or of a confirmation token. */
export function bodyOf(params: Json, { type, method, shipping }: Exclude<Collected, { error: unknown }>): Json {
  const given = membersOf(params.payment_method_data);
  const data = { ...merged(method, given), ...(type && { type }) };
  const named = textOf(membersOf(data).type);
  const is_new = named !== undefined && params.payment_method === undefined;
  return {
    ...(shipping && { shipping }),
    ...(named !== undefined && debits.has(named) && { mandate_data: mandate() }),
    ...params,
    payment_method_data: is_new ? data : undefined,
  };
}

/** Makes something of what frames hold: a payment method, a token, a confirmation token. */
export async function create(
  caller: Caller,
  {
    as,
    params,
    frames,
  }: { readonly as: 'payment_method' | 'token' | 'confirmation_token'; readonly params: Json; readonly frames: readonly string[] },
): Promise<Outcome> {
  const collected = await collect(frames);
  if ('error' in collected) return collected;
  return makers[as](caller, params, collected);
}

type Maker = (caller: Caller, params: Json, collected: Exclude<Collected, { error: unknown }>) => Promise<Outcome>;

const makers: Readonly<Record<'payment_method' | 'token' | 'confirmation_token', Maker>> = {
  payment_method: (caller, params, { type, method }) =>
    callApi(caller, 'POST', '/v1/payment_methods', { ...merged(method, params), ...(type && { type }) }),
  token: (caller, params, { method }) => {
    const { card, billing_details } = method;
    const holder = membersOf(membersOf(billing_details).address);
    const code = textOf(holder.postal_code);
    const body = params.cvc_update
      ? { cvc_update: { cvc: membersOf(card).cvc } }
      : { card: { ...(code && { address_zip: code }), ...membersOf(card), ...params } };
    return callApi(caller, 'POST', '/v1/tokens', card === undefined ? params : body);
  },
  confirmation_token: (caller, params, collected) => {
    const { mandate_data: _, ...body } = bodyOf(params, collected);
    return callApi(caller, 'POST', '/v1/confirmation_tokens', body);
  },
};

/** Why an intent waits for another payment method, once it has been tried; null where nothing has failed. */
export function failureIn(intent: Json): Failure | null {
  const last = membersOf(intent.object === 'setup_intent' ? intent.last_setup_error : intent.last_payment_error);
  if (intent.status !== 'requires_payment_method' || last.type === undefined) return null;
  return { ...last, type: String(last.type), message: String(last.message), [String(intent.object)]: intent };
}

import type { types } from 'hyperswitch-prism';
import prism from 'hyperswitch-prism';
import type { Answer, ChargeAsked, SetUpAsked } from '../contract.js';
import type { Response } from '../library.js';
import type { Change } from '../store.js';
import { declined, notPossible } from './declines.js';
import { continuationOf } from './redirects.js';
import { paymentOutcome } from './statuses.js';
import type { Known } from './step.js';
import { addressOf, keptOf, numberOf } from './values.js';

type Try = ChargeAsked | SetUpAsked;

const { AcceptanceType, AuthenticationType, FutureUsage } = prism.types;

/** Seconds until a question that is not decided is asked again. */
const ask_again_after_s = 60;

/** A question that the connector has not decided. */
export const pendingUntil = (now: number, reference: string | null): Answer => ({
  result: 'pending',
  ask_again_at: now + ask_again_after_s,
  ...(reference && { reference }),
});

/** The members that an authorization and a set-up have in common. */
export function tryOf(asked: Try, { return_url }: Known): object {
  const { payment_method, request_three_d_secure } = asked;
  const asks = request_three_d_secure === 'any' || request_three_d_secure === 'challenge';
  return {
    address: addressOf(payment_method.billing_details),
    authType: asks ? AuthenticationType.THREE_DS : AuthenticationType.NO_THREE_DS,
    returnUrl: return_url,
    completeAuthorizeUrl: return_url,
  };
}

/** The members of a try that agrees on later charges. `seconds` is when the payer agreed. */
export const agreeing = (seconds: number): object => ({
  setupFutureUsage: FutureUsage.OFF_SESSION,
  customerAcceptance: { acceptanceType: AcceptanceType.OFFLINE, acceptedAt: seconds },
});

/** The request for a customer at the connector, which some of them need for later charges. */
export const customerOf = ({ payment_method }: Try): object => ({
  merchantCustomerId: payment_method.id,
  customerName: typeof payment_method.billing_details?.name === 'string' ? payment_method.billing_details.name : payment_method.id,
  ...(typeof payment_method.billing_details?.email === 'string' && { email: { value: payment_method.billing_details.email } }),
});

type PaymentResponse = Response & {
  readonly status?: number;
  readonly error?: types.IErrorInfo;
  readonly redirectionData?: types.IRedirectForm;
  readonly incrementalAuthorizationAllowed?: boolean;
  readonly connectorResponse?: types.IConnectorResponseData;
};

/** What a payment's status makes of a try. `wanted` is the outcome that approves it, `reference` the connector's name for it. */
export function changeOf(asked: Try, response: Response, wanted: readonly string[], reference: string | null, known: Known): Change {
  const { status, error, redirectionData, incrementalAuthorizationAllowed, connectorResponse } = response as PaymentResponse;
  const kept = keptOf(response);
  const named = reference && { reference };
  const outcome = paymentOutcome(status);
  if (wanted.includes(outcome)) {
    const may_grow =
      incrementalAuthorizationAllowed === true && 'options' in asked && asked.options?.request_incremental_authorization === 'if_available';
    const checks = checksOf(connectorResponse);
    const answer: Answer = {
      result: 'approved',
      ...named,
      ...(checks && { checks }),
      ...(known.row.answer?.result === 'needs_action' && { authenticated: true }),
      ...(may_grow && { incremental_authorization: true }),
    };
    return { state: 'final', answer, kept, ...named };
  }
  if (outcome === 'failed' || outcome === 'voided') return { state: 'final', answer: { ...declined(error), ...named }, kept, ...named };
  if (outcome === 'step')
    return { ...stepOf(asked, redirectionData, reference, known), kept: { ...kept, ...pageOf(redirectionData) }, ...named };
  return { state: 'waiting', answer: pendingUntil(asked.now, reference), kept, ...named };
}

const pageOf = (form: types.IRedirectForm | undefined) => {
  const continuation = continuationOf(form);
  return continuation && 'page' in continuation ? { redirect: continuation.page } : {};
};

function stepOf(asked: Try, form: types.IRedirectForm | undefined, reference: string | null, known: Known): Change {
  const named = reference && { reference };
  // The first answer is repeated while the payer has not acted, whatever the connector says about the step since.
  if (known.row.answer?.result === 'needs_action')
    return { state: 'waiting', answer: { ...known.row.answer, ask_again_at: asked.now + 10 * ask_again_after_s } };
  if ('off_session' in asked && asked.off_session)
    return { state: 'final', answer: { result: 'declined', code: 'authentication_required', ...named } };
  const continuation = continuationOf(form);
  if (!continuation)
    return {
      state: 'final',
      answer: { ...notPossible('step_not_supported', 'This payment needs a step that is not possible here.'), ...named },
    };
  const url = 'url' in continuation ? continuation.url : known.return_url.replace('/return/', '/pages/');
  const next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: asked.return_url } } as const;
  return { state: 'waiting', answer: { result: 'needs_action', next_action, ask_again_at: asked.now + 10 * ask_again_after_s, ...named } };
}

const check_names = ['cvc_check', 'address_line1_check', 'address_postal_code_check'] as const;
const check_results = ['pass', 'fail', 'unavailable', 'unchecked'];

/** The checks of a card, which the library passes on as the connector's JSON. */
function checksOf(response: types.IConnectorResponseData | undefined): Record<string, string> | null {
  const bytes = response?.additionalPaymentMethodData?.card?.paymentChecks;
  if (!bytes?.length) return null;
  try {
    const read = JSON.parse(Buffer.from(bytes).toString()) as Record<string, string>;
    const made = check_names.filter((name) => check_results.includes(String(read[name])));
    return made.length > 0 ? Object.fromEntries(made.map((name) => [name, String(read[name])])) : null;
  } catch {
    return null;
  }
}

/** The captured amount in a response, in minor units; null where it has none. */
export const capturedIn = (response: Response): number | null => numberOf(response.capturedAmount);

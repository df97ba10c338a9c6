import { type Failure, type Intent, type Json, type Outcome, textOf } from '../shapes.js';
import { absent } from './absent.js';
import { carryOn, type Result } from './carry-on.js';
import { type EmbeddedOptions, embeddedCheckout, redirectToCheckout } from './checkout.js';
import { checkoutSdk } from './checkout-sdk.js';
import { confirmers, confirmWithElements, type Options } from './confirm.js';
import { groupFor } from './group.js';
import { type Host, hostAt } from './host.js';
import { createConfirmationToken, createPaymentMethod, createToken } from './make.js';
import { paymentRequest } from './payment-request.js';
import { wrongUse } from './wrong-use.js';

/** What `Stripe(key, options)` makes. */
export function instanceOf(origin: string, key: unknown, options: Json = {}): Json {
  const caller = callerOf(key, options);
  const host = hostAt(origin, caller, textOf(options.locale) ?? 'auto');
  const embedded = (given: EmbeddedOptions): ReturnType<typeof embeddedCheckout> => embeddedCheckout(host, given);
  return {
    ...absent,
    elements: (given: Json = {}) => groupFor(host, given),
    ...confirmers(host),
    confirmPayment: (given: Options) => confirmWithElements(host, given, 'confirmPayment'),
    confirmSetup: (given: Options) => confirmWithElements(host, given, 'confirmSetup'),
    createPaymentMethod: (...given: Parameters<typeof createPaymentMethod> extends [Host, ...infer Rest] ? Rest : never) =>
      createPaymentMethod(host, ...given),
    createConfirmationToken: (given: Json) => createConfirmationToken(host, given),
    createToken: (first: unknown, second?: unknown) => createToken(host, first, second),
    createSource: async () => ({ error: no_sources }),
    ...intentCalls(host),
    createEmbeddedCheckoutPage: embedded,
    initEmbeddedCheckout: embedded,
    initCheckout: (given: Json = {}) => checkoutSdk(host, given),
    initCheckoutElementsSdk: (given: Json = {}) => checkoutSdk(host, given),
    redirectToCheckout: async (given: Json = {}) => redirectToCheckout(host, caller, given),
    paymentRequest: (given: Json = {}) => paymentRequest(host, given),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

function callerOf(key: unknown, { stripeAccount, apiVersion }: Json): Json {
  if (typeof key !== 'string') throw wrongUse('Missing value for Stripe(): a publishable key such as pk_test_….');
  if (/^[sr]k_/.test(key)) throw wrongUse('A secret key must not be used on a page. Use a publishable key (pk_…), and replace this one.');
  return { key, account: textOf(stripeAccount), version: textOf(apiVersion) };
}

const no_sources: Failure = {
  type: 'invalid_request_error',
  code: 'url_unknown',
  message: 'Sources are no longer made. Use stripe.createPaymentMethod() or stripe.createToken() instead.',
};

const no_step: Failure = {
  type: 'invalid_request_error',
  code: 'payment_intent_unexpected_state',
  message: 'The PaymentIntent supplied is not in the requires_action state.',
};

/** Calls that are about one intent, which its client secret names. */
function intentCalls(host: Host): Json {
  const retrieve = async (client_secret: string): Promise<Result> => {
    const outcome: Outcome = await host.ask('retrieve', { client_secret });
    return 'error' in outcome ? { error: outcome.error } : named(outcome.value as Intent);
  };
  const next = async (client_secret: string): Promise<Result> => carryOn(host, await host.ask('next', { client_secret }), {});
  const verify = async (client_secret: string, params: Json): Promise<Result> => {
    const outcome: Outcome = await host.ask('verify', { client_secret, params });
    return 'error' in outcome ? { error: outcome.error } : named(outcome.value as Intent);
  };
  return {
    retrievePaymentIntent: retrieve,
    retrieveSetupIntent: retrieve,
    handleNextAction: ({ clientSecret }: { clientSecret: string }) => next(clientSecret),
    handleCardAction: async (client_secret: string) => {
      const { paymentIntent, error } = await retrieve(client_secret);
      if (error !== undefined) return { error };
      return (paymentIntent as Intent | undefined)?.status === 'requires_action' ? next(client_secret) : { error: no_step };
    },
    verifyMicrodepositsForPayment: verify,
    verifyMicrodepositsForSetup: verify,
  };
}

const named = (intent: Intent): Result => (intent.object === 'setup_intent' ? { setupIntent: intent } : { paymentIntent: intent });

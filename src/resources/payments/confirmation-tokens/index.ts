import { set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import { action, creation, retrieve } from '../../../kernel/base/rules.js';
import { choose, of_data } from '../intents/method.js';
import { payment_method_preview } from '../intents/parts.js';
import { method_ref, paymentMethod } from '../payment-methods/payment-method.js';
import { payment_method_data } from '../payment-methods/payment-method-data.js';
import { confirmationToken } from './confirmation-token.js';

/** How long a server may take to use one, in seconds (Stripe). */
const lasts = 12 * 3600;

/** Makes what a page of a shop makes of what its payer has decided; a server can make one in test mode. */
export const create = creation(confirmationToken, {
  takes: {
    payment_method: about('A saved payment method that the payer chose.', method_ref),
    payment_method_data,
    ...pick(confirmationToken.fields, 'return_url', 'setup_future_usage', 'shipping'),
  },
  reads: { payment_method: paymentMethod, ...of_data },
  decide: ({ it, input: { payment_method_data: data, payment_method: named, ...given }, payment_method, token }, asked) => {
    const chosen = choose({ ...(named !== undefined && { payment_method: named }) }, { payment_method, token }, data, asked);
    const { method, made } = chosen;
    const of_method = method && { payment_method: method.id, payment_method_preview: preview(method) };
    return [made, set(it, { ...given, ...of_method, expires_at: asked.now + lasts })];
  },
});

/** What is shown of a payment method before it is used. */
const preview = (method: object): object =>
  Object.fromEntries(Object.entries(method).filter(([name]) => Object.hasOwn(payment_method_preview.members ?? {}, name)));

/** The confirmation tokens group. */
export const confirmationTokens = [
  action('POST /v1/confirmation_tokens', create, {
    about:
      'Creates a token of what the payer chose on your page: payment method, shipping address and whether it is saved. Your server then confirms a payment or a setup with it.',
  }),
  action('POST /v1/test_helpers/confirmation_tokens', create, {
    about: "Creates a confirmation token from a server, as a payer's page would.",
  }),
  retrieve(confirmationToken, 'GET /v1/confirmation_tokens/:id', { about: 'Retrieves a confirmation token.' }),
] as const;

import { about } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { ref, text } from '../../../kernel/base/kinds.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import { action, list, retrieve, search } from '../../../kernel/base/rules.js';
import { withMerchant } from '../../accounts/accounts/merchant.js';
import { cancel, release, released } from './cancel.js';
import { capture, captureAnswered } from './capture.js';
import { confirm } from './confirm.js';
import { create } from './create.js';
import { increment, incremented } from './increment.js';
import { paymentIntent } from './payment-intent.js';
import { tried } from './result.js';
import { compare, screen } from './screen.js';
import { update } from './update.js';
import { expireStep, finishStep, inquire, lapse, verifyMicrodeposits } from './waiting.js';

const listAmountLines = handler(
  'GET /v1/payment_intents/:id/amount_details_line_items',
  paging,
  'List the lines of the amount of a payment',
  async ({ read, path: { id = '' }, params, refuse }) => {
    const found = await read.find(paymentIntent, id);
    if (!found) return refuse({ code: 'resource_missing', param: 'id', message: `No such payment_intent: '${id}'` });
    return pageOf(found.amount_lines ?? [], `/v1/payment_intents/${id}/amount_details_line_items`, params);
  },
  { about: 'Lists the lines of `amount_details` of a payment in the order in which they were sent.' },
);

/** The payment intents group. */
export const paymentIntents = [
  action('POST /v1/payment_intents', create, {
    about:
      'Creates a payment of an amount. With `confirm`, it is also attempted at once; otherwise it waits for a payment method and a confirmation.',
  }),
  action('POST /v1/payment_intents/:id', update, {
    about:
      'Updates a payment. Amount, currency and payment method can be changed until the payment is processed; its description and metadata at any time.',
  }),
  action('POST /v1/payment_intents/:id/confirm', confirm, {
    about:
      'Attempts the payment with its payment method. The result is `succeeded`, `requires_capture`, `processing`, or `requires_action` if the payer must first act; a decline returns an error and the status `requires_payment_method`.',
  }),
  action('POST /v1/payment_intents/:id/capture', capture, {
    about: 'Captures an authorized payment, in full or in part; the rest of the authorization is released.',
  }),
  action('POST /v1/payment_intents/:id/increment_authorization', increment, {
    about:
      'Increases the authorized amount of a card payment before its capture. If the issuer declines, the authorization stays as it is.',
  }),
  action('POST /v1/payment_intents/:id/cancel', cancel, {
    about: 'Cancels a payment that has not been processed, and releases an authorization. A canceled payment cannot be used again.',
  }),
  action('POST /v1/payment_intents/:id/verify_microdeposits', verifyMicrodeposits, {
    about: "Verifies the payer's bank account by the deposits that arrived on it, and continues the payment.",
  }),
  action('POST /v1/test_helpers/payment_intents/:id/next_action', finishStep, {
    about: 'Performs the step that a payment waits for, or decides a payment that is being processed, as the payer or their bank would.',
  }),
  tried,
  screen,
  compare,
  captureAnswered,
  incremented,
  released,
  release,
  expireStep,
  lapse,
  inquire,
  retrieve(paymentIntent, 'GET /v1/payment_intents/:id', {
    params: { client_secret: about('The client secret of the payment, required with a publishable key.', text) },
    view: withMerchant(paymentIntent),
    about: 'Retrieves a payment. A publishable key needs its `client_secret` and sees fewer members.',
  }),
  list(
    paymentIntent,
    ['GET /v1/payment_intents', 'GET /v1/payment_intents/list'],
    { customer: about('Only payments of this customer.', ref('customer')) },
    { about: 'Lists payments, newest first.' },
  ),
  listAmountLines,
  search(paymentIntent, 'GET /v1/payment_intents/search', 'status:"succeeded" AND amount>1000', {
    about: 'Finds payments by amount, currency, customer, status, your own order or user id, or metadata.',
  }),
] as const;

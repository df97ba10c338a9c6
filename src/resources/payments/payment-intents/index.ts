import { ref, text } from '../../../kernel/base/kinds.js';
import { action, list, retrieve, search } from '../../../kernel/base/rules.js';
import { withMerchant } from '../../accounts/accounts/merchant.js';
import { cancel, release, released } from './cancel.js';
import { capture, captureAnswered } from './capture.js';
import { confirm } from './confirm.js';
import { create } from './create.js';
import { increment, incremented } from './increment.js';
import { paymentIntent } from './payment-intent.js';
import { tried } from './result.js';
import { update } from './update.js';
import { expireStep, finishStep, inquire, lapse, verifyMicrodeposits } from './waiting.js';

/** The payment intents group. */
export const paymentIntents = [
  action('POST /v1/payment_intents', create),
  action('POST /v1/payment_intents/:id', update),
  action('POST /v1/payment_intents/:id/confirm', confirm),
  action('POST /v1/payment_intents/:id/capture', capture),
  action('POST /v1/payment_intents/:id/increment_authorization', increment),
  action('POST /v1/payment_intents/:id/cancel', cancel),
  action('POST /v1/payment_intents/:id/verify_microdeposits', verifyMicrodeposits),
  action('POST /v1/test_helpers/payment_intents/:id/next_action', finishStep),
  tried,
  captureAnswered,
  incremented,
  released,
  release,
  expireStep,
  lapse,
  inquire,
  retrieve(paymentIntent, 'GET /v1/payment_intents/:id', { params: { client_secret: text }, view: withMerchant(paymentIntent) }),
  list(paymentIntent, ['GET /v1/payment_intents', 'GET /v1/payment_intents/list'], { customer: ref('customer') }),
  search(paymentIntent, 'GET /v1/payment_intents/search', 'status:"succeeded" AND amount>1000'),
] as const;

import { set } from '../../../kernel/base/effects.js';
import { ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { action, list, retrieve, rule, search } from '../../../kernel/base/rules.js';
import { withMerchant } from '../../accounts/accounts/merchant.js';
import { capture, captureAnswered, release, released } from './capture.js';
import { charge } from './charge.js';
import { create, inquire, tried } from './direct.js';

/** Changes what describes a charge; the money stays as it is. */
export const update = rule(charge, 'update', {
  takes: pick(charge.fields, 'description', 'fraud_details', 'metadata', 'receipt_email', 'shipping', 'transfer_group'),
  decide: ({ it, input }) => set(it, input),
});

/** The charges group. */
export const charges = [
  action('POST /v1/charges', create),
  action('POST /v1/charges/:id', update),
  action('POST /v1/charges/:id/capture', capture),
  tried,
  captureAnswered,
  released,
  release,
  inquire,
  retrieve(charge, 'GET /v1/charges/:id', { view: withMerchant(charge) }),
  list(charge, ['GET /v1/charges', 'GET /v1/charges/list'], { customer: ref('customer'), payment_intent: ref('payment_intent') }),
  search(charge, 'GET /v1/charges/search', 'payment_method_details.card.last4:"4242"'),
] as const;

import { pick } from '../../base/fields.js';
import { ref } from '../../base/kinds.js';
import { action } from '../../base/legacy.js';
import { list, retrieve, search } from '../../base/rules.js';
import { charge } from './charge.js';
import { capture, create, inquire, release, settle } from './direct.js';

const { fields } = charge;

/** Changes what describes a charge; the money stays as it is. */
export const update = action(
  charge,
  'POST /v1/charges/:id',
  pick(fields, 'description', 'fraud_details', 'metadata', 'receipt_email', 'shipping', 'transfer_group'),
  ({ params }) => ({ set: params }),
);

/** The charges group. */
export const charges = [
  create,
  update,
  capture,
  settle,
  release,
  inquire,
  retrieve(charge, 'GET /v1/charges/:id'),
  list(charge, ['GET /v1/charges', 'GET /v1/charges/list'], { customer: ref('customer'), payment_intent: ref('payment_intent') }),
  search(charge, 'GET /v1/charges/search', 'payment_method_details.card.last4:"4242"'),
] as const;

import { textOf } from '../../../kernel/base/kinds.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { applicationFee, feeRefund, of_path } from './fee.js';
import { create, update } from './refund.js';

/** The application fees group: what a platform keeps of payments of accounts connected with it. */
export const applicationFees = [
  retrieve(applicationFee, 'GET /v1/application_fees/:id'),
  list(applicationFee, 'GET /v1/application_fees', { charge: textOf(255) }),
  action('POST /v1/application_fees/:fee/refunds', create),
  action('POST /v1/application_fees/:fee/refunds/:id', update),
  retrieve(feeRefund, 'GET /v1/application_fees/:fee/refunds/:id', { within: 'fee' }),
  list(feeRefund, 'GET /v1/application_fees/:fee/refunds', { fee: of_path }),
] as const;

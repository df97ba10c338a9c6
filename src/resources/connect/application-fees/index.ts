import { about } from '../../../kernel/base/fields.js';
import { textOf } from '../../../kernel/base/kinds.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { applicationFee, feeRefund, of_path } from './fee.js';
import { create, update } from './refund.js';

/** The application fees group: what a platform keeps of payments of accounts connected with it. */
export const applicationFees = [
  retrieve(applicationFee, 'GET /v1/application_fees/:id', { about: 'Retrieves an application fee.' }),
  list(
    applicationFee,
    'GET /v1/application_fees',
    { charge: about('Only fees of this charge of a connected account.', textOf(255)) },
    { about: 'Lists the application fees that your platform has earned, newest first.' },
  ),
  action('POST /v1/application_fees/:fee/refunds', create, {
    about:
      "Refunds an application fee, whole or in part, to the connected account it was kept from. The connected account can spend it once the payment's funds are available.",
  }),
  action('POST /v1/application_fees/:fee/refunds/:id', update, { about: 'Updates the metadata of an application fee refund.' }),
  retrieve(feeRefund, 'GET /v1/application_fees/:fee/refunds/:id', { about: 'Retrieves a refund of an application fee.', within: 'fee' }),
  list(
    feeRefund,
    'GET /v1/application_fees/:fee/refunds',
    { fee: about('The application fee whose refunds are listed.', of_path) },
    { about: 'Lists the refunds of an application fee, newest first.' },
  ),
] as const;

import { about } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { create, update } from './create.js';
import { reverse, updateReversal } from './reverse.js';
import { transfer, transferReversal } from './transfer.js';

/** The transfers group: funds between a platform and accounts connected with it. */
export const transfers = [
  action('POST /v1/transfers', create, {
    about:
      'Transfers funds from the platform to a connected account: from the available balance, or from a charge that may still be pending.',
  }),
  action('POST /v1/transfers/:id', update, { about: 'Updates the description and metadata of a transfer.' }),
  retrieve(transfer, 'GET /v1/transfers/:id', { about: 'Retrieves a transfer.' }),
  list(
    transfer,
    'GET /v1/transfers',
    {
      destination: about('Only transfers to this connected account.', transfer.fields.destination),
      transfer_group: about('Only transfers of this group.', transfer.fields.transfer_group),
    },
    { about: 'Lists transfers, newest first.' },
  ),
  action('POST /v1/transfers/:transfer/reversals', reverse, {
    about:
      "Reverses a transfer, whole or in part: the amount returns to the platform's balance. The balance of the connected account can become negative.",
  }),
  action('POST /v1/transfers/:transfer/reversals/:id', updateReversal, { about: 'Updates the metadata of a transfer reversal.' }),
  retrieve(transferReversal, 'GET /v1/transfers/:transfer/reversals/:id', {
    about: 'Retrieves a reversal of a transfer.',
    within: 'transfer',
  }),
  list(
    transferReversal,
    'GET /v1/transfers/:transfer/reversals',
    { transfer: about('The transfer whose reversals are listed.', ref('transfer')) },
    { about: 'Lists the reversals of a transfer, newest first.' },
  ),
] as const;

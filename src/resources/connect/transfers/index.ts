import { ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { create, update } from './create.js';
import { reverse, updateReversal } from './reverse.js';
import { transfer, transferReversal } from './transfer.js';

/** The transfers group: funds between a platform and accounts connected with it. */
export const transfers = [
  action('POST /v1/transfers', create),
  action('POST /v1/transfers/:id', update),
  retrieve(transfer, 'GET /v1/transfers/:id'),
  list(transfer, 'GET /v1/transfers', pick(transfer.fields, 'destination', 'transfer_group')),
  action('POST /v1/transfers/:transfer/reversals', reverse),
  action('POST /v1/transfers/:transfer/reversals/:id', updateReversal),
  retrieve(transferReversal, 'GET /v1/transfers/:transfer/reversals/:id', { within: 'transfer' }),
  list(transferReversal, 'GET /v1/transfers/:transfer/reversals', { transfer: ref('transfer') }),
] as const;

import { type Effects, set } from '../../../kernel/base/effects.js';
import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import { action, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { issuingAuthorization } from '../authorizations/authorization.js';
import { withTransaction } from '../authorizations/shown.js';
import { forceCapture, refund, unlinkedRefund } from './create.js';
import { issuingTransaction } from './transaction.js';

/** Changes metadata; a transaction is otherwise as the network has settled it. */
export const update = rule(issuingTransaction, 'update', {
  takes: pick(issuingTransaction.fields, 'metadata'),
  reads: { authorization: one(issuingAuthorization, 'authorization') },
  decide: ({ it, input, authorization }): Effects => {
    const changed = set(it, input);
    return [changed, withTransaction(authorization, changed)];
  },
});

/** The transactions of issued cards. */
export const issuingTransactions = [
  action('POST /v1/test_helpers/issuing/transactions/create_force_capture', forceCapture),
  action('POST /v1/test_helpers/issuing/transactions/create_unlinked_refund', unlinkedRefund),
  action('POST /v1/test_helpers/issuing/transactions/:transaction/refund', refund, { summary: 'Refund a transaction' }),
  action('POST /v1/issuing/transactions/:id', update),
  retrieve(issuingTransaction, 'GET /v1/issuing/transactions/:id'),
  list(issuingTransaction, ['GET /v1/issuing/transactions', 'GET /v1/issuing/transactions/list'], {
    card: ref('issuing.card'),
    cardholder: ref('issuing.cardholder'),
    type: oneOf('capture', 'refund'),
  }),
] as const;

import { type Effects, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
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
  action('POST /v1/test_helpers/issuing/transactions/create_force_capture', forceCapture, {
    summary: 'Create a capture without an authorization',
    about: "Simulates a merchant's capture without an authorization, as for a purchase on a plane. Test mode only.",
  }),
  action('POST /v1/test_helpers/issuing/transactions/create_unlinked_refund', unlinkedRefund, {
    summary: 'Create a refund without a purchase',
    about: "Simulates a merchant's refund to a card without an earlier purchase. Test mode only.",
  }),
  action('POST /v1/test_helpers/issuing/transactions/:transaction/refund', refund, {
    about:
      "Simulates the merchant's refund of a captured transaction, whole or in part. The refund is a transaction of its own. Test mode only.",
    summary: 'Refund a transaction',
  }),
  action('POST /v1/issuing/transactions/:id', update, { about: 'Updates the metadata of a transaction; nothing else of it can change.' }),
  retrieve(issuingTransaction, 'GET /v1/issuing/transactions/:id', { about: 'Retrieves a transaction of an issued card.' }),
  list(
    issuingTransaction,
    ['GET /v1/issuing/transactions', 'GET /v1/issuing/transactions/list'],
    {
      card: about('Only transactions of this card.', ref('issuing.card')),
      cardholder: about('Only transactions of cards of this cardholder.', ref('issuing.cardholder')),
      type: about('Only captures or only refunds.', oneOf('capture', 'refund')),
    },
    { about: 'Lists the transactions of issued cards, newest first.' },
  ),
] as const;

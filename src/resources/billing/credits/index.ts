import { about } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { create, update } from './create.js';
import { expire, expireByItself, voidGrant } from './end.js';
import { creditGrant } from './grant.js';
import { summarize } from './summary.js';
import { creditBalanceTransaction } from './transaction.js';

/** The billing credits group. */
export const billingCredits = [
  action('POST /v1/billing/credit_grants', create, {
    about:
      'Grants credits to a customer, which pay the metered lines of the invoices that are finalized from then on: after discounts and before taxes.',
  }),
  action('POST /v1/billing/credit_grants/:id', update, { about: 'Updates the expiry and the metadata of a credit grant.' }),
  action('POST /v1/billing/credit_grants/:id/expire', expire, {
    about: 'Expires a credit grant now: its unused credits are gone, and used ones stay on their invoices.',
  }),
  action('POST /v1/billing/credit_grants/:id/void', voidGrant, {
    about: 'Voids a credit grant that no invoice has used.',
  }),
  retrieve(creditGrant, 'GET /v1/billing/credit_grants/:id', { about: 'Retrieves a credit grant.' }),
  list(
    creditGrant,
    'GET /v1/billing/credit_grants',
    { customer: about('Only the credit grants of this customer.', ref('customer')) },
    { about: 'Lists credit grants, newest first.', created: false },
  ),
  expireByItself,
  action('GET /v1/billing/credit_balance_summary', summarize, {
    preview: 'crbsum',
    summary: 'Retrieve the credit balance of a customer',
    about: 'Sums up the remaining credits of a customer by currency: those of a grant, or those that pay the given prices.',
  }),
  retrieve(creditBalanceTransaction, 'GET /v1/billing/credit_balance_transactions/:id', { about: 'Retrieves a change of credits.' }),
  list(
    creditBalanceTransaction,
    'GET /v1/billing/credit_balance_transactions',
    {
      credit_grant: about('Only the changes of this credit grant.', ref('billing.credit_grant')),
      customer: about('Only the changes of credits of this customer.', ref('customer')),
    },
    { about: 'Lists the changes of credits, newest first.', created: false },
  ),
] as const;

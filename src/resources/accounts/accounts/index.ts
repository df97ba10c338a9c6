import { oneOf } from '../../../kernel/base/kinds.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { account } from './account.js';
import { bankAccount } from './bank-account.js';
import { addBankAccount, removeBankAccount, updateBankAccount } from './bank-accounts.js';
import { capability } from './capability.js';
import { create, reject, unreject } from './connected.js';
import { accountPaymentMethods } from './payment-methods.js';
import { removeAccount } from './remove.js';
import { request } from './request.js';
import { update } from './update.js';

/** The accounts group. */
export const accounts = [
  retrieve(account, 'GET /v1/account', { own: true }),
  action('POST /v1/accounts/:account', update, { own: true }),
  retrieve(account, 'GET /v1/accounts/:account', { own: true }),
  action('POST /v1/accounts', create),
  action('POST /v1/accounts/:account/reject', reject, { own: true }),
  action('POST /v1/accounts/:account/unreject', unreject, { own: true }),
  action('DELETE /v1/accounts/:account', removeAccount, { own: true }),
  list(account, 'GET /v1/accounts', {}),
  accountPaymentMethods,
  action('POST /v1/accounts/:account/external_accounts', addBankAccount),
  action('POST /v1/accounts/:account/external_accounts/:id', updateBankAccount),
  action('DELETE /v1/accounts/:account/external_accounts/:id', removeBankAccount),
  retrieve(bankAccount, 'GET /v1/accounts/:account/external_accounts/:id'),
  list(bankAccount, 'GET /v1/accounts/:account/external_accounts', { object: oneOf('bank_account', 'card') }),
  action('POST /v1/accounts/:account/capabilities/:capability', request, { own: true, replies: capability }),
  retrieve(capability, 'GET /v1/accounts/:account/capabilities/:id'),
  list(capability, 'GET /v1/accounts/:account/capabilities', {}, { created: false }),
] as const;

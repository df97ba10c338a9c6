import { about } from '../../../kernel/base/fields.js';
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
  retrieve(account, 'GET /v1/account', {
    about: 'Retrieves the account of the key, or the connected account that the request acts for.',
    own: true,
  }),
  action('POST /v1/accounts/:account', update, {
    about:
      'Updates your account or a connected one. Capabilities, charges and payouts of a connected account are judged again with the new information.',
    own: true,
  }),
  retrieve(account, 'GET /v1/accounts/:account', { about: 'Retrieves your account or one that is connected with it.', own: true }),
  action('POST /v1/accounts', create, {
    about:
      'Creates a connected account that your platform can act for. Its capabilities are inactive until everything due has been provided.',
  }),
  action('POST /v1/accounts/:account/reject', reject, {
    summary: 'Reject an account',
    about: 'Rejects a connected account: payments and payouts are disabled until the rejection is taken back.',
    own: true,
  }),
  action('POST /v1/accounts/:account/unreject', unreject, {
    summary: 'Take back the rejection of an account',
    about: 'Takes back the rejection of a connected account; its capabilities are judged again.',
    own: true,
  }),
  action('DELETE /v1/accounts/:account', removeAccount, {
    about: 'Deletes a connected account with its persons and bank accounts. It must have no funds in any balance.',
    own: true,
  }),
  list(account, 'GET /v1/accounts', {}, { about: 'Lists the accounts connected with yours, newest first.' }),
  accountPaymentMethods,
  action('POST /v1/accounts/:account/external_accounts', addBankAccount, {
    about: 'Adds a bank account that payouts can go to. The first one becomes the default of the account and of its currency.',
  }),
  action('POST /v1/accounts/:account/external_accounts/:id', updateBankAccount, {
    about: 'Updates the holder, the type, the metadata or the default of a bank account; its numbers cannot change.',
  }),
  action('DELETE /v1/accounts/:account/external_accounts/:id', removeBankAccount, {
    about:
      'Deletes a bank account; the oldest other one of its currency becomes the default. The last one cannot be deleted while payouts go to it by default.',
  }),
  retrieve(bankAccount, 'GET /v1/accounts/:account/external_accounts/:id', { about: 'Retrieves a bank account of an account.' }),
  list(
    bankAccount,
    'GET /v1/accounts/:account/external_accounts',
    { object: about('Only external accounts of this kind; there are only bank accounts.', oneOf('bank_account', 'card')) },
    { about: 'Lists the bank accounts of an account, newest first.' },
  ),
  action('POST /v1/accounts/:account/capabilities/:capability', request, {
    summary: 'Update a capability',
    about: 'Requests a capability for a connected account or withdraws it, and returns the capability.',
    own: true,
    replies: capability,
  }),
  retrieve(capability, 'GET /v1/accounts/:account/capabilities/:id', { about: 'Retrieves a capability of an account, by its name.' }),
  list(
    capability,
    'GET /v1/accounts/:account/capabilities',
    {},
    { about: 'Lists the capabilities of an account that were ever requested.', created: false },
  ),
] as const;

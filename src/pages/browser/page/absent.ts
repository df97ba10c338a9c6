import type { Json } from '../shapes.js';
import { wrongUse } from './wrong-use.js';

/** What Stripe's script can do besides and this one cannot, and what to do instead. */
const instead: Readonly<Record<string, string>> = {
  initCheckoutFormSdk: 'Use createEmbeddedCheckoutPage(), or initCheckoutElementsSdk().',
  collectBankAccountForPayment: 'Use the Payment Element, or confirmUsBankAccountPayment() with the numbers of the account.',
  collectBankAccountForSetup: 'Use the Payment Element, or confirmUsBankAccountSetup() with the numbers of the account.',
  collectBankAccountToken: "Use createToken('bank_account', …).",
  collectFinancialConnectionsAccounts: 'Accounts at banks are not connected.',
  createEphemeralKeyNonce: 'Numbers of issued cards are shown where a server retrieves them.',
  createRadarSession: 'Nothing is judged by what is known of a browser.',
  createFinancialAccountDisclosure: 'There are no financial accounts.',
  initializePricing: 'Show the prices that your server reads.',
  processOrder: 'There are no orders.',
  retrieveOrder: 'There are no orders.',
  verifyIdentity: 'Identities are verified by account links.',
};

/** Calls that say what to do instead. */
export const absent: Json = Object.fromEntries(
  Object.entries(instead).map(([name, advice]) => [
    name,
    async () => {
      throw wrongUse(`stripe.${name}() is not there. ${advice}`);
    },
  ]),
);

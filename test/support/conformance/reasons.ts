/** Why something that the SDK declares is left out: a name, and the sentence of the page. */
export const reasons = {
  carbon: 'It orders removals of carbon from suppliers under contract with Stripe.',
  apps: "It belongs to Stripe's own marketplace of apps; programs use the API and its keys.",
  bank: 'It opens bank accounts for connected accounts, which needs a partner bank; payouts, transfers and issued cards have their own balances.',
  data_network: 'It reads data of bank accounts over a network of banks under contract with Stripe.',
  devices: 'It drives card readers, which are hardware of Stripe.',
  documents: 'It checks identity documents and faces, which needs a provider of such checks.',
  feedback: 'The portal asks for one of the published reasons of a cancellation, in ten languages; texts of a merchant would be in one.',
  forwarding: 'It forwards card numbers to other processors from the vault of Stripe; with Florin, processors are routed.',
  generated:
    'It leads from a payment to a payment method of another type that is made of it; Florin makes none, and asks for a SEPA debit itself.',
  former: 'Stripe itself has replaced it with payment intents, payment methods and their domains.',
  query:
    'It runs SQL queries in the data warehouse of Stripe; the database of Florin is open to its operator, and reports cover the usual questions.',
  scores:
    'It scores payments that other services take, by a model of the payments of many merchants; rules of Florin compare what is known of a payment.',
  reserve: 'Reserves are set by Stripe for accounts at risk; the operator of Florin limits payouts instead.',
  second_api: 'It is of the second version of the API, which names the same things in another way.',
  customer_accounts: 'Accounts of the second version of the API that are customers; a customer is an object of its own.',
} as const;

type Reason = keyof typeof reasons;

/** Groups that are left out as a whole. */
export const groups_left_out: Readonly<Record<string, Reason>> = {
  apple_pay: 'former',
  apps: 'apps',
  'billing.feedback_options': 'feedback',
  climate: 'carbon',
  financial_connections: 'data_network',
  forwarding: 'forwarding',
  identity: 'documents',
  'radar.payment_evaluations': 'scores',
  reserve: 'reserve',
  sigma: 'query',
  sources: 'former',
  terminal: 'devices',
  'test_helpers.terminal': 'devices',
  'test_helpers.treasury': 'bank',
  three_d_secure: 'former',
  treasury: 'bank',
  'v2.billing': 'second_api',
  'v2.commerce': 'second_api',
  'v2.core': 'second_api',
  'v2.money_management': 'bank',
  'v2.test_helpers': 'bank',
};

/** Parameters and members that are left out wherever they stand, by the last names of their path. */
export const names_left_out: Readonly<Record<string, Reason>> = {
  ach_credit_transfer: 'former',
  ach_debit: 'former',
  amex_express_checkout: 'former',
  card_present: 'devices',
  generated_from: 'generated',
  generated_sepa_debit: 'generated',
  generated_sepa_debit_mandate: 'generated',
  interac_present: 'devices',
  masterpass: 'former',
  reader: 'devices',
  sepa_credit_transfer: 'former',
  stripe_account: 'former',
  visa_checkout: 'former',
  wechat: 'former',
  customer_account: 'customer_accounts',
  feedback_option: 'feedback',
  treasury: 'bank',
  financial_account: 'bank',
};

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
  former: 'Stripe itself has replaced it with payment intents, payment methods and their domains.',
  query:
    'It runs SQL queries in the data warehouse of Stripe; the database of Florin is open to its operator, and reports cover the usual questions.',
  scores:
    'It scores payments that other services take, by a model of the payments of many merchants; rules of Florin compare what is known of a payment.',
  reserve: 'Reserves are set by Stripe for accounts at risk; the operator of Florin limits payouts instead.',
  second_api: 'It is of the second version of the API, which names the same things in another way.',
  older_payments: 'Stripe itself has replaced the type of payment; invoices name the types of payment methods.',
  prefunded: 'Sources that hold an amount of their own were replaced; payment methods have none that could be too small.',
  merchant_of_record: 'Stripe sells in its own name there; with Florin, the merchant is the seller.',
  retired_ends: 'Stripe replaced them in 2019; the refusal names what to send instead.',
  performance: 'Taxes follow from the address of the buyer or the seller; the table of tax rates has no taxes of venues.',
  local_taxes: 'The table of tax rates has countries and states; taxes of cities and taxes on single trades are not in it.',
  other_engines: 'Florin calculates taxes itself, or invoices take amounts that another service has calculated.',
  no_payment: 'Finalization attempts no payment, so its error has nothing of one.',
  item_rules: 'Stripe itself delays or freezes some invoice items; in Florin they can be changed until their invoice is final.',
  custom_methods: 'It is about payments that other services take in the name of Stripe; payment records report such payments.',
  no_such_tax: 'No tax that Florin calculates has this reason; lines whose taxes are calculated elsewhere can have most of them.',
  trial_offers: 'Trial offers are objects of products of Stripe; a trial is a period of a subscription or of a phase.',
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
  customer_account: 'customer_accounts',
  feedback_option: 'feedback',
  treasury: 'bank',
  financial_account: 'bank',
  current_trial: 'trial_offers',
  frozen_fields: 'item_rules',
  invoicing_rules: 'item_rules',
  forgive: 'prefunded',
  managed_payments: 'merchant_of_record',
  performance_location: 'performance',
};

/** Operations and events that are left out, by their routes and types. */
export const operations_left_out: Readonly<Record<string, Reason>> = {
  'GET /v1/tax/locations': 'performance',
  'GET /v1/tax/locations/{}': 'performance',
  'POST /v1/tax/locations': 'performance',
  'invoice.payment_attempt_required': 'custom_methods',
};

/** Types of objects that are left out. */
export const objects_left_out: Readonly<Record<string, Reason>> = { 'tax.location': 'performance' };

const of_payments = [
  ...['advice_code', 'charge', 'decline_code', 'network_advice_code', 'network_decline_code', 'payment_intent'],
  ...['payment_method', 'payment_method_type', 'setup_intent', 'source'],
];

/** Taxes on single trades, and of cities, that registrations in the United States can name. */
const trades = [
  ...['admissions_tax', 'attendance_tax', 'digital_excise_tax', 'entertainment_tax', 'gross_receipts_tax', 'hospitality_tax'],
  ...['local_amusement_tax', 'local_lease_tax', 'luxury_tax', 'mass_transit_parking_tax', 'parking_tax', 'resort_tax'],
  ...['state_communications_tax', 'state_retail_delivery_fee', 'tourism_tax', 'utility_users_tax'],
];

const byPath = (paths: readonly string[], reason: Reason): Readonly<Record<string, Reason>> =>
  Object.fromEntries(paths.map((path) => [path, reason]));

/** Parameters and members that are left out in one group with all that is below them: the group, and the path. */
export const paths_left_out: Readonly<Record<string, Reason>> = {
  ...byPath(
    of_payments.map((name) => `invoices: last_finalization_error.${name}`),
    'no_payment',
  ),
  ...byPath(
    [...trades, 'state_sales_tax'].flatMap((name) => [`tax: country_options[us][${name}]`, `tax: country_options.us.${name}`]),
    'local_taxes',
  ),
};

/** Values that are left out, by the name of their parameters and members. */
export const values_left_out: Readonly<Record<string, Readonly<Partial<Record<Reason, readonly string[]>>>>> = {
  end_behavior: { retired_ends: ['none', 'renew'] },
  level: { local_taxes: ['city', 'county', 'district'] },
  payment_method_types: {
    custom_methods: ['custom'],
    older_payments: ['ach_credit_transfer', 'ach_debit', 'jp_credit_transfer', 'sepa_credit_transfer'],
  },
  provider: { other_engines: ['anrok', 'avalara', 'sphere'] },
  sourcing: { performance: ['performance'] },
  taxability_reason: {
    no_such_tax: [
      ...['not_available', 'portion_product_exempt', 'portion_reduced_rated', 'portion_standard_rated', 'product_exempt_holiday'],
      ...['proportionally_rated', 'taxable_basis_reduced'],
    ],
  },
  tax_type: {
    local_taxes: [
      ...trades,
      ...['amusement_tax', 'communications_tax', 'get_fund', 'lease_tax', 'nhil', 'recycling_fee', 'retail_delivery_fee'],
    ],
  },
  type: { local_taxes: trades },
};

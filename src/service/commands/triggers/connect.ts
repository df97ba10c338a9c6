import { del, get, paying, post, type Trigger, type Triggers } from './requests.js';

const address = { line1: '1 High St', city: 'Town', postal_code: '94103', state: 'CA' };
const bank_account = {
  object: 'bank_account',
  country: 'US',
  currency: 'usd',
  account_number: '000123456789',
  routing_number: '110000000',
};
const person = {
  first_name: 'Jo',
  last_name: 'Doe',
  dob: { day: 2, month: 3, year: 1980 },
  email: 'jo@example.com',
  phone: '+15555550100',
  address,
  ssn_last_4: '0000',
};
const either = {
  type: 'custom',
  business_profile: { mcc: '5734', url: 'https://example.com' },
  capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  external_account: bank_account,
  tos_acceptance: { date: 1_700_000_000, ip: '127.0.0.1' },
};
const connected = post('account', 'accounts', { ...either, business_type: 'individual', individual: person });
const company = post('account', 'accounts', {
  ...either,
  business_type: 'company',
  company: { name: 'Tea', phone: '+15555550100', tax_id: '000000000', address },
});
const representative = post('person', 'accounts/${account:id}/persons', {
  ...person,
  relationship: { representative: true, owner: true, percent_ownership: 60, title: 'CEO' },
});
const by_person = 'accounts/${account:id}/persons/${person:id}';
const another_bank = post('bank', 'accounts/${account:id}/external_accounts', {
  external_account: { ...bank_account, account_number: '000999999991' },
});
const by_bank = 'accounts/${account:id}/external_accounts/${bank:id}';

const inside = (...fixtures: Trigger['fixtures']): Trigger => ({ fixtures, in_account: 'account' });

const shared = [
  connected,
  post('payment_intent', 'payment_intents', {
    ...paying,
    transfer_data: { destination: '${account:id}' },
    application_fee_amount: 200,
  }),
  get('charge', 'charges/${payment_intent:latest_charge}'),
];
const money = post('money', 'test_helpers/top_ups', { amount: 50_000, currency: 'usd' });
const transfer = post('transfer', 'transfers', { amount: 1000, currency: 'usd', destination: '${account:id}' });
const transferred = [connected, money, transfer];
const fee_refund = post('fee_refund', 'application_fees/${charge:application_fee}/refunds', { amount: 100 });

/** Triggers of connected accounts, transfers and fees. Events of an account belong to it: `stripe-account` lists them. */
export const of_connect: Triggers = {
  'account.external_account.created': inside(connected, another_bank),
  'account.external_account.deleted': inside(connected, another_bank, del('bank_delete', by_bank)),
  'account.external_account.updated': inside(connected, another_bank, post('bank_update', by_bank, { metadata: { order: '1742' } })),
  'account.updated': inside(connected, post('account_update', 'accounts/${account:id}', { metadata: { order: '1742' } })),
  'application_fee.created': shared,
  'application_fee.refund.updated': [
    ...shared,
    fee_refund,
    post('fee_refund_update', 'application_fees/${charge:application_fee}/refunds/${fee_refund:id}', { metadata: { order: '1742' } }),
  ],
  'application_fee.refunded': [...shared, fee_refund],
  'capability.updated': inside(connected),
  'person.created': inside(company, representative),
  'person.deleted': inside(company, representative, del('person_delete', by_person)),
  'person.updated': inside(company, representative, post('person_update', by_person, { metadata: { order: '1742' } })),
  'transfer.created': transferred,
  'transfer.reversed': [...transferred, post('reversal', 'transfers/${transfer:id}/reversals', { amount: 100 })],
  'transfer.updated': [...transferred, post('transfer_update', 'transfers/${transfer:id}', { description: 'Order 1742' })],
};

import { expect } from 'vitest';
import type { Client } from './service.js';

/** A bank account that payouts succeed to. */
export const bank = {
  object: 'bank_account',
  country: 'US',
  currency: 'usd',
  account_number: '000123456789',
  routing_number: '110000000',
};

const address = { line1: '1 High St', city: 'Town', postal_code: '94103', state: 'CA' };

/** All requirements of a person who represents an account. */
export const jo = {
  first_name: 'Jo',
  last_name: 'Doe',
  dob: { day: 2, month: 3, year: 1980 },
  email: 'jo@example.com',
  phone: '+15555550100',
  address,
  ssn_last_4: '0000',
};

/** Everything that is asked of an individual, by the names of fields. */
export const answers_of_jo: Readonly<Record<string, string>> = {
  'business_profile.url': 'https://example.com',
  'individual.first_name': jo.first_name,
  'individual.last_name': jo.last_name,
  'individual.dob.day': '2',
  'individual.dob.month': '3',
  'individual.dob.year': '1980',
  'individual.email': jo.email,
  'individual.phone': jo.phone,
  'individual.address.line1': jo.address.line1,
  'individual.address.city': jo.address.city,
  'individual.address.state': 'CA',
  'individual.address.postal_code': '94103',
  'individual.ssn_last_4': '0000',
  'external_account.routing_number': '110000000',
  'external_account.account_number': '000123456789',
};

const either = {
  type: 'custom',
  business_profile: { mcc: '5734', url: 'https://example.com' },
  capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  external_account: bank,
  tos_acceptance: { date: 1_700_000_000, ip: '127.0.0.1' },
};

/** An account of one person, with no requirement due. */
export const whole_account = { ...either, business_type: 'individual', individual: jo };

/** An account of a company, with only persons due. */
export const of_company = {
  ...either,
  business_type: 'company',
  company: { name: 'Tea', phone: '+15555550100', tax_id: '000000000', address },
};

/** A person who represents and owns a company. */
export const representative = { ...jo, relationship: { representative: true, owner: true, percent_ownership: 60, title: 'CEO' } };

/** Connects an account with that of a client. */
export const connected = async (client: Client, given: Parameters<Client['post']>[1] = whole_account) => {
  const { status, body, text } = await client.post('/v1/accounts', given);
  expect(status, text).toBe(200);
  return body;
};

/** The header with which a platform acts for an account. */
export const as = (account: string): { readonly headers: { readonly 'stripe-account': string } } => ({
  headers: { 'stripe-account': account },
});

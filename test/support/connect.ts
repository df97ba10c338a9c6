import { expect } from 'vitest';
import type { Answer, Client } from './service.js';

const bank = { object: 'bank_account', country: 'US', currency: 'usd', account_number: '000123456789', routing_number: '110000000' };

/** An account that has told all that is due. */
export const whole_account = {
  type: 'custom',
  business_type: 'company',
  business_profile: { mcc: '5734', url: 'https://example.com' },
  capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  company: { name: 'Tea', phone: '+15555550100', address: { line1: '1 High St', city: 'Town', postal_code: '94103', state: 'CA' } },
  external_account: bank,
  tos_acceptance: { date: 1_700_000_000, ip: '127.0.0.1' },
} as const;

/** Connects an account with a platform. */
export async function connected(client: Client, given: Parameters<Client['post']>[1] = whole_account): Promise<Answer['body']> {
  const { status, body, text } = await client.post('/v1/accounts', given);
  expect(status, text).toBe(200);
  return body;
}

/** Lets a platform act for an account. */
export const as = (account: string): { readonly headers: { readonly 'stripe-account': string } } => ({
  headers: { 'stripe-account': account },
});

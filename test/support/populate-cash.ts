import { intentWith } from './payments.js';
import type { Client } from './service.js';

/** A customer's bank transfers, one payment that they have paid, and one that still waits; answers with the id of a transfer. */
export async function populateCash(client: Client, customer: string): Promise<string> {
  const path = `/v1/test_helpers/customers/${customer}/fund_cash_balance`;
  const { id } = (await client.post(path, { amount: 300, currency: 'usd', reference: 'order 12' })).body;
  await client.post(path, { amount: 300, currency: 'eur' });
  const by_transfer = { payment_method_types: ['customer_balance'], payment_method_data: { type: 'customer_balance' } };
  for (const amount of [200, 90_000]) await intentWith(client, { ...by_transfer, amount, customer, confirm: true });
  return id;
}

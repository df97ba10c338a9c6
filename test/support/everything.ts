import { payment_method_types } from '../../src/resources/payments/payment-methods/payment-method.js';
import { accountOf, bankAccount } from './merchant.js';
import { act, held, intentWith, pay, twenty, waiting } from './payments.js';
import { type Ids, populate } from './populate.js';
import { type Client, card, type TestService } from './service.js';

/** A sandbox that has several objects of every kind, in every shape. */
export type Everything = { readonly client: Client; readonly ids: Ids };

/** Fills a sandbox, and waits until all work in it is done. */
export async function everything(service: TestService): Promise<Everything> {
  const client = service.client();
  const ids = await populate(service, client);
  for (let count = 0; count < 2; count++) await populate(service, client);
  for (let count = 0; count < 3; count++) await addMethod(client, ids.customer ?? '');
  for (let count = 0; count < 2; count++) await post(client, `/v1/customers/${ids.customer}/sources`, { source: 'tok_visa' });
  for (let count = 0; count < 2; count++)
    await post(client, `/v1/customers/${ids.customer}/tax_ids`, { type: 'us_ein', value: '12-3456789' });
  for (const amount of [-200, 700]) await post(client, `/v1/customers/${ids.customer}/balance_transactions`, { amount, currency: 'usd' });
  const setup_intent = await declined(client);
  await payments(client);
  await steps(client);
  await agreedOnce(client);
  await bankAccount(client, '000111111116');
  await bankAccount(client, '000123456789');
  await canceledPayout(client);
  await post(client, '/v1/customers', { payment_method: 'pm_card_visa', address: { city: 'Bern' }, shipping: { name: 'Jo' } });
  const account = await accountOf(client);
  await service.until(async () => (await delivering(service, account)) === 0);
  return { client, ids: { ...ids, setup_intent } };
}

async function addMethod(client: Client, customer: string): Promise<void> {
  const { id } = await post(client, '/v1/payment_methods', card());
  await post(client, `/v1/payment_methods/${id}/attach`, { customer });
}

/** An intent whose attempts all failed, with a card that belongs to a customer and was not authenticated. */
async function declined(client: Client): Promise<string> {
  const customer = (await post(client, '/v1/customers', {})).id;
  const method = (await post(client, '/v1/payment_methods', card('4000000000003220'))).id;
  await post(client, `/v1/payment_methods/${method}/attach`, { customer });
  const { id } = await post(client, '/v1/setup_intents', { customer });
  for (let count = 0; count < 3; count++) {
    await client.post(`/v1/setup_intents/${id}/confirm`, { payment_method: method });
    await client.post(`/v1/test_helpers/setup_intents/${id}/next_action`, { outcome: 'fail' });
  }
  return id;
}

/** A payment in every state, with owned cards, and a charge without a payment. */
async function payments(client: Client): Promise<void> {
  const customer = (await post(client, '/v1/customers', {})).id;
  const method = (await post(client, '/v1/payment_methods', card('4000000000000341'))).id;
  await post(client, `/v1/payment_methods/${method}/attach`, { customer });
  await pay(client, { customer, payment_method: method, confirm: true });
  await intentWith(client);
  await intentWith(client, { customer, payment_method: method });
  await waiting(client);
  await act(client, await held(client), 'capture', { amount_to_capture: 700 });
  await act(client, await held(client), 'cancel', { cancellation_reason: 'abandoned' });
  await held(client);
  await post(client, '/v1/charges', { ...twenty, source: 'tok_visa' });
}

const iban = { iban: 'DE89370400440532013000' };

/** An intent for each type of payment method, at the step that its payer must take. */
async function steps(client: Client): Promise<void> {
  for (const type of payment_method_types) {
    const data = type === 'card' ? card('4000000000003220') : { type, ...(type === 'sepa_debit' && { sepa_debit: iban }) };
    await post(client, '/v1/setup_intents', { confirm: true, payment_method_data: data, payment_method_types: [type] });
  }
}

const agreedOnce = (client: Client): Promise<{ id: string }> =>
  post(client, '/v1/setup_intents', {
    confirm: true,
    payment_method: 'pm_card_visa',
    usage: 'on_session',
    mandate_data: { customer_acceptance: { type: 'online', online: { ip_address: '192.0.2.1', user_agent: 'Test' } } },
  });

async function canceledPayout(client: Client): Promise<void> {
  const { id } = await post(client, '/v1/payouts', { amount: 10, currency: 'usd' });
  await post(client, `/v1/payouts/${id}/cancel`, {});
}

async function delivering({ engine, now }: TestService, account: string): Promise<number> {
  const text = `select count(*)::int as count from jobs where account = $1 and queue = 'webhook' and tried = 0 and due_at <= $2`;
  const [row] = await engine.database.query<{ count: number }>({ text, values: [`${account}_test`, new Date(now())] });
  return row?.count ?? 0;
}

async function post(client: Client, path: string, params: object): Promise<{ id: string }> {
  const { status, body, text } = await client.post(path, { ...params });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return body;
}

import type { Tab } from './browser.js';
import { type Client, card } from './service.js';

/** A payment that waits for its payer, and the address of the payer's page. */
export type Waiting = { readonly client: Client; readonly id: string; readonly client_secret: string; readonly page_url: string };

/** A card that requires authentication. */
export const three_d_secure_card = card('4000000000003220');

/** The payer's details that some methods need. */
export const billing_details = { name: 'Ana Souza', email: 'ana@example.com', address: { country: 'BR' } };

/** A country and currency for each method of these tests. */
const currencies: Readonly<Record<string, string>> = {
  boleto: 'brl',
  bank_transfer_id: 'idr',
  gcash: 'php',
  ideal: 'eur',
  oxxo: 'mxn',
  pix: 'brl',
  sofort: 'eur',
  wechat_pay: 'usd',
};

/** Confirms a payment that then waits for its payer. */
export async function waitingPayment(client: Client, params: Readonly<Record<string, unknown>> = {}): Promise<Waiting> {
  const given = { amount: 428_900, currency: 'usd', confirm: true, payment_method_data: three_d_secure_card, ...params };
  const { body, text } = await client.post('/v1/payment_intents', given);
  if (body?.status !== 'requires_action') throw new Error(text);
  const { url, data } = body.next_action[body.next_action.type];
  return { client, id: body.id, client_secret: body.client_secret, page_url: url ?? data };
}

/** Confirms a payment by a method other than a card. */
export const waitingFor = (client: Client, type: string, params: Readonly<Record<string, unknown>> = {}): Promise<Waiting> =>
  waitingPayment(client, { currency: currencies[type], payment_method_data: { type, billing_details }, ...params });

/** The current payment as the shop sees it. */
export const statusOf = async ({ client, id }: Waiting): Promise<string> => (await client.get(`/v1/payment_intents/${id}`)).body.status;

/** The terms of a page, one by one. */
export async function factsOn({ page }: Tab): Promise<Record<string, string>> {
  const rows = await page
    .locator('.fact')
    .evaluateAll((all) => all.map((each) => [...each.children].map((part) => part.textContent ?? '')));
  return Object.fromEntries(rows);
}

/** Presses the button with this name. */
export const press = ({ page }: Tab, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** Waits for a page that a script opens. */
export const headed = ({ page }: Tab, name: string): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** The heading of the page. */
export const heading = ({ page }: Tab): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();

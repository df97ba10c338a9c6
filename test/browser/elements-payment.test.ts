import { expect, test } from 'vitest';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { bankFrame, evaluated, fillPayment, frameOf, openPage, useMerchant } from '../support/elements.js';
import type { Client } from '../support/service.js';

const browser = useBrowser();
const merchant = useMerchant();

type Payment = { readonly id: string; readonly client_secret: string };

const mounting = (client_secret: string, options = '{}'): string => `
  window.elements = stripe.elements({ clientSecret: '${client_secret}' });
  window.told = [];
  const element = elements.create('payment', ${options});
  for (const name of ['ready', 'change', 'focus', 'blur', 'escape', 'loaderror']) element.on(name, (event) => told.push({ name, ...event }));
  const ready = new Promise((resolve) => element.on('ready', resolve));
  element.mount('#place');
  await ready;`;

/** A payment of twenty, and a tab with a Payment Element for it. */
async function opened(params: object = {}, options?: string): Promise<{ tab: Tab; client: Client; payment: Payment }> {
  const client = merchant.service.client();
  const { body } = await client.post('/v1/payment_intents', { amount: 2000, currency: 'eur', payment_method_types: ['card'], ...params });
  const tab = await browser.tab();
  await openPage(tab, merchant, client, mounting(body.client_secret, options));
  return { tab, client, payment: body };
}

/** What `confirmPayment` answers while the payer stays on the page. */
const confirmed = (tab: Tab): Promise<Record<string, Record<string, unknown>>> =>
  evaluated(tab, `return await stripe.confirmPayment({ elements, redirect: 'if_required' })`);

const statusOf = async (client: Client, { id }: Payment): Promise<string> => (await client.get(`/v1/payment_intents/${id}`)).body.status;

test('a card that is typed into the Payment Element pays, and nobody but Florin and the merchant is asked anything', async () => {
  const { tab, client, payment } = await opened();
  await fillPayment(tab);
  expect(await confirmed(tab)).toMatchObject({ paymentIntent: { id: payment.id, status: 'succeeded', object: 'payment_intent' } });
  expect(await statusOf(client, payment)).toBe('succeeded');
  expectQuiet(tab.watched, merchant.service.url, merchant.url);
});

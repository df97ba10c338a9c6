import { expect, test } from 'vitest';
import { type Tab, useBrowser } from '../support/browser.js';
import { evaluated, frameOf, openPage, useMerchant } from '../support/elements.js';
import type { Client } from '../support/service.js';

const browser = useBrowser();
const merchant = useMerchant();

const off = { display_preference: { preference: 'off' } };
const configurations = '/v1/payment_method_configurations';

/** Mounts the express buttons of a group, and answers which of them the page may show. */
const express = (group: string): string => `
  const element = stripe.elements(${group}).create('expressCheckout');
  window.ready = new Promise((resolve) => element.on('ready', ({ availablePaymentMethods }) => resolve(availablePaymentMethods)));
  element.mount('#place');
  await ready;`;

const available = (tab: Tab): Promise<Record<string, boolean> | undefined> => evaluated(tab, 'return await ready');

const deferred = `{ mode: 'payment', amount: 2000, currency: 'eur' }`;

async function opened(client: Client, script: string): Promise<Tab> {
  const tab = await browser.tab();
  await openPage(tab, merchant, client, script);
  return tab;
}

test('elements without an intent offer the types of the default configuration, or of the one that the page names', async () => {
  const client = merchant.service.client();
  const [{ id }] = (await client.get(configurations)).body.data;
  await client.post(`${configurations}/${id}`, { klarna: off });
  const few = (await client.post(configurations, { ideal: off, card: { display_preference: { preference: 'on' } } })).body;
  const mounting = (group: string): string => `
    const element = stripe.elements(${group}).create('payment', { layout: 'accordion' });
    const ready = new Promise((resolve) => element.on('ready', resolve));
    element.mount('#place');
    await ready;`;
  const types = async (tab: Tab): Promise<readonly [boolean, boolean]> => {
    const frame = frameOf(tab);
    const text = (await frame.locator('body').textContent()) ?? '';
    return [text.includes('iDEAL'), text.includes('Klarna')];
  };
  expect(await types(await opened(client, mounting(deferred)))).toEqual([true, false]);
  const named = `{ mode: 'payment', amount: 2000, currency: 'eur', paymentMethodConfiguration: '${few.id}' }`;
  expect(await types(await opened(client, mounting(named)))).toEqual([false, true]);
});

test('an express button is shown unless the default configuration has switched it off', async () => {
  const client = merchant.service.client();
  const [{ id }] = (await client.get(configurations)).body.data;
  const before = await available(await opened(client, express(deferred)));
  expect(before).toMatchObject({ googlePay: true, paypal: true, klarna: true });
  await client.post(`${configurations}/${id}`, { google_pay: off, paypal: off });
  expect(await available(await opened(client, express(deferred)))).toMatchObject({ googlePay: false, paypal: false, klarna: true });
});

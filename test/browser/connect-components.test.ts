import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Tab, useBrowser } from '../support/browser.js';
import { answers_of_jo, as, connected } from '../support/connect.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

/** A page of a platform, on another origin than Florin, that loads the script by the name that Stripe's loader knows it by. */
let platform = '';
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><head><title>A platform</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><script src="${service.url}/v1.0/connect.js"></script></head>
<body><main><h1>Your shop</h1><div id="place"></div></main></body></html>`);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  platform = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const enabled = { enabled: true } as const;

/** Shows a component on the platform's page as the loader does: the element first, then its methods, then the connector. */
async function shown(tab: Tab, client: Client, account: string, name: string, components: object, locale = 'en'): Promise<FrameLocator> {
  const { client_secret } = (await client.post('/v1/account_sessions', { account, components })).body;
  await tab.page.goto(platform);
  await tab.page.evaluate(`(() => {
    window.heard = [];
    const instance = StripeConnect.init({
      publishableKey: '${client.publishable_key}',
      locale: '${locale}',
      fetchClientSecret: async () => '${client_secret}',
      metaOptions: { sdk: true },
    });
    const element = document.createElement('stripe-connect-${name}');
    for (const method of ['setOnExit', 'setOnLoadError', 'setOnLoaderStart', 'setOnNotificationsChange'])
      element[method + 'InternalOnly']((told) => heard.push([method, told ?? null]));
    document.getElementById('place').append(element);
    element.setConnector(instance.connect);
  })()`);
  return tab.page.frameLocator(`iframe[title="${name.replaceAll('-', ' ')}"]`);
}

test('an owner is onboarded within the page of the platform, which hears that they have left', async () => {
  const client = service.client();
  const { id } = await connected(client, { type: 'express', capabilities: { transfers: { requested: true } } });
  const tab = await browser.tab();
  const frame = await shown(tab, client, id, 'account-onboarding', { account_onboarding: enabled });
  await frame.getByRole('button', { name: 'Provide information' }).click();
  await frame.getByLabel('Individual or sole proprietor').check();
  await frame.getByRole('button', { name: 'Continue' }).click();
  await frame.getByTestId('business_profile.mcc').selectOption('5734');
  for (const [name, value] of Object.entries(answers_of_jo)) await frame.getByTestId(name).fill(value);
  await frame.getByRole('checkbox').check();
  await frame.getByRole('button', { name: 'Save and continue' }).click();
  await frame.getByText('Everything that is required has been provided.').waitFor();
  await tab.page.waitForFunction(`heard.some(([method]) => method === 'setOnExit')`);
  expect((await client.get(`/v1/accounts/${id}`)).body.payouts_enabled).toBe(true);
  expect(tab.watched.complaints).toEqual([]);
});

test('an owner refunds a payment within the page of the platform, at three widths without scrolling aside', async () => {
  const client = service.client();
  const { id } = await connected(client);
  const paying = { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', description: 'Green tea from Uji' };
  const { latest_charge } = (await client.post('/v1/payment_intents', { ...paying, payment_method_types: ['card'] }, as(id))).body;
  const tab = await browser.tab();
  const frame = await shown(tab, client, id, 'payments', { payments: enabled });
  await frame.getByText('Green tea from Uji').waitFor();
  for (const width of [360, 768, 1280]) {
    await tab.page.setViewportSize({ width, height: 800 });
    const [wide, page] = await tab.page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]');
    expect(wide).toBeLessThanOrEqual(page);
    const inner = await frame.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    expect(inner).toBe(0);
  }
  await frame.getByRole('button', { name: 'Refund' }).click();
  await frame.getByText('$20.00 refunded').waitFor();
  expect((await client.get(`/v1/charges/${latest_charge}`, {}, as(id))).body.refunded).toBe(true);
  expect(tab.watched.complaints).toEqual([]);
});

test('the balance is paid out within the page of the platform, in the language that it has chosen', async () => {
  const client = service.client();
  const { id } = await connected(client);
  await client.post('/v1/test_helpers/top_ups', { amount: 5000, currency: 'usd' });
  await client.post('/v1/transfers', { amount: 700, currency: 'usd', destination: id });
  const tab = await browser.tab();
  const features = { standard_payouts: true };
  const frame = await shown(tab, client, id, 'payouts', { payouts: { ...enabled, features } }, 'de');
  await frame.getByRole('button', { name: /7,00.*auszahlen/ }).click();
  await frame.getByText(/7,00/).first().waitFor();
  await frame.getByRole('button', { name: /auszahlen/ }).waitFor({ state: 'detached' });
  expect((await client.get('/v1/payouts', {}, as(id))).body.data).toMatchObject([{ amount: 700 }]);
});

test('the banner tells the page how much is due, and a secret of no session is a load error', async () => {
  const client = service.client();
  const { id } = await connected(client, { type: 'express', capabilities: { transfers: { requested: true } } });
  const tab = await browser.tab();
  const frame = await shown(tab, client, id, 'notification-banner', { notification_banner: enabled });
  await frame.getByText('Information required').first().waitFor();
  await tab.page.waitForFunction(`heard.some(([method, told]) => method === 'setOnNotificationsChange' && told.total > 0)`);
  await tab.page.evaluate(`(() => {
    const instance = StripeConnect.init({ publishableKey: 'pk_test_1', fetchClientSecret: async () => 'wrong' });
    const element = instance.create('payments');
    element.setOnLoadError(({ error }) => heard.push(['wrong', error.type]));
    document.getElementById('place').append(element);
  })()`);
  await tab.page.waitForFunction(`heard.some(([name, type]) => name === 'wrong' && type === 'authentication_error')`);
});

test('account management shows the details of the account and opens the page that changes them', async () => {
  const client = service.client();
  const { id } = await connected(client);
  await client.post(`/v1/accounts/${id}`, { business_profile: { name: 'Tea & Co' } });
  const tab = await browser.tab();
  const frame = await shown(tab, client, id, 'account-management', { account_management: enabled });
  await frame.getByText('Tea & Co').waitFor();
  await frame.getByText(/6789/).waitFor();
  await frame.getByRole('button', { name: 'Change details' }).click();
  await frame.getByText('Tell us about your business').waitFor();
});

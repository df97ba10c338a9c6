import type { FrameLocator } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsWithFrames } from '../support/axe.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { bankFrame, evaluated, fillPayment, frameOf, openPage, useMerchant } from '../support/elements.js';
import { openMerchant } from '../support/keyholders.js';
import type { Client } from '../support/service.js';

const browser = useBrowser();
const merchant = useMerchant();

/** The page of a merchant who confirms as Stripe's guide shows, and keeps each event but what answers it. */
const mounting = (group: string, options = '{}', listeners = ''): string => `
  window.elements = stripe.elements(${group});
  window.told = [];
  window.result = new Promise((resolve) => { window.settle = resolve; });
  const element = elements.create('expressCheckout', ${options});
  const note = (name, { resolve, reject, paymentFailed, ...event }) => told.push({ name, ...event });
  for (const name of ['ready', 'click', 'cancel', 'shippingaddresschange', 'shippingratechange', 'confirm'])
    element.on(name, (event) => note(name, event));
  ${listeners}
  element.on('confirm', async (event) => {
    const { error } = await elements.submit();
    settle(error ? { error } : await stripe.confirmPayment({ elements, clientSecret: window.secret, redirect: 'if_required' }));
  });
  const ready = new Promise((resolve) => element.on('ready', resolve));
  element.mount('#place');
  await ready;`;

/** Answers a click at once, as a page does that has nothing to add. */
const resolving = `element.on('click', ({ resolve }) => resolve());`;

async function opened(params: object = {}, options?: string, listeners = resolving): Promise<{ tab: Tab; client: Client; id: string }> {
  const client = merchant.service.client();
  const { body } = await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', payment_method_types: ['card'], ...params });
  const tab = await browser.tab();
  await openPage(tab, merchant, client, mounting(`{ clientSecret: '${body.client_secret}' }`, options, listeners));
  await tab.page.evaluate(`window.secret = '${body.client_secret}'`);
  return { tab, client, id: body.id };
}

const buttons = (tab: Tab): FrameLocator => frameOf(tab, 'Secure express checkout frame');
const sheet = ({ page }: Tab): FrameLocator => page.getByTestId('florin-wallet').frameLocator('iframe');
const result = (tab: Tab): Promise<Record<string, Record<string, unknown>>> => evaluated(tab, 'return await result');
const told = (tab: Tab): Promise<readonly Record<string, unknown>[]> => evaluated(tab, 'return told');

test('a card of the wallet pays in two clicks, and the charge names the wallet', async () => {
  const { tab, client, id } = await opened();
  await buttons(tab).getByRole('button', { name: 'Google Pay' }).click();
  await sheet(tab).getByRole('button', { name: 'Pay $20.00' }).click();
  expect(await result(tab)).toMatchObject({ paymentIntent: { id, status: 'succeeded' } });
  const { body } = await client.get(`/v1/payment_intents/${id}`, { 'expand[0]': 'latest_charge', 'expand[1]': 'payment_method' });
  expect(body.latest_charge.payment_method_details.card).toMatchObject({
    last4: '4242',
    wallet: { type: 'google_pay', dynamic_last4: null },
  });
  expect(body.payment_method.card.wallet).toEqual({ type: 'google_pay', dynamic_last4: null, google_pay: {} });
  expect(body.payment_method.billing_details).toMatchObject({ name: 'Ada Lovelace', email: null });
  expect(await told(tab)).toEqual([
    {
      name: 'ready',
      elementType: 'expressCheckout',
      availablePaymentMethods: { applePay: false, googlePay: true, link: false, paypal: false, amazonPay: false, klarna: false },
    },
    { name: 'click', elementType: 'expressCheckout', expressPaymentType: 'google_pay' },
    {
      name: 'confirm',
      elementType: 'expressCheckout',
      expressPaymentType: 'google_pay',
      billingDetails: { name: 'Ada Lovelace', address: expect.objectContaining({ country: 'US' }) },
    },
  ]);
  expectQuiet(tab.watched, merchant.service.url, merchant.url);
});

test('a card of the wallet that asks for 3D Secure is confirmed in the dialog of the bank', async () => {
  const { tab, id } = await opened();
  await buttons(tab).getByRole('button', { name: 'Google Pay' }).click();
  await sheet(tab).getByText('3184').click();
  await sheet(tab).getByRole('button', { name: 'Pay $20.00' }).click();
  await bankFrame(tab).getByRole('button', { name: 'Complete authentication' }).click();
  expect(await result(tab)).toMatchObject({ paymentIntent: { id, status: 'succeeded' } });
});

test('an order with shipping is priced again for the address and the rate, and the shop receives both', async () => {
  const client = merchant.service.client();
  const tab = await browser.tab();
  const rates = `[{ id: 'slow', displayName: 'Slow', amount: 500 }, { id: 'fast', displayName: 'Fast', amount: 1500 }]`;
  const priced = (rate: string): string => `elements.update({ amount: 2000 + ${rate}.amount });
    resolve({ lineItems: [{ name: 'Lamp', amount: 2000 }, { name: ${rate}.displayName, amount: ${rate}.amount }], shippingRates: rates })`;
  const listeners = `const rates = ${rates};
    element.on('click', ({ resolve }) => resolve({ shippingRates: rates, lineItems: [{ name: 'Lamp', amount: 2000 }] }));
    element.on('shippingaddresschange', ({ address, resolve, reject }) => {
      if (address.country === 'CA') return reject();
      ${priced('rates[0]')};
    });
    element.on('shippingratechange', ({ shippingRate, resolve }) => { ${priced('shippingRate')}; });`;
  const wanted = `{ emailRequired: true, phoneNumberRequired: true, shippingAddressRequired: true, allowedShippingCountries: ['US', 'CA'] }`;
  const group = `{ mode: 'payment', amount: 2000, currency: 'usd' }`;
  await openPage(tab, merchant, client, mounting(group, wanted, listeners));
  await buttons(tab).getByRole('button', { name: 'Google Pay' }).click();
  const pay = sheet(tab).getByRole('button', { name: /^Pay/ });
  await sheet(tab).getByRole('button', { name: 'Pay $25.00' }).waitFor();
  await sheet(tab).getByLabel('Country or region').selectOption('CA');
  await sheet(tab).getByText('The shop does not ship to this address.').waitFor();
  expect(await pay.isDisabled()).toBe(true);
  await sheet(tab).getByLabel('Country or region').selectOption('US');
  await sheet(tab).getByRole('radio', { name: 'Fast' }).check();
  await sheet(tab).getByRole('button', { name: 'Pay $35.00' }).waitFor();
  const { body } = await client.post('/v1/payment_intents', { amount: 3500, currency: 'usd' });
  await tab.page.evaluate(`window.secret = '${body.client_secret}'`);
  await pay.click();
  expect(await result(tab)).toMatchObject({ paymentIntent: { status: 'succeeded', shipping: { name: 'Ada Lovelace' } } });
  expect((await told(tab)).at(-1)).toMatchObject({
    name: 'confirm',
    billingDetails: { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+15555550123' },
    shippingAddress: { name: 'Ada Lovelace', address: { line1: '12 Example Street', country: 'US' } },
    shippingRate: { id: 'fast', amount: 1500 },
  });
});

test('a payer who leaves the sheet has paid nothing, and may press again', async () => {
  const { tab, client, id } = await opened();
  await buttons(tab).getByRole('button', { name: 'Google Pay' }).click();
  await sheet(tab).getByRole('button', { name: 'Pay $20.00' }).waitFor();
  await tab.page.getByTestId('florin-wallet').getByRole('button', { name: 'Cancel' }).click();
  await tab.page.getByTestId('florin-wallet').waitFor({ state: 'detached' });
  expect((await told(tab)).map(({ name }) => name)).toEqual(['ready', 'click', 'cancel']);
  await buttons(tab).getByRole('button', { name: 'Google Pay' }).click();
  await sheet(tab).getByRole('button', { name: 'Pay $20.00' }).waitFor();
  await tab.page.keyboard.press('Escape');
  await tab.page.getByTestId('florin-wallet').waitFor({ state: 'detached' });
  expect((await client.get(`/v1/payment_intents/${id}`)).body.status).toBe('requires_payment_method');
});

test('402 card_declined: a declined card of the wallet is used once, and the Payment Element beside it then pays', async () => {
  const { tab, id } = await opened();
  await evaluated(
    tab,
    `const beside = elements.create('payment'); const ready = new Promise((resolve) => beside.on('ready', resolve)); beside.mount('#second'); await ready;`,
  );
  await buttons(tab).getByRole('button', { name: 'Google Pay' }).click();
  await sheet(tab).getByText('0002').click();
  await sheet(tab).getByRole('button', { name: 'Pay $20.00' }).click();
  expect(await result(tab)).toMatchObject({ error: { code: 'card_declined', payment_intent: { id } } });
  await fillPayment(tab);
  const after = evaluated(tab, `return await stripe.confirmPayment({ elements, redirect: 'if_required' })`);
  expect(await after).toMatchObject({ paymentIntent: { id, status: 'succeeded', payment_method: expect.any(String) } });
});

test('PayPal needs no sheet: the payer goes on to the page of the wallet', async () => {
  const { tab } = await opened({ payment_method_types: ['card', 'paypal'], currency: 'eur' }, `{ paymentMethods: { googlePay: 'never' } }`);
  expect(await buttons(tab).getByRole('button').allTextContents()).toEqual(['PayPal']);
  await buttons(tab).getByRole('button', { name: 'PayPal' }).click();
  await tab.page.waitForURL(/\/pay\/|\/challenge|\/wallet|\/redirect/);
});

test.each([
  ['light', 'en', 'stripe'],
  ['dark', 'ar', 'night'],
])(
  'axe finds nothing in the buttons and the sheet, in %s and %s, and on a phone nothing scrolls sideways',
  async (scheme, locale, theme) => {
    const client = merchant.service.client();
    const tab = await browser.tab();
    await tab.page.setViewportSize({ width: 360, height: 740 });
    const group = `{ mode: 'payment', amount: 2000, currency: 'usd', locale: '${locale}', appearance: { theme: '${theme}' } }`;
    const options = `{ emailRequired: true, shippingAddressRequired: true, shippingRates: [{ id: 'slow', displayName: 'Slow', amount: 500 }] }`;
    await openPage(tab, merchant, client, mounting(group, options, resolving), scheme);
    expect(await faultsWithFrames(tab)).toEqual([]);
    await tab.page.frameLocator('#place iframe').getByRole('button', { name: 'Google Pay' }).click();
    await sheet(tab).getByRole('radio', { name: 'Slow' }).waitFor();
    expect(await faultsWithFrames(tab)).toEqual([]);
    const width = await sheet(tab)
      .locator('html')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(width).toBe(0);
  },
);

test('a click that the page refuses opens nothing', async () => {
  const { tab } = await opened({}, '{}', `element.on('click', ({ reject }) => reject());`);
  await buttons(tab).getByRole('button', { name: 'Google Pay' }).click();
  await expect.poll(async () => (await told(tab)).map(({ name }) => name)).toEqual(['ready', 'click']);
  expect(await tab.page.getByTestId('florin-wallet').count()).toBe(0);
});

test('a group whose types have no express way shows no button, and says so', async () => {
  const { tab } = await opened({ payment_method_types: ['sepa_debit'], currency: 'eur' });
  expect(await told(tab)).toEqual([{ name: 'ready', elementType: 'expressCheckout' }]);
  expect(await buttons(tab).getByRole('button').count()).toBe(0);
});

test('403 test_mode_only: in live mode a card of a wallet is refused', async () => {
  const { live } = await openMerchant(merchant.service);
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, wallet: { type: 'google_pay' } };
  const { status, body } = await live.post('/v1/payment_methods', { type: 'card', card });
  expect([status, body.error.code, body.error.param]).toEqual([403, 'test_mode_only', 'card[wallet]']);
});

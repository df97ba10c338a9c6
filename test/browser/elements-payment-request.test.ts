import type { FrameLocator } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsWithFrames } from '../support/axe.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { evaluated, frameOf, openPage, useMerchant } from '../support/elements.js';
import { openMerchant } from '../support/keyholders.js';
import type { Client } from '../support/service.js';

const browser = useBrowser();
const merchant = useMerchant();

/** The page of a merchant as Stripe's guide shows it: the button stands there once a wallet is available, and the page confirms. */
const mounting = (options: string, listeners = ''): string => `
  window.request = stripe.paymentRequest({ country: 'US', currency: 'usd', total: { label: 'Lamp shop', amount: 2000 }, ...${options} });
  window.told = [];
  window.results = [];
  for (const name of ['cancel', 'shippingaddresschange', 'shippingoptionchange', 'paymentmethod'])
    request.on(name, ({ complete, updateWith, paymentMethod, ...event }) => told.push({ name, ...event }));
  ${listeners}
  window.available = await request.canMakePayment();
  const button = stripe.elements().create('paymentRequestButton', { paymentRequest: request, style: { paymentRequestButton: { height: '50px' } } });
  const ready = new Promise((resolve) => button.on('ready', resolve));
  button.mount('#place');
  await ready;`;

/** Confirms with the payment method of the event, and completes the request by the outcome. */
const confirming = `request.on('paymentmethod', async ({ paymentMethod, complete }) => {
  const { error, paymentIntent } = await stripe.confirmCardPayment(secret, { payment_method: paymentMethod.id }, { handleActions: false });
  complete(error ? 'fail' : 'success');
  results.push(error?.code ?? paymentIntent.status);
});`;

async function opened(
  options = '{}',
  listeners = confirming,
  client: Client = merchant.service.client(),
): Promise<{ tab: Tab; client: Client; id: string }> {
  const { body } = await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', payment_method_types: ['card'] });
  const tab = await browser.tab();
  await tab.page.addInitScript(`window.secret = '${body.client_secret}'`);
  await openPage(tab, merchant, client, mounting(options, listeners));
  return { tab, client, id: body.id };
}

const button = (tab: Tab): FrameLocator => frameOf(tab, 'Secure express checkout frame');
const sheet = ({ page }: Tab): FrameLocator => page.getByTestId('florin-wallet').frameLocator('iframe');
const press = (tab: Tab): Promise<void> => button(tab).getByRole('button', { name: 'Google Pay' }).click();
const told = (tab: Tab): Promise<readonly Record<string, unknown>[]> => evaluated(tab, 'return told');
const closed = ({ page }: Tab): Promise<void> => page.getByTestId('florin-wallet').waitFor({ state: 'detached' });

test('the button of a payment request pays by the wallet, and the charge names it', async () => {
  const { tab, client, id } = await opened(
    `{ requestPayerName: true, requestPayerEmail: true, displayItems: [{ label: 'Lamp', amount: 2000 }] }`,
  );
  expect(await evaluated(tab, 'return available')).toEqual({ applePay: false, googlePay: true, link: false });
  expect(await button(tab).getByRole('button').allTextContents()).toEqual(['Google Pay']);
  await press(tab);
  await sheet(tab).getByRole('heading', { name: 'Lamp shop' }).waitFor();
  await sheet(tab).getByRole('button', { name: 'Pay $20.00' }).click();
  await closed(tab);
  const { body } = await client.get(`/v1/payment_intents/${id}`, { 'expand[0]': 'latest_charge' });
  expect(body.status).toBe('succeeded');
  expect(body.latest_charge.payment_method_details.card.wallet).toEqual({ type: 'google_pay', dynamic_last4: null, google_pay: {} });
  const wallet = { walletName: 'googlePay', methodName: 'https://google.com/pay' };
  expect(await told(tab)).toEqual([{ name: 'paymentmethod', payerName: 'Ada Lovelace', payerEmail: 'ada@example.com', ...wallet }]);
  expectQuiet(tab.watched, merchant.service.url, merchant.url);
});

test('a payment that the page completes as failed leaves the sheet open, and another card pays', async () => {
  const { tab, client, id } = await opened();
  await press(tab);
  await sheet(tab).getByText('0002').click();
  await sheet(tab).getByRole('button', { name: 'Pay $20.00' }).click();
  await sheet(tab).getByText('The payment did not go through. Choose another card.').waitFor();
  await sheet(tab).getByText('4242').click();
  await sheet(tab).getByRole('button', { name: 'Pay $20.00' }).click();
  await closed(tab);
  expect(await evaluated(tab, 'return results')).toEqual(['card_declined', 'succeeded']);
  expect((await client.get(`/v1/payment_intents/${id}`)).body.status).toBe('succeeded');
});

test('a request with shipping is priced again by updateWith for the address and the option, and the shop receives both', async () => {
  const options = `{ requestShipping: true, requestPayerPhone: true, shippingOptions: [
    { id: 'slow', label: 'Slow', detail: '', amount: 0 }, { id: 'fast', label: 'Fast', detail: '', amount: 700 }] }`;
  const listeners = `${confirming}
    request.on('shippingaddresschange', ({ shippingAddress, updateWith }) =>
      updateWith({ status: shippingAddress.country === 'CA' ? 'invalid_shipping_address' : 'success' }));
    request.on('shippingoptionchange', ({ shippingOption, updateWith }) =>
      updateWith({ status: 'success', total: { label: 'Lamp shop', amount: 2000 + shippingOption.amount } }));`;
  const { tab } = await opened(options, listeners);
  await press(tab);
  await sheet(tab).getByLabel('Country or region').selectOption('CA');
  await sheet(tab).getByText('The shop does not ship to this address.').waitFor();
  await sheet(tab).getByLabel('Country or region').selectOption('US');
  await sheet(tab).getByRole('radio', { name: 'Fast' }).check();
  await sheet(tab).getByRole('button', { name: 'Pay $27.00' }).click();
  await closed(tab);
  expect((await told(tab)).at(-1)).toMatchObject({
    name: 'paymentmethod',
    payerPhone: '+15555550123',
    shippingAddress: { recipient: 'Ada Lovelace', addressLine: ['12 Example Street'], city: 'San Francisco', region: 'CA', country: 'US' },
    shippingOption: { id: 'fast', label: 'Fast', amount: 700 },
  });
});

test('show, update, cancel and abort: the sheet has the order of the last update, which is refused while it is open', async () => {
  const { tab } = await opened();
  await evaluated(tab, `request.update({ total: { label: 'Lamp shop', amount: 3100 } }); request.show();`);
  await sheet(tab).getByRole('button', { name: 'Pay $31.00' }).waitFor();
  const updating = `try { request.update({ currency: 'eur' }); return 'updated'; } catch ({ name }) { return name; }`;
  expect([await evaluated(tab, updating), await evaluated(tab, 'return request.isShowing()')]).toEqual(['IntegrationError', true]);
  await tab.page.getByTestId('florin-wallet').getByRole('button', { name: 'Cancel' }).click();
  await closed(tab);
  expect(await told(tab)).toEqual([{ name: 'cancel' }]);
  await evaluated(tab, 'request.show(); request.abort();');
  await closed(tab);
  expect(await evaluated(tab, 'return request.isShowing()')).toBe(false);
});

test('a page that listens for tokens alone gets an integration error, and no sheet opens', async () => {
  const { tab } = await opened('{}', `request.off('paymentmethod'); request.on('token', () => undefined);`);
  const showing = `try { request.show(); return 'shown'; } catch ({ name, message }) { return name + ': ' + message; }`;
  expect(await evaluated(tab, showing)).toMatch(/^IntegrationError: .*paymentmethod/);
  expect(await tab.page.getByTestId('florin-wallet').count()).toBe(0);
});

test('no wallet is available in live mode, or where the page disables it: canMakePayment answers with null and the button is hidden', async () => {
  const { live } = await openMerchant(merchant.service);
  const none = `return stripe.paymentRequest({ country: 'US', currency: 'usd', total: { label: 'x', amount: 1 }, disableWallets: ['googlePay'] }).canMakePayment()`;
  const tab = await browser.tab();
  await openPage(tab, merchant, live, mounting('{}'));
  expect([await evaluated(tab, 'return available'), await tab.page.locator('#place iframe').count()]).toEqual([null, 0]);
  const other = await browser.tab();
  await openPage(other, merchant, merchant.service.client(), '');
  expect(await evaluated(other, none)).toBe(null);
});

test('a request without an amount or a currency, and a button without a request, are integration errors', async () => {
  const tab = await browser.tab();
  await openPage(tab, merchant, merchant.service.client(), '');
  const said = (script: string): Promise<string> =>
    evaluated(tab, `try { ${script}; return 'nothing'; } catch ({ name, message }) { return name + ': ' + message; }`);
  expect(await said(`stripe.paymentRequest({ country: 'US', currency: 'usd', total: { label: 'x' } })`)).toMatch(
    /^IntegrationError: .*total/,
  );
  expect(await said(`stripe.paymentRequest({ country: 'US', total: { label: 'x', amount: 1 } })`)).toMatch(/^IntegrationError: .*currency/);
  expect(await said(`stripe.elements().create('paymentRequestButton')`)).toMatch(/^IntegrationError: .*paymentRequest/);
});

test('axe finds nothing in the button and in a sheet that reports a failure', async () => {
  const { tab } = await opened();
  expect(await faultsWithFrames(tab)).toEqual([]);
  await press(tab);
  await sheet(tab).getByText('0002').click();
  await sheet(tab).getByRole('button', { name: 'Pay $20.00' }).click();
  await sheet(tab).getByText('The payment did not go through.').waitFor();
  expect(await faultsWithFrames(tab)).toEqual([]);
});

import { expect, test } from 'vitest';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { fillPayment, frameOf, typeCard, useMerchant } from '../support/elements.js';

const browser = useBrowser();
const merchant = useMerchant('react.jsx');

test('the Payment Element of @stripe/react-stripe-js pays, in strict mode, declined and then paid', async () => {
  const client = merchant.service.client();
  const { body } = await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', payment_method_types: ['card'] });
  const tab = await browser.tab();
  const asked = new URLSearchParams({ page: 'react.jsx', key: client.publishable_key, client_secret: body.client_secret });
  await tab.page.goto(`${merchant.url}/shop?${asked}`);
  const pay = tab.page.getByRole('button', { name: 'Pay' });
  expect(await pay.isDisabled()).toBe(true);
  await fillPayment(tab, '4000000000009995');
  await pay.click();
  await tab.page.getByText('insufficient funds').waitFor();
  await frameOf(tab).getByLabel('Card number').fill('');
  await frameOf(tab).getByLabel('Card number').pressSequentially('5555555555554444');
  await pay.click();
  await tab.page.getByText('succeeded').waitFor();
  expect((await client.get(`/v1/payment_intents/${body.id}`)).body.status).toBe('succeeded');
  expect(await tab.page.locator('#place iframe').count()).toBe(1);
  expect(tab.watched.complaints.filter((each) => !each.includes('402'))).toEqual([]);
  expectQuiet({ complaints: [], requested: tab.watched.requested }, merchant.service.url, merchant.url);
});

test('the Card Element of @stripe/react-stripe-js is found by its component', async () => {
  const client = merchant.service.client();
  await client.get('/v1/account');
  const tab = await browser.tab();
  await tab.page.goto(`${merchant.url}/shop?${new URLSearchParams({ page: 'react.jsx', key: client.publishable_key })}`);
  await typeCard(frameOf(tab, 'Secure card payment input frame'), '5555555555554444');
  await tab.page.getByRole('button', { name: 'Keep' }).click();
  await tab.page.getByText('4444', { exact: true }).waitFor();
});

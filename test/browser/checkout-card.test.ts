import { expect, test } from 'vitest';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { send, shopSession, statusOf, typeCard, typePayer } from '../support/hosted.js';
import { headed, press } from '../support/payer.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

test('a payer reads the order, pays by card, and is redirected to the success_url', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop);
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  expect(await tab.page.getByTestId('line-item').textContent()).toContain('Mug');
  expect(await tab.page.getByTestId('total').textContent()).toBe('$10.00');
  await typePayer(tab);
  await typeCard(tab, '4242 4242 4242 4242');
  expect(await tab.page.getByTestId('submit').textContent()).toBe('Pay $10.00');
  await send(tab);
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  expect(await statusOf(shop, session)).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    customer_details: { email: 'jo@example.com', name: 'Jo Doe' },
  });
  expectQuiet(tab.watched, service.url);
});

test('a declined card is reported, nothing else is lost, and a working one pays', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop);
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  await typePayer(tab);
  await typeCard(tab, '4000 0000 0000 9995');
  await send(tab);
  await tab.page.getByRole('alert').waitFor();
  expect(await tab.page.getByRole('alert').textContent()).toContain('insufficient funds');
  expect(await tab.page.getByTestId('email').inputValue()).toBe('jo@example.com');
  expect(await tab.page.getByTestId('name').inputValue()).toBe('Jo Doe');
  expect(await tab.page.getByTestId('number').inputValue()).toBe('4000 0000 0000 9995');
  expect(await tab.page.content()).not.toMatch(/9995/);
  await typeCard(tab, '4242 4242 4242 4242');
  await send(tab);
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
});

test('a payer whose card requires authentication goes to the bank’s page, and returns with a result', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop);
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  await typePayer(tab);
  await typeCard(tab, '4000000000003220');
  await send(tab);
  await headed(tab, 'Confirm this payment');
  await press(tab, 'Complete authentication');
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  expect((await statusOf(shop, session)).payment_status).toBe('paid');
  expectQuiet(tab.watched, service.url);
});

test('a payer who fails authentication sees it on the page, and pays with another card', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop);
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  await typePayer(tab);
  await typeCard(tab, '4000000000003220');
  await send(tab);
  await press(tab, 'Fail authentication');
  await tab.page.waitForURL(`${session.url}?**`);
  expect(await tab.page.getByRole('alert').textContent()).toContain('did not confirm');
  await typePayer(tab);
  await typeCard(tab, '4242424242424242');
  await send(tab);
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
});

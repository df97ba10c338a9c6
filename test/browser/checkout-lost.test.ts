import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faults } from '../support/axe.js';
import { must } from '../support/billing.js';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { mug } from '../support/checkout.js';
import { send, shopSession, statusOf, typeCard, typePayer } from '../support/hosted.js';
import { press } from '../support/payer.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

const typed = ['email', 'name', 'number', 'exp', 'cvc'];
const valuesIn = (page: Page, names: readonly string[]): Promise<string[]> =>
  Promise.all(names.map((name) => page.getByTestId(name).inputValue()));

const all_typed = ['jo@example.com', 'Jo Doe', '4242 4242 4242 4242', '12 / 34', '123'];

/** The status message of the page. */
const word = (page: Page) => page.locator('[data-live="word"]');

const chargesOf = async (shop: ReturnType<typeof service.client>): Promise<number> => (await must(shop.get('/v1/charges'))).data.length;

test('a payer without a connection keeps their input, sees that nothing was paid, and pays once it is back', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop);
  const { page, ...tab } = await browser.tab();
  await page.goto(session.url);
  await typePayer({ page, ...tab });
  await typeCard({ page, ...tab }, '4242 4242 4242 4242');
  await page.context().setOffline(true);
  await send({ page, ...tab });
  await word(page).getByText('The connection was lost').waitFor();
  expect(page.url()).toBe(session.url);
  expect(await valuesIn(page, typed)).toEqual(all_typed);
  expect(await page.getByTestId('submit').textContent()).toBe('Pay $10.00');
  expect(await faults({ page, ...tab })).toEqual([]);
  await page.context().setOffline(false);
  await word(page).getByText('Nothing has gone through yet').waitFor();
  expect(await chargesOf(shop)).toBe(0);
  expect(await valuesIn(page, typed)).toEqual(all_typed);
  await send({ page, ...tab });
  await page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  expect(await chargesOf(shop)).toBe(1);
});

test('a payment whose answer is lost continues to its result', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop);
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  await typePayer(tab);
  await typeCard(tab, '4242 4242 4242 4242');
  await tab.page.route(session.url, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch({ maxRedirects: 0 });
    await route.abort('connectionreset');
  });
  await send(tab);
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  expect((await statusOf(shop, session)).payment_status).toBe('paid');
  expect(await chargesOf(shop)).toBe(1);
});

test('a payer is redirected to a shop of another origin', async () => {
  const shop = service.client();
  const elsewhere = service.url.replace('127.0.0.1', 'localhost');
  const session = await shopSession(service, shop, { success_url: `${elsewhere}/docs?thanks` });
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  await typePayer(tab);
  await typeCard(tab, '4242 4242 4242 4242');
  await send(tab);
  await tab.page.waitForURL(`${elsewhere}/docs?thanks`);
  expectQuiet(tab.watched, service.url, elsewhere);
});

test('a payment that requires authentication and loses its answer continues to the bank', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop);
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  await typePayer(tab);
  await typeCard(tab, '4000 0000 0000 3220');
  await tab.page.route(session.url, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch({ maxRedirects: 0 });
    await route.abort('connectionreset');
  });
  await send(tab);
  await press(tab, 'Complete authentication');
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
});

test.each([502, 503])('an answer of %i, from a proxy or an unavailable service, loses no input', async (status) => {
  const shop = service.client();
  const session = await shopSession(service, shop);
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  await typePayer(tab);
  await typeCard(tab, '4242 4242 4242 4242');
  await tab.page.route(session.url, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status, contentType: 'text/html', body: '<h1>Away</h1>' }) : route.continue(),
  );
  await send(tab);
  await word(tab.page).getByText('Nothing has gone through yet').waitFor();
  expect(await valuesIn(tab.page, typed)).toEqual(all_typed);
  await tab.page.unroute(session.url);
  await send(tab);
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
});

test('a change of the order without a connection loses no input', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop, { line_items: [{ ...mug, adjustable_quantity: { enabled: true } }] });
  const { page, ...tab } = await browser.tab();
  await page.goto(session.url);
  await typePayer({ page, ...tab });
  await typeCard({ page, ...tab }, '4242 4242 4242 4242');
  await page.context().setOffline(true);
  await page.locator('input[name^="quantity-"]').fill('2');
  await page.locator('button[value="update"]').click();
  await word(page).getByText('The connection was lost').waitFor();
  expect(await valuesIn(page, typed)).toEqual(all_typed);
  await page.context().setOffline(false);
  await word(page).getByText('Nothing has gone through yet').waitFor();
  expect(await valuesIn(page, typed)).toEqual(all_typed);
});

test('a payer who fails authentication finds their input, except the card', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop, { shipping_address_collection: { allowed_countries: ['US', 'DE'] } });
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  await typePayer(tab);
  const shipping = ['shipping_name', 'shipping_line1', 'shipping_city', 'shipping_postal_code'];
  const typed = ['Jo Doe', 'Ring 1', 'Berlin', '10115'];
  for (const [place, name] of shipping.entries()) await tab.page.getByTestId(name).fill(typed[place] ?? '');
  await tab.page.getByTestId('shipping_country').selectOption('DE');
  await typeCard(tab, '4000 0000 0000 3220');
  await send(tab);
  await press(tab, 'Fail authentication');
  await tab.page.waitForURL(`${session.url}?**`);
  expect(await tab.page.getByRole('alert').textContent()).toContain('did not confirm');
  expect(await valuesIn(tab.page, ['email', 'shipping_country'])).toEqual(['jo@example.com', 'DE']);
  await tab.page.getByTestId('shipping_state').waitFor({ state: 'detached' });
  expect(await valuesIn(tab.page, shipping)).toEqual(typed);
  expect(await valuesIn(tab.page, ['number', 'exp', 'cvc'])).toEqual(['', '', '']);
  const kept = await tab.page.evaluate<string>('Object.values({ ...sessionStorage, ...localStorage }).join()');
  expect(kept).not.toMatch(/4000|3220|12 \/ 34/);
  await typeCard(tab, '4242424242424242');
  await send(tab);
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
});

test('a card with a wrong code keeps all input, and its field shows the mistake', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop);
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  await typePayer(tab);
  await typeCard(tab, '4000 0000 0000 0127');
  await send(tab);
  await tab.page.getByTestId('fault-cvc').waitFor();
  expect(await valuesIn(tab.page, typed)).toEqual(['jo@example.com', 'Jo Doe', '4000 0000 0000 0127', '12 / 34', '123']);
  expect(await tab.page.evaluate('document.activeElement.id')).toBe('cvc');
  expect(await faults(tab)).toEqual([]);
});

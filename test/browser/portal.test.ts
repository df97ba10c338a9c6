import { expect, test } from 'vitest';
import { faults } from '../support/axe.js';
import { must } from '../support/billing.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { heading, press } from '../support/payer.js';
import { openPortalShop, type PortalShop, sessionOf } from '../support/portal.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

/** A shop whose customer has subscribed, and the middle of the first period. */
async function subscribed(more: object = {}): Promise<PortalShop & { readonly subscription: string }> {
  const shop = await openPortalShop(service);
  const { id } = await shop.subscribe([{ price: shop.prices.small }], more);
  await shop.advance('2026-01-16T12:00');
  return { ...shop, subscription: id };
}

/** A tab in which the customer of a shop has opened the portal. */
async function opened(shop: PortalShop, more: object = {}): Promise<Tab> {
  const { url } = await sessionOf(shop, { return_url: 'https://shop.example/account', ...more });
  const tab = await browser.tab();
  await tab.page.goto(url);
  return tab;
}

const at = ({ page }: Tab, id: string) => page.getByTestId(id);

const subscriptionOf = ({ client, subscription }: PortalShop & { subscription: string }) =>
  must(client.get(`/v1/subscriptions/${subscription}`));

test('a customer sees what they have, and what they pay with, and what they were billed', async () => {
  const shop = await subscribed();
  const tab = await opened(shop);
  expect(await heading(tab)).toBe('Your subscriptions and payments');
  expect(await at(tab, 'subscription').textContent()).toContain('Tea · Small');
  expect(await at(tab, 'price').textContent()).toBe('$10.00 per month');
  expect(await at(tab, 'moment').textContent()).toBe('Renews on February 1, 2026.');
  expect(await at(tab, 'payment-method').textContent()).toContain('Visa •••• 4242');
  expect(await at(tab, 'details').textContent()).toContain('jo@example.com');
  expect(await at(tab, 'invoices').locator('tbody tr').count()).toBe(1);
  const invoice = await at(tab, 'invoices').getByRole('link', { name: /View/ }).getAttribute('href');
  expect((await fetch(invoice ?? '')).status).toBe(200);
  const pdf = await fetch((await at(tab, 'invoices').getByRole('link', { name: /PDF/ }).getAttribute('href')) ?? '');
  expect(pdf.headers.get('content-type')).toContain('application/pdf');
  expect(await at(tab, 'return').getAttribute('href')).toBe('https://shop.example/account');
  expectQuiet(tab.watched, service.url);
});

test('a customer changes the plan at the price that is shown before', async () => {
  const shop = await subscribed();
  const tab = await opened(shop);
  await at(tab, 'change').click();
  await tab.page.getByLabel('Tea · Large').check();
  await press(tab, 'Continue');
  expect(await heading(tab)).toBe('Confirm the change');
  expect(await at(tab, 'due').textContent()).toBe('Due today$10.00');
  expect(await at(tab, 'afterwards').textContent()).toBe('After that$30.00 per month');
  expect(await faults(tab)).toEqual([]);
  await press(tab, 'Confirm');
  expect(await tab.page.getByRole('status').textContent()).toBe('Your subscription is changed.');
  expect(await at(tab, 'price').textContent()).toBe('$30.00 per month');
  expect((await subscriptionOf(shop)).items.data[0].price.id).toBe(shop.prices.large);
});

import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsInBothModes } from '../support/axe.js';
import { must } from '../support/billing.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { club, mug } from '../support/checkout.js';
import { send, shopSession, statusOf, thanksAt, typePayer } from '../support/hosted.js';
import { openMerchant } from '../support/keyholders.js';
import { headed, press } from '../support/payer.js';
import type { Answer, Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

type Body = Answer['body'];

const express = ({ page }: Tab): Locator => page.getByTestId('express');
const wallet = ({ page }: Tab): Locator => page.getByTestId('florin-wallet');

async function opened(params: object = {}, shop: Client = service.client()): Promise<{ tab: Tab; shop: Client; session: Body }> {
  const session = await shopSession(service, shop, { payment_method_types: ['card'], ...params });
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  return { tab, shop, session };
}

/** Presses the button of the browser's wallet, and pays in its sheet. */
async function payInSheet(tab: Tab, button: string | RegExp, digits = '4242'): Promise<void> {
  await express(tab).getByRole('button', { name: 'Google Pay' }).click();
  await wallet(tab).getByText(digits).first().click();
  await wallet(tab).getByRole('button', { name: button }).click();
}

/** The charge of a session's payment, with the payment method. */
async function chargeOf(shop: Client, session: Body): Promise<Body> {
  const { payment_intent } = await statusOf(shop, session);
  return (await must(shop.get(`/v1/payment_intents/${payment_intent}`, { 'expand[0]': 'latest_charge' }))).latest_charge;
}

const thanks = (tab: Tab, { id }: Body): Promise<void> => tab.page.waitForURL(`${service.url}/docs?thanks=${id}`);

test('a payer pays with Google Pay without typing anything, and the charge names the wallet', async () => {
  const { tab, shop, session } = await opened();
  expect(await express(tab).getByRole('button').filter({ visible: true }).allTextContents()).toEqual(['Google Pay']);
  expect(await express(tab).textContent()).toContain('Or pay by card');
  await payInSheet(tab, 'Pay $10.00');
  await thanks(tab, session);
  expect(await statusOf(shop, session)).toMatchObject({
    payment_status: 'paid',
    customer_details: { email: 'ada@example.com', name: 'Ada Lovelace' },
  });
  expect(await chargeOf(shop, session)).toMatchObject({
    payment_method_details: { card: { last4: '4242', wallet: { type: 'google_pay', dynamic_last4: null } } },
    billing_details: { name: 'Ada Lovelace', address: { country: 'US', postal_code: '94103' } },
  });
  expectQuiet(tab.watched, service.url);
});

test('a card that is declined in the sheet is reported on the page, which stays payable by another card of the wallet', async () => {
  const { tab, shop, session } = await opened();
  await payInSheet(tab, 'Pay $10.00', '0002');
  await tab.page.getByRole('alert').waitFor();
  expect(await tab.page.getByRole('alert').textContent()).toContain('declined');
  expect(await wallet(tab).count()).toBe(0);
  expect((await statusOf(shop, session)).status).toBe('open');
  await payInSheet(tab, 'Pay $10.00');
  await thanks(tab, session);
  expect((await chargeOf(shop, session)).payment_method_details.card.wallet.type).toBe('google_pay');
});

test('a card of the wallet that asks for 3D Secure is confirmed on the page of the bank', async () => {
  const { tab, shop, session } = await opened();
  await payInSheet(tab, 'Pay $10.00', '3184');
  await headed(tab, 'Confirm this payment');
  await press(tab, 'Complete authentication');
  await thanks(tab, session);
  expect((await statusOf(shop, session)).payment_status).toBe('paid');
});

test('a payer who closes the sheet has paid nothing, and pays by the form', async () => {
  const { tab, session } = await opened();
  await express(tab).getByRole('button', { name: 'Google Pay' }).click();
  await wallet(tab).getByRole('button', { name: 'Pay $10.00' }).waitFor();
  await tab.page.keyboard.press('Escape');
  await wallet(tab).waitFor({ state: 'detached' });
  expect(await tab.page.evaluate('document.activeElement.value')).toBe('google_pay');
  await typePayer(tab);
  await tab.page.getByTestId('number').fill('4242424242424242');
  await tab.page.getByTestId('exp').fill('12 / 34');
  await tab.page.getByTestId('cvc').fill('123');
  await send(tab);
  await thanks(tab, session);
});

test('goods go to the address of the sheet at the rate that is chosen in it, and the phone number is the wallet’s', async () => {
  const rates = [
    ['Slow', 500],
    ['Fast', 1500],
  ] as const;
  const shipping_options = rates.map(([display_name, amount]) => ({
    shipping_rate_data: { display_name, type: 'fixed_amount', fixed_amount: { amount, currency: 'usd' } },
  }));
  const asked = { billing_address_collection: 'required', phone_number_collection: { enabled: true } };
  const { tab, shop, session } = await opened({
    ...asked,
    shipping_options,
    shipping_address_collection: { allowed_countries: ['US', 'CA'] },
  });
  await tab.page.getByTestId('email').fill('jo@example.com');
  await express(tab).getByRole('button', { name: 'Google Pay' }).click();
  await wallet(tab).getByRole('button', { name: 'Pay $15.00' }).waitFor();
  expect(await wallet(tab).getByLabel('Email').count()).toBe(0);
  await wallet(tab).getByRole('radio', { name: 'Fast' }).check();
  await wallet(tab).getByRole('button', { name: 'Pay $25.00' }).click();
  await thanks(tab, session);
  const charge = await chargeOf(shop, session);
  expect(charge).toMatchObject({ amount: 2500, shipping: { name: 'Ada Lovelace', address: { line1: '12 Example Street', state: 'CA' } } });
  expect(charge.billing_details).toMatchObject({ email: 'jo@example.com', address: { line1: '12 Example Street', country: 'US' } });
  expect((await statusOf(shop, session)).customer_details.phone).toBe('+15555550123');
});

test('what the shop asks in its own words is answered before the sheet opens', async () => {
  const field = { key: 'size', type: 'text', label: { type: 'custom', custom: 'Your size' } };
  const { tab, shop, session } = await opened({ custom_fields: [field] });
  await express(tab).getByRole('button', { name: 'Google Pay' }).click();
  await tab.page.getByTestId('fault-custom_size').waitFor();
  expect(await wallet(tab).count()).toBe(0);
  await tab.page.getByTestId('custom_size').fill('Large');
  await payInSheet(tab, 'Pay $10.00');
  await thanks(tab, session);
  expect((await statusOf(shop, session)).custom_fields[0].text.value).toBe('Large');
});

describe('every mode', () => {
  test('subscription: the card of the wallet pays the first invoice and is kept', async () => {
    const { tab, shop, session } = await opened({ mode: 'subscription', line_items: [club] });
    await payInSheet(tab, 'Pay $20.00');
    await thanks(tab, session);
    const { subscription } = await statusOf(shop, session);
    const kept = await must(shop.get(`/v1/subscriptions/${subscription}`, { 'expand[0]': 'default_payment_method' }));
    expect([kept.status, kept.default_payment_method.card.wallet.type]).toEqual(['active', 'google_pay']);
  });

  test('setup: the card of the wallet is saved, and no amount is shown', async () => {
    const { tab, shop, session } = await opened({ mode: 'setup', line_items: undefined, currency: 'usd', customer_creation: 'always' });
    expect(await express(tab).textContent()).toContain('Or choose another way');
    await payInSheet(tab, 'Confirm');
    await thanks(tab, session);
    const { setup_intent } = await statusOf(shop, session);
    const saved = await must(shop.get(`/v1/setup_intents/${setup_intent}`, { 'expand[0]': 'payment_method' }));
    expect(saved.payment_method.card.wallet.type).toBe('google_pay');
  });

  test('a payment link opens the same page: its session begins with the payment by the wallet', async () => {
    const shop = service.client();
    const price = await must(shop.post('/v1/prices', { currency: 'usd', unit_amount: 700, product_data: { name: 'Tea' } }));
    const after_completion = { type: 'redirect', redirect: { url: thanksAt(service) } };
    const link = await must(shop.post('/v1/payment_links', { line_items: [{ price: price.id, quantity: 1 }], after_completion }));
    const tab = await browser.tab();
    await tab.page.goto(link.url);
    await payInSheet(tab, 'Pay $7.00');
    await tab.page.waitForURL(/thanks=cs_/);
    const [session] = (await must(shop.get('/v1/checkout/sessions', { payment_link: link.id }))).data;
    expect((await chargeOf(shop, session)).payment_method_details.card.wallet.type).toBe('google_pay');
  });
});

test('PayPal and Klarna are chosen by a press, and the form is sent once what they need is filled in', async () => {
  const line_items = [{ ...mug, price_data: { ...mug.price_data, currency: 'eur' } }];
  const { tab } = await opened({ payment_method_types: ['card', 'sepa_debit', 'paypal', 'klarna'], line_items });
  expect(await express(tab).getByRole('button').filter({ visible: true }).allTextContents()).toEqual(['Google Pay', 'PayPal', 'Klarna']);
  expect(await express(tab).textContent()).toContain('Or pay another way');
  await express(tab).getByRole('button', { name: 'Klarna' }).click();
  await tab.page.getByTestId('fault-email').waitFor();
  expect(await tab.page.getByTestId('method-klarna').isChecked()).toBe(true);
  await tab.page.getByTestId('email').fill('jo@example.com');
  await express(tab).getByRole('button', { name: 'PayPal' }).click();
  await tab.page.waitForURL(/\/challenge\//);
});

test('a session without cards or express ways has no express button, and neither has one where nothing is due', async () => {
  const line_items = [{ ...mug, price_data: { ...mug.price_data, currency: 'eur' } }];
  for (const params of [
    { payment_method_types: ['sepa_debit'], line_items },
    { line_items: [{ ...mug, price_data: { ...mug.price_data, unit_amount: 0 } }] },
  ]) {
    const { tab } = await opened(params);
    await tab.page.getByTestId('submit').waitFor();
    expect(await express(tab).count()).toBe(0);
  }
});

test('in live mode no button of a wallet is shown, and a card of a wallet is refused', async () => {
  const { live } = await openMerchant(service);
  const session = await shopSession(service, live, { payment_method_types: ['card', 'link'] });
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  expect(await express(tab).getByRole('button').filter({ visible: true }).allTextContents()).toEqual(['Link']);
  const typed = { email: 'jo@example.com', name: 'Jo', method: 'card', number: '4242424242424242', exp: '12/34', wallet: 'google_pay' };
  const answer = await fetch(session.url, { method: 'POST', body: new URLSearchParams({ ...typed, do: 'pay' }) });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('role="alert"');
  expect((await statusOf(live, session)).status).toBe('open');
});

test('without a script the page offers no express button, and every way is in its list', async () => {
  const session = await shopSession(service, service.client(), { payment_method_types: ['card', 'link'] });
  const tab = await browser.plainTab();
  await tab.page.goto(session.url);
  expect(await express(tab).isVisible()).toBe(false);
  expect(await tab.page.getByTestId('method-link').isVisible()).toBe(true);
});

test('axe finds nothing in the buttons and in the open sheet, in light and in dark, and nothing scrolls sideways on a phone', async () => {
  const { tab } = await opened({ payment_method_types: ['card', 'link', 'klarna'], locale: 'de' });
  expect(await faultsInBothModes(tab)).toEqual([]);
  await tab.page.setViewportSize({ width: 360, height: 740 });
  await express(tab).getByRole('button', { name: 'Google Pay' }).click();
  await wallet(tab)
    .getByRole('button', { name: /bezahlen/ })
    .waitFor();
  expect(await faultsInBothModes(tab)).toEqual([]);
  expect(await tab.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
});

import type { Response } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { languages } from '../../src/pages/paper/languages.js';
import { faultsInBothModes } from '../support/axe.js';
import { must } from '../support/billing.js';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { club } from '../support/checkout.js';
import { shopSession, statusOf } from '../support/hosted.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

/** A session with every possible field. */
async function fullSession(shop: Client, more: object = {}) {
  const rate = await must(
    shop.post('/v1/shipping_rates', {
      display_name: 'Post',
      type: 'fixed_amount',
      fixed_amount: { amount: 500, currency: 'eur' },
      delivery_estimate: { minimum: { unit: 'business_day', value: 3 }, maximum: { unit: 'business_day', value: 5 } },
    }),
  );
  return shopSession(service, shop, {
    line_items: [
      {
        price_data: { currency: 'eur', product_data: { name: 'L'.repeat(150) }, unit_amount: 4500 },
        quantity: 2,
        adjustable_quantity: { enabled: true, minimum: 1, maximum: 9 },
      },
    ],
    allow_promotion_codes: true,
    payment_method_types: ['card', 'sepa_debit', 'ideal', 'klarna', 'paypal', 'bancontact', 'eps', 'p24', 'multibanco', 'customer_balance'],
    billing_address_collection: 'required',
    phone_number_collection: { enabled: true },
    name_collection: { business: { enabled: true, optional: true }, individual: { enabled: true } },
    shipping_address_collection: { allowed_countries: ['DE', 'AT', 'NL', 'US'] },
    shipping_options: [{ shipping_rate: rate.id }],
    custom_fields: [
      { key: 'engraving', label: { custom: 'Engraving', type: 'custom' }, type: 'text', optional: true },
      { key: 'size', label: { custom: 'Size', type: 'custom' }, type: 'dropdown', dropdown: { options: [{ label: 'Small', value: 's' }] } },
    ],
    consent_collection: { terms_of_service: 'required', promotions: 'auto' },
    tax_id_collection: { enabled: true },
    custom_text: { submit: { message: 'See [our terms](https://example.com/terms).' } },
    ...more,
  });
}

describe('every language', () => {
  test.each(languages)(
    '%s: axe finds no violation on the smallest phone, in dark and light mode, before and after submitting',
    async (language) => {
      const session = await fullSession(service.client(), { locale: language });
      const tab = await browser.tab();
      await tab.page.setViewportSize({ width: 320, height: 640 });
      await tab.page.goto(session.url);
      expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await faultsInBothModes(tab)).toEqual([]);
      await tab.page.evaluate('document.querySelector("#checkout").requestSubmit(document.querySelector("[value=update]"))');
      await tab.page.locator('.folded[open]').waitFor();
      await tab.page.getByTestId('submit').click();
      await tab.page.getByTestId('fault-email').waitFor();
      expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await faultsInBothModes(tab)).toEqual([]);
      expect(await tab.page.evaluate('document.documentElement.dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
      expect(await tab.page.evaluate('document.documentElement.lang')).toBe(language);
    },
  );
});

test('the payer’s browser sets the language, and money and countries are written in it', async () => {
  const session = await fullSession(service.client());
  const tab = await browser.plainTab({ locale: 'de-AT' });
  await tab.page.goto(session.url);
  expect(await tab.page.getByTestId('submit').textContent()).toMatch(/95,00.*bezahlen/);
  expect(await tab.page.getByTestId('shipping_country').locator('option').allTextContents()).toContain('Österreich');
  expect(await tab.page.getByTestId('shipping_country').inputValue()).toBe('AT');
});

test('it is paid with the keyboard alone, and every focus is visible', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop, { mode: 'subscription', line_items: [club], payment_method_types: ['card', 'link'] });
  const { page } = await browser.tab();
  await page.goto(session.url);
  const typed: Readonly<Record<string, string>> = {
    email: 'jo@example.com',
    number: '4242424242424242',
    exp: '1234',
    cvc: '123',
    name: 'Jo Doe',
  };
  for (let stop = 0; stop < 15; stop++) {
    await page.keyboard.press('Tab');
    const [name, outline, test_id] = await page.evaluate<[string, string, string]>(
      '[document.activeElement.name ?? "", getComputedStyle(document.activeElement).outlineStyle, document.activeElement.dataset.testid]',
    );
    expect([name, outline]).not.toEqual([name, 'none']);
    if (typed[name]) await page.keyboard.type(typed[name]);
    if (test_id === 'submit') break;
  }
  expect(await page.getByTestId('number').inputValue()).toBe('4242 4242 4242 4242');
  expect(await page.getByTestId('exp').inputValue()).toBe('12 / 34');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  expect((await statusOf(shop, session)).status).toBe('complete');
});

test('while a card is typed its brand is shown, and mistakes are shown when the field is left', async () => {
  const session = await shopSession(service, service.client());
  const { page } = await browser.tab();
  await page.goto(session.url);
  await page.getByTestId('number').pressSequentially('378282');
  expect(await page.getByTestId('number').inputValue()).toBe('3782 82');
  expect(await page.locator('[data-brand="amex"]').isVisible()).toBe(true);
  expect(await page.locator('[data-brand="visa"]').isVisible()).toBe(false);
  await page.getByTestId('exp').fill('1220');
  expect(await page.getByTestId('fault-number').textContent()).toBe('Your card number is incomplete.');
  await page.getByTestId('cvc').focus();
  expect(await page.getByTestId('fault-exp').textContent()).toBe("Your card's expiration year is in the past.");
  await page.getByTestId('number').fill('378282246310005');
  expect(await page.getByTestId('fault-number').count()).toBe(0);
  await page.getByTestId('submit').click();
  expect(await page.evaluate('document.activeElement.name')).toBe('email');
});

test('submitting with mistakes shows all of them at once', async () => {
  const session = await shopSession(service, service.client());
  const { page } = await browser.tab();
  await page.goto(session.url);
  await page.getByTestId('number').fill('4242');
  await page.getByTestId('submit').click();
  for (const name of ['email', 'number', 'exp', 'cvc', 'name']) expect(await page.getByTestId(`fault-${name}`).isVisible()).toBe(true);
  expect(await page.evaluate('document.activeElement.name')).toBe('email');
});

test('the first paint needs less than 100 kB, all of it from Florin', async () => {
  const session = await fullSession(service.client());
  const tab = await browser.tab();
  const responses: Response[] = [];
  tab.page.on('response', (response) => responses.push(response));
  await tab.page.goto(session.url, { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(responses.map((response) => response.body()))).reduce((sum, { length }) => sum + length, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(100_000);
  expectQuiet(tab.watched, service.url);
});

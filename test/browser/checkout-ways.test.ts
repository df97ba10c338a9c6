import { expect, test } from 'vitest';
import { faults } from '../support/axe.js';
import { must } from '../support/billing.js';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { club, mug } from '../support/checkout.js';
import { send, shopSession, statusOf, typeCard, typePayer } from '../support/hosted.js';
import { headed, press } from '../support/payer.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

const priced = (currency: string, unit_amount = 2500) => ({
  price_data: { currency, product_data: { name: 'Lamp' }, unit_amount },
  quantity: 1,
});

test('a wallet is chosen without a card, opens its code, and comes back paid', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop, { line_items: [priced('brl')], payment_method_types: ['card', 'pix'] });
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  expect(await tab.page.getByTestId('number').isVisible()).toBe(true);
  await tab.page.getByTestId('method-pix').check();
  expect(await tab.page.getByTestId('number').isVisible()).toBe(false);
  await typePayer(tab, 'ana@example.com', 'Ana Souza');
  await tab.page.getByTestId('billing_country').selectOption('BR');
  await send(tab);
  await headed(tab, 'Scan to pay');
  await press(tab, 'Approve');
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  expect((await statusOf(shop, session)).payment_status).toBe('paid');
  expectQuiet(tab.watched, service.url);
});

test("a bank account is debited with its holder's mandate, and its number is never shown again", async () => {
  const shop = service.client();
  const session = await shopSession(service, shop, { line_items: [priced('eur')], payment_method_types: ['card', 'sepa_debit'] });
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  await tab.page.getByTestId('method-sepa_debit').check();
  expect(await tab.page.getByTestId('mandate').filter({ visible: true }).textContent()).toContain('eight weeks');
  await typePayer(tab);
  await tab.page.getByTestId('sepa_debit-iban').fill('DE89 3704 0044 0532 0130 01');
  await send(tab);
  await tab.page.getByTestId('fault-sepa_debit-iban').waitFor();
  await tab.page.getByTestId('sepa_debit-iban').fill('DE89370400440532013000');
  await send(tab);
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  expect(await statusOf(shop, session)).toMatchObject({ status: 'complete' });
});

test('a returning payer pays with their saved card, and types nothing', async () => {
  const shop = service.client();
  const customer = await must(shop.post('/v1/customers', { email: 'jo@example.com', payment_method: 'pm_card_visa' }));
  const session = await shopSession(service, shop, { customer: customer.id });
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  expect(await tab.page.getByTestId('email').inputValue()).toBe('jo@example.com');
  expect(await tab.page.getByTestId('number').isVisible()).toBe(false);
  expect(await tab.page.locator('.way:has(:checked)').first().textContent()).toMatch(/Visa.*4242/);
  expect(await faults(tab)).toEqual([]);
  await send(tab);
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
});

test('a subscription shows the free time, the following price and its date, and starts with its trial', async () => {
  const shop = service.client();
  const coupon = await must(shop.post('/v1/coupons', { percent_off: 25, duration: 'forever' }));
  const session = await shopSession(service, shop, {
    mode: 'subscription',
    line_items: [club, mug],
    discounts: [{ coupon: coupon.id }],
    subscription_data: { trial_period_days: 14 },
  });
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  expect(await tab.page.getByTestId('line-item').first().textContent()).toMatch(/Free for 14 days.*\$20\.00 per month/);
  expect(await tab.page.getByTestId('renewal').allTextContents()).toEqual([
    expect.stringMatching(/^Then \$15\.00 per month, from \w+ \d+, \d{4}$/),
  ]);
  expect(await tab.page.getByTestId('discount').textContent()).toBe('-$2.50');
  expect(await tab.page.getByTestId('total').textContent()).toBe('$7.50');
  await typePayer(tab);
  await typeCard(tab, '4242424242424242');
  await press(tab, 'Start trial');
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  const { subscription } = await statusOf(shop, session);
  expect((await shop.get(`/v1/subscriptions/${subscription}`)).body.status).toBe('trialing');
});

import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { type Tab, useBrowser } from '../support/browser.js';
import { mug } from '../support/checkout.js';
import { send, shopSession, statusOf, typeCard, typePayer } from '../support/hosted.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

const lamps = {
  price_data: { currency: 'eur', product_data: { name: 'Lamp' }, unit_amount: 4500 },
  quantity: 1,
  adjustable_quantity: { enabled: true, minimum: 1, maximum: 9 },
};

async function codeOf(shop: Client, code: string): Promise<void> {
  const coupon = await must(shop.post('/v1/coupons', { percent_off: 10, duration: 'once' }));
  await must(shop.post('/v1/promotion_codes', { promotion: { type: 'coupon', coupon: coupon.id }, code }));
}

/** Waits for a total. */
const totalIs = ({ page }: Tab, total: string): Promise<void> => page.locator('[data-testid=total]', { hasText: total }).waitFor();

const totalOn = ({ page }: Tab): Promise<string | null> => page.getByTestId('total').textContent();

test.each(['with a script', 'without one'])('a typed promotion code applies its discount, %s, and no input is lost', async (how) => {
  const shop = service.client();
  await codeOf(shop, 'LESS10');
  const session = await shopSession(service, shop, { line_items: [lamps], allow_promotion_codes: true });
  const tab = how === 'without one' ? await browser.plainTab() : await browser.tab();
  const { page } = tab;
  await page.goto(session.url);
  await typePayer(tab, 'ana@example.com', 'Ana Souza');
  await typeCard(tab, '4242424242424242');
  await page.getByTestId('promotion_code').fill('nonsense');
  await page.getByTestId('apply').click();
  await page.getByTestId('fault-promotion_code').waitFor();
  await page.getByTestId('promotion_code').fill('LESS10');
  await page.getByTestId('apply').click();
  await page.getByTestId('remove').waitFor();
  expect(await totalOn(tab)).toBe('€40.50');
  expect(await page.getByTestId('discount').textContent()).toBe('-€4.50');
  expect(await page.getByTestId('email').inputValue()).toBe('ana@example.com');
  expect(await page.getByTestId('name').inputValue()).toBe('Ana Souza');
  expect(await page.getByTestId('number').inputValue()).toBe(how === 'without one' ? '' : '4242 4242 4242 4242');
  await page.getByTestId('remove').click();
  await page.getByTestId('promotion_code').waitFor();
  expect(await totalOn(tab)).toBe('€45.00');
});

test.each(['with a script', 'without one'])('the payer chooses the quantity, %s, within the shown bounds', async (how) => {
  const shop = service.client();
  const session = await shopSession(service, shop, { line_items: [lamps] });
  const tab = how === 'without one' ? await browser.plainTab() : await browser.tab();
  const { page } = tab;
  await page.goto(session.url);
  const quantity = page.getByLabel('Quantity');
  await quantity.fill('3');
  await page.getByTestId('update').click();
  await totalIs(tab, '€135.00');
  await quantity.fill('10');
  await page.getByTestId('update').click();
  await page.getByText('From 1 to 9').nth(1).waitFor();
  await typePayer(tab);
  await typeCard(tab, '4242424242424242');
  await quantity.fill('2');
  await send(tab);
  await page.getByText('The total has changed').waitFor();
  expect((await statusOf(shop, session)).status).toBe('open');
  expect(await page.getByTestId('submit').textContent()).toBe('Pay €90.00');
  await typeCard(tab, '4242424242424242');
  await send(tab);
  await page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  expect((await statusOf(shop, session)).amount_total).toBe(9000);
});

test('a payer without scripts pays by card, sees missing fields beside them, and loses nothing', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop, { line_items: [mug] });
  const tab = await browser.plainTab();
  await tab.page.goto(session.url);
  await tab.page.getByTestId('email').fill('jo@example.com');
  await send(tab);
  expect(await tab.page.getByTestId('fault-number').isVisible()).toBe(true);
  expect(await tab.page.getByTestId('fault-name').textContent()).toBe('Full name is required.');
  expect(await tab.page.getByTestId('email').inputValue()).toBe('jo@example.com');
  await typePayer(tab);
  await typeCard(tab, '4242424242424242');
  await tab.page.getByTestId('cvc').press('Enter');
  await tab.page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
});

test('a payer without scripts goes to a wallet and comes back', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop, {
    line_items: [{ ...lamps, adjustable_quantity: undefined }],
    payment_method_types: ['card', 'ideal'],
  });
  const { page } = await browser.plainTab();
  await page.goto(session.url);
  await page.getByTestId('method-ideal').check();
  expect(await page.getByTestId('number').isVisible()).toBe(false);
  await page.getByTestId('email').fill('jo@example.com');
  await page.getByTestId('submit').click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
});

test('a shipping rate is chosen, and is in the total before the payment', async () => {
  const shop = service.client();
  const rate = (display_name: string, amount: number) =>
    must(shop.post('/v1/shipping_rates', { display_name, type: 'fixed_amount', fixed_amount: { amount, currency: 'eur' } }));
  const [post, fast] = [await rate('Post', 500), await rate('Express', 1500)];
  const session = await shopSession(service, shop, {
    line_items: [lamps],
    shipping_options: [{ shipping_rate: post.id }, { shipping_rate: fast.id }],
    shipping_address_collection: { allowed_countries: ['DE', 'AT'] },
  });
  const tab = await browser.tab();
  const { page } = tab;
  await page.goto(session.url);
  expect(await totalOn(tab)).toBe('€50.00');
  await page.getByTestId(`shipping-${fast.id}`).check();
  await totalIs(tab, '€60.00');
  expect(await page.getByTestId('shipping_country').locator('option').allTextContents()).toEqual(['', 'Austria', 'Germany']);
  await typePayer(tab);
  await typeCard(tab, '4242424242424242');
  for (const [name, value] of [
    ['name', 'Jo Doe'],
    ['line1', 'Ring 1'],
    ['city', 'Wien'],
    ['postal_code', '1010'],
  ] as const)
    await page.getByTestId(`shipping_${name}`).fill(value);
  await page.getByTestId('shipping_country').selectOption('AT');
  await send(tab);
  await page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  expect(await statusOf(shop, session)).toMatchObject({
    amount_total: 6000,
    collected_information: { shipping_details: { name: 'Jo Doe', address: { city: 'Wien', country: 'AT' } } },
  });
});

test('the payer chooses the amount, where the price allows it', async () => {
  const shop = service.client();
  const price = await must(
    shop.post('/v1/prices', {
      currency: 'usd',
      product_data: { name: 'Tip' },
      custom_unit_amount: { enabled: true, minimum: 200, maximum: 50_000, preset: 500 },
    }),
  );
  const session = await shopSession(service, shop, { line_items: [{ price: price.id, quantity: 1 }], submit_type: 'donate' });
  const tab = await browser.tab();
  await tab.page.goto(session.url);
  expect(await totalOn(tab)).toBe('$5.00');
  await tab.page.getByLabel('Your amount').fill('12,50');
  await tab.page.getByLabel('Your amount').press('Enter');
  await tab.page.getByRole('button', { name: 'Donate $12.50' }).waitFor();
});

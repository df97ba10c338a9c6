import { expect, test } from 'vitest';
import { faults } from '../support/axe.js';
import { must } from '../support/billing.js';
import { useBrowser } from '../support/browser.js';
import { send, shopSession, statusOf, typeCard } from '../support/hosted.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

const shipped = { shipping_address_collection: { allowed_countries: ['DE', 'JP', 'US'] } };

/** The labels of an address, from the top. */
const labelsIn = (whose: string): string => `[data-place="${whose}"] label`;

test('the fields are those of the chosen country, in its order and under its names, and what was typed stays', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop, shipped);
  const { page, ...tab } = await browser.tab();
  await page.goto(session.url);
  await page.getByTestId('shipping_country').selectOption('US');
  await page.getByText('ZIP code').waitFor();
  const labels = page.locator(labelsIn('shipping'));
  expect(await labels.allTextContents()).toEqual(['Address', 'Apartment, suite (optional)', 'City', 'State', 'ZIP code']);
  await page.getByTestId('shipping_line1').fill('510 Townsend St');
  await page.getByTestId('shipping_state').selectOption({ label: 'California' });
  await page.getByTestId('shipping_country').selectOption('DE');
  await page.getByTestId('shipping_state').waitFor({ state: 'detached' });
  expect(await labels.allTextContents()).toEqual(['Address', 'Apartment, suite (optional)', 'Postal code', 'City']);
  expect(await page.getByTestId('shipping_line1').inputValue()).toBe('510 Townsend St');
  expect(await faults({ page, ...tab })).toEqual([]);
});

test('a postal code of another country is refused by name and by example, and the address is stored with its state', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop, shipped);
  const tab = await browser.tab();
  const { page } = tab;
  await page.goto(session.url);
  await page.getByTestId('shipping_country').selectOption('US');
  await page.getByTestId('email').fill('jo@example.com');
  await page.getByTestId('shipping_name').fill('Jo Doe');
  await page.getByTestId('shipping_line1').fill('510 Townsend St');
  await page.getByTestId('shipping_city').fill('San Francisco');
  await page.getByLabel('ZIP code').fill('SW1A 1AA');
  await typeCard(tab, '4242424242424242');
  await send(tab);
  expect(await page.getByTestId('fault-shipping_state').textContent()).toBe('State is required.');
  expect(await page.getByTestId('fault-shipping_postal_code').textContent()).toBe('ZIP code should look like 95014.');
  await page.getByTestId('shipping_state').selectOption('CA');
  await page.getByLabel('ZIP code').fill('94103');
  await send(tab);
  await page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  expect(await statusOf(shop, session)).toMatchObject({
    collected_information: { shipping_details: { name: 'Jo Doe', address: { country: 'US', state: 'CA', postal_code: '94103' } } },
  });
});

test('without a script the service judges the address by the country that was sent, and then asks as that country does', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop, shipped);
  const tab = await browser.plainTab();
  const { page } = tab;
  await page.goto(session.url);
  await page.getByTestId('email').fill('jo@example.com');
  await page.getByTestId('shipping_name').fill('Jo Doe');
  await page.getByTestId('shipping_country').selectOption('US');
  await page.getByTestId('shipping_line1').fill('510 Townsend St');
  await page.getByTestId('shipping_city').fill('San Francisco');
  await page.getByTestId('shipping_postal_code').fill('9410');
  await typeCard(tab, '4242424242424242');
  await send(tab);
  expect(await page.getByTestId('fault-shipping_state').textContent()).toBe('State is required.');
  expect(await page.getByTestId('fault-shipping_postal_code').textContent()).toBe('ZIP code should look like 95014.');
  expect(await page.getByTestId('shipping_state').locator('option').count()).toBeGreaterThan(50);
});

test('the name is asked for once: that of the parcel is that of the card, until another address is billed', async () => {
  const shop = service.client();
  const session = await shopSession(service, shop, { ...shipped, billing_address_collection: 'required', payment_method_types: ['card'] });
  const tab = await browser.tab();
  const { page } = tab;
  await page.goto(session.url);
  expect(await page.getByLabel('Full name').filter({ visible: true }).count()).toBe(1);
  await page.getByTestId('same_address').uncheck();
  expect(await page.getByLabel('Full name').filter({ visible: true }).count()).toBe(2);
  await page.getByTestId('same_address').check();
  for (const [name, text] of Object.entries({ email: 'jo@example.com', shipping_name: 'Jo Doe' })) await page.getByTestId(name).fill(text);
  await page.getByTestId('shipping_country').selectOption('DE');
  for (const [name, text] of Object.entries({ line1: 'Ring 1', postal_code: '10115', city: 'Berlin' }))
    await page.getByTestId(`shipping_${name}`).fill(text);
  await typeCard(tab, '4242424242424242');
  await send(tab);
  await page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  const { payment_intent } = await statusOf(shop, session);
  const intent = await must(shop.get(`/v1/payment_intents/${payment_intent}?expand[]=payment_method`));
  expect(intent.payment_method.billing_details).toMatchObject({ name: 'Jo Doe', address: { country: 'DE', city: 'Berlin' } });
});

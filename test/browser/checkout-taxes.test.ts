import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { useBrowser } from '../support/browser.js';
import { send, shopSession, statusOf, typeCard } from '../support/hosted.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

/** A shop in Berlin that collects taxes in Germany and in the rest of the European Union. */
async function openShop() {
  const shop = service.client();
  await must(shop.post('/v1/tax/settings', { head_office: { address: { country: 'DE', postal_code: '10115' } } }));
  for (const type of ['standard', 'oss_union'])
    await must(shop.post('/v1/tax/registrations', { country: 'DE', country_options: { de: { type } }, active_from: 'now' }));
  return shop;
}

const taxed = { automatic_tax: { enabled: true }, payment_method_types: ['card'] };

test('the total changes with the country that the payer chooses, and that total is charged', async () => {
  const shop = await openShop();
  const session = await shopSession(service, shop, taxed);
  const tab = await browser.tab();
  const { page } = tab;
  await page.goto(session.url);
  await page.getByTestId('email').fill('jo@example.com');
  await page.getByTestId('billing_country').selectOption('DE');
  await page.getByTestId('tax').first().waitFor();
  const german = await page.getByTestId('tax').first().textContent();
  await page.getByTestId('billing_country').selectOption('SE');
  await expect.poll(() => page.getByTestId('tax').first().textContent()).not.toBe(german);
  for (const [name, text] of Object.entries({ name: 'Jo Doe', line1: 'Ring 1', postal_code: '111 22', city: 'Stockholm' }))
    await page.getByTestId(name === 'name' ? 'name' : `billing_${name}`).fill(text);
  await typeCard(tab, '4242424242424242');
  await send(tab);
  await page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
  const done = await statusOf(shop, session);
  expect(done).toMatchObject({ status: 'complete', customer_details: { address: { country: 'SE' } } });
  const { amount_subtotal, amount_total, total_details } = await must(shop.get(`/v1/checkout/sessions/${session.id}`));
  expect([total_details.amount_tax, amount_total]).toEqual([amount_subtotal * 0.25, amount_subtotal * 1.25]);
});

test('without a script the payer sees the total with its taxes before it is charged', async () => {
  const shop = await openShop();
  const session = await shopSession(service, shop, taxed);
  const tab = await browser.plainTab();
  const { page } = tab;
  await page.goto(session.url);
  for (const [name, text] of Object.entries({
    email: 'jo@example.com',
    name: 'Jo Doe',
    billing_line1: 'Ring 1',
    billing_postal_code: '10115',
    billing_city: 'Berlin',
  }))
    await page.getByTestId(name).fill(text);
  await page.getByTestId('billing_country').selectOption('DE');
  await typeCard(tab, '4242424242424242');
  await send(tab);
  await page.getByTestId('tax').first().waitFor();
  expect((await must(shop.get(`/v1/checkout/sessions/${session.id}`))).status).toBe('open');
  await typeCard(tab, '4242424242424242');
  await send(tab);
  await page.waitForURL(`${service.url}/docs?thanks=${session.id}`);
});

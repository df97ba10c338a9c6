import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsInBothModes } from '../support/axe.js';
import { must } from '../support/billing.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { startReceiver } from '../support/receiver.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

const payment = { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
const pay = async (client: Client, more: object = {}): Promise<string> =>
  (await must(client.post('/v1/payment_intents', { ...payment, ...more }))).id;

/** A tab that has signed in with a client's key and shows a page of the dashboard. */
async function signedIn(client: Client, path = '/payments'): Promise<Tab> {
  const tab = await browser.tab();
  await tab.page.goto(`${service.url}/dashboard${path}`);
  await tab.page.locator('input[type=password]').fill(client.key);
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
  await tab.page.getByRole('button', { name: 'Sign out' }).waitFor();
  return tab;
}

const rows = (page: Page, table = 'Payments') => page.getByRole('table', { name: table }).locator('tbody tr');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

describe('access', () => {
  test('a wrong key is refused in the words of the API, and a right one signs in until the tab signs out', async () => {
    const { page } = await browser.tab();
    await page.goto(`${service.url}/dashboard`);
    await page.locator('input[type=password]').fill('sk_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.locator('input[type=password]').fill(service.client().key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Payments');
    await page.reload();
    await expect.poll(() => heading(page).textContent()).toBe('Payments');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Florin dashboard');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  test('the first load takes less than 400 kB', async () => {
    const { page } = await browser.tab();
    let bytes = 0;
    page.on('response', async (response) => {
      bytes += Number(response.headers()['content-length'] ?? 0);
    });
    await page.goto(`${service.url}/dashboard`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(400_000);
  });
});

describe('payments', () => {
  test('an empty sandbox shows the command that creates the first payment', async () => {
    const { page, watched } = await signedIn(service.client());
    await page.getByText('No payments').waitFor();
    expect(await page.locator('pre').textContent()).toContain(`${service.url}/v1/payment_intents`);
    expectQuiet(watched, service.url);
  });

  test('filters are in the address, an id opens its payment, and a longer list continues', async () => {
    const client = service.client();
    for (let number = 0; number < 52; number++) await pay(client, { amount: 1000 + number });
    const held = await pay(client, { capture_method: 'manual', amount: 7777 });
    const { page } = await signedIn(client);
    await expect.poll(() => rows(page).count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows(page).count()).toBe(53);
    await page.getByLabel('Status').selectOption('requires_capture');
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?status=requires_capture');
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByLabel('Status').selectOption('');
    await page.getByLabel('Search').fill('amount>1050');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByLabel('Search').fill(held);
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toBe('$77.77');
  });

  test('a part of a payment is refunded, and the timeline and the money show it', async () => {
    const client = service.client();
    const id = await pay(client, { metadata: { order: '6735' } });
    const { page, watched } = await signedIn(client, `/payments/${id}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    const amount = page.getByLabel('Amount in USD');
    expect(await amount.inputValue()).toBe('20.00');
    await amount.fill('20.01');
    expect(await page.getByRole('dialog').textContent()).toContain('At most $20.00.');
    await amount.fill('5,5');
    await page.getByRole('button', { name: 'Refund $5.50' }).click();
    await page.getByText('Refund succeeded').waitFor();
    expect(await page.getByRole('region', { name: 'Money' }).textContent()).toContain('Refunded$5.50');
    expect(await page.getByRole('region', { name: 'Details' }).textContent()).toContain('order6735');
    const { data } = await must(client.get('/v1/refunds', { payment_intent: id }));
    expect(data).toMatchObject([{ amount: 550, status: 'succeeded' }]);
    expectQuiet(watched, service.url);
  });

  test('an authorized payment is captured in part, and another one is canceled', async () => {
    const client = service.client();
    const [first, second] = [await pay(client, { capture_method: 'manual' }), await pay(client, { capture_method: 'manual' })];
    const { page } = await signedIn(client, `/payments/${first}`);
    await page.getByRole('button', { name: 'Capture' }).click();
    await page.getByLabel('Amount in USD').fill('15');
    await page.getByRole('button', { name: 'Capture $15.00' }).click();
    await page.getByRole('button', { name: 'Refund' }).waitFor();
    expect(await must(client.get(`/v1/payment_intents/${first}`))).toMatchObject({ status: 'succeeded', amount_received: 1500 });
    await page.goto(`${service.url}/dashboard/payments/${second}`);
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByText('Canceled', { exact: true }).waitFor();
    expect(await must(client.get(`/v1/payment_intents/${second}`))).toMatchObject({ status: 'canceled' });
  });

  test('a declined payment shows the reason, and an unknown id the words of the API', async () => {
    const client = service.client();
    const { body } = await client.post('/v1/payment_intents', { ...payment, payment_method: 'pm_card_chargeDeclined' });
    const { page } = await signedIn(client, `/payments/${body.error.payment_intent.id}`);
    await page.getByText('Charge failed').waitFor();
    expect(await page.getByRole('main').textContent()).toContain('Your card was declined');
    await page.goto(`${service.url}/dashboard/payments/pi_unknown`);
    expect(await page.getByRole('alert').textContent()).toContain("No such payment_intent: 'pi_unknown'");
  });
});

describe('webhooks', () => {
  test('an endpoint is added, its deliveries show body and response, and one is sent again', async () => {
    const receiver = await startReceiver();
    const url = receiver.url('/webhooks');
    const client = service.client();
    const { page } = await signedIn(client, '/webhooks');
    await page.getByLabel('URL of a new endpoint').fill(url);
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    expect(await page.getByRole('status').textContent()).toContain('whsec_');
    await page.getByRole('link', { name: url }).click();
    await page.getByText('No deliveries').waitFor();
    await must(client.post('/v1/customers', { email: 'jo@example.com' }));
    const delivery = page.getByRole('button', { name: /customer\.created/ });
    await delivery.first().click();
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByText('The event is delivered again.').waitFor();
    await expect.poll(() => receiver.deliveries.length, { timeout: 10_000 }).toBe(2);
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoints').waitFor();
    expect((await must(client.get('/v1/webhook_endpoints'))).data).toEqual([]);
    await receiver.stop();
  });
});

test.each(['/payments', '/webhooks', '/payments/:id'])(
  '%s: axe finds nothing in light or dark colors, and nothing is wider than a phone',
  async (path) => {
    const client = service.client();
    const id = await pay(client);
    const tab = await signedIn(client, path.replace(':id', id));
    await heading(tab.page).waitFor();
    for (const width of [360, 800, 1280]) {
      await tab.page.setViewportSize({ width, height: 900 });
      await expect.poll(() => tab.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    expect(await faultsInBothModes(tab)).toEqual([]);
  },
);

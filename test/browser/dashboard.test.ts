import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsInBothModes } from '../support/axe.js';
import { must } from '../support/billing.js';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { dashboardOf, filter, heading, menu, rowsOf, table } from '../support/dashboard.js';
import { startReceiver } from '../support/receiver.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();
const signedIn = dashboardOf(browser, service);

const payment = { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
const list = (page: Page): Locator => page.getByRole('list', { name: 'Payments' });
const placeOf = async (of: Locator): Promise<{ x: number; width: number; height: number }> =>
  (await of.boundingBox()) ?? expect.fail('not visible');

const pay = async (client: Client, more: object = {}): Promise<string> =>
  (await must(client.post('/v1/payment_intents', { ...payment, ...more }))).id;

describe('access', () => {
  test('a wrong key is refused in the words of the API, and a right one signs in until the tab signs out', async () => {
    const { page } = await browser.tab();
    await page.goto(`${service.url}/dashboard`);
    await page.locator('input[type=password]').fill('sk_wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.locator('input[type=password]').fill(service.client().key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Home');
    await page.reload();
    await expect.poll(() => heading(page).textContent()).toBe('Home');
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
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(400_000);
  });
});

describe('payments', () => {
  test('an empty sandbox shows the command that creates the first payment in it, with its own key', async () => {
    const client = service.client();
    const { page, watched } = await signedIn(client);
    await page.getByText('Nothing here yet').waitFor();
    expect(await page.locator('pre').textContent()).toContain(`curl -u ${client.key}: ${service.url}/v1/payment_intents`);
    expectQuiet(watched, service.url);
  });

  test('filters are in the address, an id opens its payment, and a long list renders the rows in view', async () => {
    const client = service.client();
    for (let number = 0; number < 120; number++) await pay(client, { amount: 1000 + number });
    const held = await pay(client, { capture_method: 'manual', amount: 7777, metadata: { order: '6735' } });
    const { page } = await signedIn(client);
    await expect.poll(() => rowsOf(page)).toBeGreaterThan(99);
    expect(await table(page).locator('tr[data-id]').count()).toBeLessThan(80);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await expect.poll(() => rowsOf(page)).toBe(121);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await table(page).getByText('$10.00', { exact: true }).waitFor();
    await filter(page, 'Status', (form) => form.getByLabel('Status').selectOption('requires_capture'));
    await expect.poll(() => rowsOf(page)).toBe(1);
    expect(new URL(page.url()).search).toBe('?status=requires_capture');
    await page.reload();
    await expect.poll(() => rowsOf(page)).toBe(1);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await filter(page, 'Amount', (form) => form.getByLabel('Amount from').fill('11.18'));
    await expect.poll(() => rowsOf(page)).toBe(3);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await filter(page, 'Last four digits', (form) => form.getByLabel('Last four digits').fill('4242'));
    await expect.poll(() => rowsOf(page)).toBeGreaterThan(99);
    await filter(page, 'Metadata', (form) => form.getByLabel('Metadata').fill('order=6735'));
    await expect.poll(() => rowsOf(page)).toBe(1);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('searchbox').fill(held);
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toBe('$77.77');
  });

  test('filters are saved under a name, which shows the same list again and can be removed', async () => {
    const client = service.client();
    await pay(client);
    await pay(client, { capture_method: 'manual' });
    const { page, watched } = await signedIn(client);
    await expect.poll(() => rowsOf(page)).toBe(2);
    await filter(page, 'Status', (form) => form.getByLabel('Status').selectOption('requires_capture'));
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByLabel('Save these filters as').fill('To be captured');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'To be captured', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rowsOf(page)).toBe(2);
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('button', { name: 'To be captured', exact: true }).click();
    await expect.poll(() => rowsOf(page)).toBe(1);
    expect(new URL(page.url()).search).toBe('?status=requires_capture');
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('button', { name: 'Remove To be captured' }).click();
    await page.getByText('No filters of this list have been saved yet.').waitFor();
    expectQuiet(watched, service.url);
  });

  test('the shown columns are exported as CSV, and a text that a spreadsheet would run as a formula stays text', async () => {
    const client = service.client();
    await pay(client, { description: '=HYPERLINK("http://evil.example")' });
    await pay(client, { description: 'Two, "quoted"' });
    const { page } = await signedIn(client);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Customer' }).uncheck();
    await page.getByRole('checkbox', { name: 'Created' }).uncheck();
    await page.keyboard.press('Escape');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
    expect(saved.suggestedFilename()).toBe('payments.csv');
    expect(readFileSync(await saved.path(), 'utf8').split('\r\n')).toEqual([
      'Amount,Status,Payment method,Description',
      '$20.00,succeeded,Visa •••• 4242,"Two, ""quoted"""',
      '$20.00,succeeded,Visa •••• 4242,"\'=HYPERLINK(""http://evil.example"")"',
      '',
    ]);
    await page.reload();
    await table(page).waitFor();
    expect(await table(page).getByRole('columnheader').allTextContents()).toEqual(['Amount', 'Status', 'Payment method', 'Description']);
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
    await page.getByText('Refund: Succeeded').waitFor();
    await page.getByText('Partially refunded', { exact: true }).waitFor();
    const money = page.getByRole('region', { name: 'Money' });
    expect(await money.textContent()).toContain('Refunded$5.50');
    await expect.poll(() => rowsOf(page, 'Balance transactions')).toBe(2);
    expect(await page.getByRole('region', { name: 'Details' }).textContent()).toContain('order: 6735');
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('button', { name: 'charge.refunded: show the body' }).click();
    await timeline.locator('pre').getByText('"amount_refunded": 550').waitFor();
    await timeline.getByRole('button', { name: 'POST /v1/refunds: show the body' }).click();
    await timeline.getByText('curl -u "$FLORIN_KEY:"').waitFor();
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
    await page.getByLabel('Reason').selectOption('duplicate');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByText('Canceled', { exact: true }).waitFor();
    const canceled = await must(client.get(`/v1/payment_intents/${second}`));
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'duplicate' });
  });

  test('a declined payment shows the reason, and an unknown id the words of the API', async () => {
    const client = service.client();
    const { body } = await client.post('/v1/payment_intents', { ...payment, payment_method: 'pm_card_chargeDeclined' });
    const { page } = await signedIn(client, `/payments/${body.error.payment_intent.id}`);
    await page.getByText('Charge: Failed').waitFor();
    expect(await page.getByRole('main').textContent()).toContain('Your card was declined');
    await page.goto(`${service.url}/dashboard/payments/pi_unknown`);
    expect(await page.getByRole('alert').textContent()).toContain("No such payment_intent: 'pi_unknown'");
  });

  test('a dispute receives evidence with a file from its page, and is submitted to the bank', async () => {
    const client = service.client();
    await pay(client, { payment_method: 'pm_card_createDispute' });
    const { page } = await signedIn(client, '/disputes');
    await table(page, 'Disputes').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Respond' }).click();
    await page.getByLabel('Product or service').fill('A chair');
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'receipt.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
      });
    await page.getByLabel('Submit to the bank').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Respond' }).click();
    await page.getByText('The evidence was submitted.').waitFor();
    const { data } = await must(client.get('/v1/disputes'));
    expect(data).toMatchObject([
      { status: 'under_review', evidence: { product_description: 'A chair', receipt: expect.stringMatching(/^file_/) } },
    ]);
    await page.getByRole('region', { name: 'Evidence' }).getByText('A chair').waitFor();
  });
});

describe('webhooks', () => {
  test('an endpoint is added, its deliveries show body and response, and one and a range are sent again', async () => {
    const receiver = await startReceiver();
    const url = receiver.url('/webhooks');
    const client = service.client();
    const { page } = await signedIn(client, '/webhooks');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByLabel('URL').fill(url);
    await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
    expect(await page.getByRole('status').textContent()).toContain('whsec_');
    await page.getByRole('link', { name: url }).click();
    await page.getByText('No deliveries', { exact: true }).waitFor();
    await must(client.post('/v1/customers', { email: 'jo@example.com' }));
    await expect.poll(() => receiver.deliveries.length, { timeout: 10_000 }).toBe(1);
    const delivery = page.getByRole('button', { name: /customer\.created/ }).first();
    await delivery.click();
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByText('The event is delivered again.').waitFor();
    await expect.poll(() => receiver.deliveries.length, { timeout: 10_000 }).toBe(2);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByLabel('Which').selectOption('all');
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The events are delivered again.').waitFor();
    await expect.poll(() => receiver.deliveries.length, { timeout: 10_000 }).toBeGreaterThan(2);
    await menu(page, 'Disable');
    await page.getByText('Disabled', { exact: true }).waitFor();
    await menu(page, 'Delete');
    await page.getByText('Nothing here yet').waitFor();
    expect((await must(client.get('/v1/webhook_endpoints'))).data).toEqual([]);
    await receiver.stop();
  });
});

const phone = { width: 360, height: 800 };

describe('on a phone', () => {
  test('a payment shows its amount and status, a tap anywhere on it opens it, and the list is in place after going back', async () => {
    const client = service.client();
    const id = await pay(client, { amount: 123_456 });
    const { page, watched } = await signedIn(client);
    await page.setViewportSize(phone);
    const entry = list(page).locator(`[data-id=${id}]`);
    for (const text of ['$1,234.56', 'Succeeded', 'Visa •••• 4242']) {
      const { x, width } = await placeOf(entry.getByText(text));
      expect(x).toBeGreaterThan(0);
      expect(x + width).toBeLessThan(phone.width);
    }
    const { width, height } = await placeOf(entry);
    await entry.click({ position: { x: width - 4, y: height - 4 } });
    await expect.poll(() => heading(page).textContent()).toBe('$1,234.56');
    await page.goBack();
    await entry.waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toBe('$1,234.56');
    expectQuiet(watched, service.url);
  });

  test('filters and columns are chosen as on a screen, and the link in a line leads to its own object', async () => {
    const client = service.client();
    const customer = (await must(client.post('/v1/customers', { email: 'jo@example.com' }))).id;
    const id = await pay(client, { customer });
    await pay(client, { capture_method: 'manual' });
    const { page } = await signedIn(client);
    await page.setViewportSize(phone);
    await list(page).locator('[data-id]').nth(1).waitFor();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await filter(page, 'Status', (form) => form.getByLabel('Status').selectOption('succeeded'));
    await expect.poll(() => list(page).locator('[data-id]').count()).toBe(1);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'ID' }).check();
    await page.keyboard.press('Escape');
    await list(page).getByText(id).waitFor();
    await list(page).getByRole('link', { name: 'jo@example.com' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/dashboard/customers/${customer}`);
  });

  test('a long list renders the entries in view', async () => {
    const client = service.client();
    for (let number = 0; number < 120; number++) await pay(client, { amount: 1000 + number });
    const { page } = await signedIn(client);
    await page.setViewportSize(phone);
    const entries = list(page).locator('[data-id]');
    await list(page).getByText('$11.19', { exact: true }).waitFor();
    expect(await entries.count()).toBeLessThan(80);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await list(page).locator('[aria-setsize="120"]').first().waitFor();
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await list(page).getByText('$10.00', { exact: true }).waitFor();
    expect(await entries.count()).toBeLessThan(80);
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
      expect(await faultsInBothModes(tab)).toEqual([]);
    }
  },
);

import { describe, expect, test } from 'vitest';
import { faultsInBothModes } from '../support/axe.js';
import { must } from '../support/billing.js';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { accountOf } from '../support/merchant.js';
import { press, waitingFor, waitingPayment } from '../support/payer.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';
import { upload } from '../support/uploads.js';

const browser = useBrowser();
const service = await commonService();

const hostile = '"><script>document.title="owned"</script><img src=x onerror=document.title="owned">';

/** A merchant with their own branding, and with the most hostile texts. */
async function branded(name = hostile): Promise<Client> {
  const client = service.client();
  const logo = (await upload(service, client, { purpose: 'business_logo' })).body.id;
  const { status, text } = await client.post(`/v1/accounts/${await accountOf(client)}`, {
    business_profile: {
      name,
      support_email: 'help@shop.example',
      support_phone: '+1 555 0100 <b>',
      support_url: 'https://shop.example/?x=<b>',
    },
    settings: { branding: { logo, icon: logo, primary_color: '#FFD400' } },
  });
  expect(status, text).toBe(200);
  return client;
}

const kinds = ['card', 'gcash', 'ideal', 'pix', 'oxxo', 'boleto', 'bank_transfer_id'] as const;

const pageOf = async (client: Client, type: string): Promise<string> => {
  const params = { description: hostile, return_url: 'https://shop.example.com/done' };
  return (await (type === 'card' ? waitingPayment(client, params) : waitingFor(client, type, params))).page_url;
};

test.each(kinds)('%s: axe finds no violation in light or dark colours, and a merchant’s text runs nothing', async (type) => {
  const url = await pageOf(await branded(), type);
  const tab = await browser.tab();
  await tab.page.goto(url);
  expect(await faultsInBothModes(tab)).toEqual([]);
  expect(await tab.page.title()).not.toBe('owned');
  expect(await tab.page.locator('[onerror], b').count()).toBe(0);
  expect(await tab.page.evaluate('document.querySelector("[data-testid=merchant] img").naturalWidth')).toBeGreaterThan(0);
  expectQuiet(tab.watched, service.url);
});

describe.each([
  ['a narrow font', browser],
  ['a wide font', useBrowser('BIZ UDPGothic')],
])('in %s', (_, { tab: open }) =>
  test.each(kinds)('%s: every answer is visible without scrolling, on a screen and on a phone', async (type) => {
    const url = await pageOf(await branded('Rocket Rides'), type);
    const tab = await open();
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await tab.page.setViewportSize({ width, height });
      await tab.page.goto(url);
      for (const outcome of await tab.page.locator('[data-testid^="outcome-"]').all()) {
        const box = await outcome.boundingBox();
        expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN), `${width} x ${height}`).toBeLessThanOrEqual(height);
      }
    }
  }),
);

test("the merchant's colour is the colour of the button, as long as it is readable", async () => {
  const url = await pageOf(await branded('Rocket Rides'), 'card');
  const tab = await browser.tab();
  const colors = async (colorScheme: 'light' | 'dark'): Promise<string> => {
    await tab.page.emulateMedia({ colorScheme });
    await tab.page.goto(url);
    return tab.page.evaluate<string>('getComputedStyle(document.querySelector("[data-testid=outcome-succeed]")).backgroundColor');
  };
  expect(await colors('dark')).toBe('rgb(255, 212, 0)');
  expect(await colors('light')).not.toBe('rgb(255, 212, 0)');
});

test('a number is copied without its spaces, and the page confirms it', async () => {
  const client = await branded('Rocket Rides');
  const payment = await waitingFor(client, 'boleto');
  const { number } = (await client.get(`/v1/payment_intents/${payment.id}`)).body.next_action.boleto_display_details;
  const tab = await browser.tab();
  await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await tab.page.goto(payment.page_url);
  expect(await tab.page.getByTestId('voucher_number').textContent()).toMatch(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/);
  await press(tab, 'Copy: Voucher number');
  await tab.page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  expect(await tab.page.evaluate('navigator.clipboard.readText()')).toBe(number);
});

test('a payer who prefers Arabic reads from right to left, with money and dates in that format', async () => {
  const url = await pageOf(await branded('Rocket Rides'), 'pix');
  const answer = await (await fetch(url, { headers: { 'accept-language': 'ar-EG,en;q=0.5' } })).text();
  expect(answer).toContain('<html lang="ar-EG" dir="rtl">');
  expect(answer).toContain('امسح الرمز للدفع');
  expect(answer).toMatch(/[\u0660-\u0669]/);
});

test('a short time limit is shown as a countdown, and its appearance moves nothing', async () => {
  const tab = await browser.tab();
  await tab.page.goto(await pageOf(await branded('Rocket Rides'), 'gcash'));
  expect(await tab.page.getByTestId('countdown').textContent()).toMatch(/^(1:00:00|\d\d?:\d\d) left$/);
  const height = (): Promise<number> => tab.page.evaluate<number>('document.querySelector("[data-testid=countdown]").offsetHeight');
  const filled = await height();
  await tab.page.evaluate('document.querySelector("[data-testid=countdown]").textContent = ""');
  expect(await height()).toBe(filled);
});

test('the receipt of an invoice shows its lines and its number, accessibly and in both colour modes', async () => {
  const client = await branded();
  const customer = (await must(client.post('/v1/customers', { name: hostile, email: 'jo@example.com' }))).id;
  const payment_method = (await must(client.post('/v1/payment_methods/pm_card_visa/attach', { customer }))).id;
  const invoice = (await must(client.post('/v1/invoices', { customer, default_payment_method: payment_method }))).id;
  await must(client.post('/v1/invoiceitems', { customer, invoice, amount: 5000, currency: 'usd', description: 'Two tickets to the moon' }));
  await must(client.post(`/v1/invoices/${invoice}/finalize`));
  const { number } = await must(client.post(`/v1/invoices/${invoice}/pay`));
  const { data } = await must(client.get('/v1/charges', { limit: 1 }));
  const tab = await browser.tab();
  await tab.page.goto(data[0].receipt_url);
  expect(await faultsInBothModes(tab)).toEqual([]);
  expect(await tab.page.getByRole('row', { name: /Two tickets to the moon/ }).count()).toBe(1);
  expect(await tab.page.getByTestId('invoice-number').textContent()).toBe(number);
  expect(await tab.page.title()).not.toBe('owned');
  expect((await fetch(`${data[0].receipt_url}/pdf`)).headers.get('content-type')).toBe('application/pdf');
});

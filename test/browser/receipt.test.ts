import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { accountOf } from '../support/merchant.js';
import { factsOn, heading } from '../support/payer.js';
import { type Client, card } from '../support/service.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();

/** A successful payment by card, and the address of its receipt. */
async function paid(params: object = {}): Promise<{ client: Client; id: string; receipt_url: string }> {
  const client = service.client();
  await client.post(`/v1/accounts/${await accountOf(client)}`, { business_profile: { name: 'Rocket Rides' } });
  const given = { amount: 428_900, currency: 'usd', confirm: true, payment_method_data: card(), description: 'Order 1042', ...params };
  const { body } = await client.post('/v1/payment_intents', { ...given, expand: ['latest_charge'] });
  return { client, id: body.id, receipt_url: body.latest_charge.receipt_url };
}

test('a payer reads the amount, the business and the payment method, prints the receipt, and downloads a PDF', async () => {
  const { receipt_url } = await paid({ statement_descriptor_suffix: 'RIDE 1042' });
  const tab = await browser.tab();
  await tab.page.goto(receipt_url);
  expect(await heading(tab)).toBe('Receipt from Rocket Rides');
  expect(await factsOn(tab)).toMatchObject({
    Amount: '$4,289.00',
    'Paid to': 'Rocket Rides',
    'Paid with': 'Visa ending in 4242',
    For: 'Order 1042',
  });
  expect(await tab.page.getByText('Paid in full.').count()).toBe(1);
  expect(await tab.page.locator('input, form').count()).toBe(0);
  expect(await tab.page.getByRole('button').allTextContents()).toEqual(['Print']);
  const pdf = await (await fetch(`${receipt_url}/pdf`)).arrayBuffer();
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  for (const expected of ['Receipt', 'Rocket Rides', '$4,289.00', 'Order 1042', 'Visa ending in 4242', 'RIDE 1042'])
    expect(text).toContain(expected);
  await tab.page.emulateMedia({ media: 'print' });
  expect(await tab.page.getByText('$4,289.00').isVisible()).toBe(true);
  expectQuiet(tab.watched, service.url);
});

test('it shows a refund', async () => {
  const { client, id, receipt_url } = await paid();
  const { status, text } = await client.post('/v1/refunds', { payment_intent: id, amount: 100_000 });
  expect(status, text).toBe(200);
  const tab = await browser.tab();
  await tab.page.goto(receipt_url);
  expect(await factsOn(tab)).toMatchObject({ Amount: '$4,289.00', Refunded: '$1,000.00', 'After refunds': '$3,289.00' });
});

test('it fits the smallest phone, in dark mode', async () => {
  const { receipt_url } = await paid({ amount: 99_999_999, currency: 'kwd', description: 'x'.repeat(400) });
  const tab = await browser.tab();
  await tab.page.emulateMedia({ colorScheme: 'dark' });
  await tab.page.setViewportSize({ width: 320, height: 640 });
  await tab.page.goto(receipt_url);
  expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  expect((await factsOn(tab)).Amount).toBe('KWD\u00a099,999.999');
});

test("a forged address, a payment's page and a charge of another account are not found", async () => {
  const { receipt_url } = await paid();
  const other = await paid();
  const [payload = '', signature = ''] = receipt_url.split('/').at(-1)?.split('.') ?? [];
  const tab = await browser.tab();
  const forged = [
    `${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    `${other.receipt_url.split('/').at(-1)?.split('.')[0]}.${signature}`,
    'x',
  ];
  for (const token of forged) {
    expect((await tab.page.goto(`${service.url}/receipt/${token}`))?.status()).toBe(404);
    expect(await heading(tab)).toBe('Page not found');
  }
  expect((await tab.page.goto(receipt_url.replace('/receipt/', '/challenge/')))?.status()).toBe(404);
});

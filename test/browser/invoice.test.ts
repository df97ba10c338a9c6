import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../src/pages/paper/languages.js';
import { faults, faultsInBothModes } from '../support/axe.js';
import { finalInvoice } from '../support/billed.js';
import { must } from '../support/billing.js';
import { expectQuiet, type Tab, useBrowser } from '../support/browser.js';
import { line, may_2031 } from '../support/invoice-papers.js';
import { type InvoiceSite, openInvoiceSite } from '../support/invoice-site.js';
import { accountOf } from '../support/merchant.js';
import { factsOn, heading, press } from '../support/payer.js';
import { commonService } from '../support/services.js';
import { upload } from '../support/uploads.js';

const browser = useBrowser();
const service = await commonService();
let site: InvoiceSite;

beforeAll(async () => {
  site = await openInvoiceSite(service);
});
afterAll(() => site.stop());

/** Types in a card and submits the form. */
async function payByCard({ page }: Tab, number: string, { exp = '12 / 34', cvc = '123', amount = '€110.00' } = {}): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill(exp);
  await page.getByLabel('Security code').fill(cvc);
  await page.getByRole('button', { name: `Pay ${amount}` }).click();
}

const statusOf = async ({
  client,
  id,
}: {
  client: { get(path: string): Promise<{ body: { status: string } }> };
  id: string;
}): Promise<string> => (await client.get(`/v1/payment_intents/${id}`)).body.status;

test('a payer reads the amount and the lines, downloads the PDF, and pays by card', async () => {
  const invoice = await site.open();
  const tab = await browser.tab();
  await tab.page.goto(invoice.page_url);
  expect(await heading(tab)).toBe('€110.00 due June 3, 2031');
  expect(await factsOn(tab)).toMatchObject({ 'Invoice number': 'A1B2C3D4-0001', 'Date due': 'June 3, 2031', 'Purchase order': 'PO-7781' });
  const rows = (await tab.page.locator('tbody tr').allTextContents()).map((row) => row.replace(/\s/g, ' '));
  expect(rows[0]).toBe('Pro plan2 × €50.00May 4 – Jun 3, 203119%€100.00');
  expect(rows.slice(-3)).toEqual(['Total€113.79', 'Applied balance-€3.79', 'Amount due€110.00']);
  const pdf = await (
    await fetch(await tab.page.getByRole('link', { name: 'Download PDF' }).evaluate((link) => (link as unknown as { href: string }).href))
  ).arrayBuffer();
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  expect(text).toContain('€110.00 due June 3, 2031');
  await payByCard(tab, '4242 4242 4242 4242');
  await tab.page.waitForURL(invoice.page_url);
  expect(await tab.page.getByRole('status').textContent()).toContain('This invoice is paid.');
  expect(await statusOf(invoice)).toBe('succeeded');
  expectQuiet(tab.watched, site.url);
});

test('a payer whose card requires authentication goes to the bank’s page, and returns to the invoice', async () => {
  const invoice = await site.open();
  const tab = await browser.tab();
  await tab.page.goto(invoice.page_url);
  await payByCard(tab, '4000000000003220');
  expect(await heading(tab)).toBe('Confirm this payment');
  await press(tab, 'Complete authentication');
  await tab.page.waitForURL(`${invoice.page_url}?**`);
  expect(await statusOf(invoice)).toBe('succeeded');
  expectQuiet(tab.watched, site.url, service.url);
});

test('a payer who leaves the bank without an answer sees the reason, and can try again', async () => {
  const invoice = await site.open();
  const tab = await browser.tab();
  await tab.page.goto(invoice.page_url);
  await payByCard(tab, '4000000000003220');
  await press(tab, 'Fail authentication');
  await tab.page.waitForURL(`${invoice.page_url}?**`);
  expect(await tab.page.getByRole('alert').textContent()).toContain('did not confirm');
  await payByCard(tab, '4242424242424242');
  await tab.page.getByText('This invoice is paid.').waitFor();
  expect(await statusOf(invoice)).toBe('succeeded');
});

test('a stored invoice is paid on its page, after a declined card, with one that requires authentication', async () => {
  const client = service.client();
  const invoice = await finalInvoice(client, [5000]);
  const tab = await browser.tab();
  await tab.page.goto(invoice.hosted_invoice_url);
  await payByCard(tab, '4000000000000002', { amount: '$50.00' });
  expect(await tab.page.getByRole('alert').textContent()).toContain('declined');
  await payByCard(tab, '4000000000003220', { amount: '$50.00' });
  expect(await heading(tab)).toBe('Confirm this payment');
  await press(tab, 'Complete authentication');
  await tab.page.getByText('This invoice is paid.').waitFor();
  expect((await client.get(`/v1/invoices/${invoice.id}`)).body).toMatchObject({ status: 'paid', amount_paid: 5000 });
  expectQuiet(tab.watched, service.url);
});

test('a payment that waits for a step links it', async () => {
  const invoice = await site.open();
  const tab = await browser.tab();
  await tab.page.goto(invoice.page_url);
  await payByCard(tab, '4000000000003220');
  await tab.page.goto(invoice.page_url);
  await tab.page.getByRole('link', { name: 'Continue' }).click();
  expect(await heading(tab)).toBe('Confirm this payment');
});

test.each([
  ['4000000000000002', '12 / 34', '123', /declined and nothing was charged/],
  ['4000000000009995', '12 / 34', '123', /insufficient funds/],
  ['4000000000000127', '12 / 34', '123', /security code is incorrect/],
  ['4000000000000069', '12 / 34', '123', /card has expired/],
  ['4242424242424241', '12 / 34', '123', /number is incorrect/],
  ['4242424242424242', '13 / 34', '123', /missing or incorrect/],
  ['4242424242424242', '', '', /missing or incorrect/],
  ['', '12 / 34', '123', /incorrect/],
])('card %s, expiry %s, code %s: the page shows the fix, and keeps the payer’s details but no number', async (number, exp, cvc, said) => {
  const invoice = await site.open();
  const tab = await browser.tab();
  await tab.page.goto(invoice.page_url);
  await tab.page.getByLabel('Name').fill('Jo Doe');
  await tab.page.getByLabel('Country').selectOption({ label: 'Germany' });
  await payByCard(tab, number, { exp, cvc });
  expect(await tab.page.getByRole('alert').textContent()).toMatch(said);
  expect(await tab.page.getByLabel('Name').inputValue()).toBe('Jo Doe');
  expect(await tab.page.getByLabel('Country').inputValue()).toBe('DE');
  expect(await tab.page.getByLabel('Expiration date').inputValue()).toBe(exp);
  expect(await tab.page.getByLabel('Card number').inputValue()).toBe('');
  expect(await tab.page.content()).not.toMatch(/4000000000|42424242/);
  expect(await faults(tab)).toEqual([]);
});

test.each([
  ['ideal', 'eur', 'Approve this payment', 'Approve', 'succeeded'],
  ['oxxo', 'mxn', 'Pay with this voucher', 'Simulate paying at the shop', 'processing'],
  ['pix', 'brl', 'Scan to pay', 'Approve', 'succeeded'],
])('%s is chosen without a card, and the page shows the result', async (type, currency, title, answer, status) => {
  const invoice = await site.open({ currency }, { payment_method_types: ['card', type] });
  const tab = await browser.tab();
  await tab.page.goto(invoice.page_url);
  await tab.page.locator(`input[value=${type}]`).check();
  expect(await tab.page.getByLabel('Card number').isVisible()).toBe(false);
  await tab.page.getByLabel('Country').selectOption({ label: 'Brazil' });
  await tab.page.getByRole('button', { name: /^Pay / }).click();
  expect(await heading(tab)).toBe(title);
  await press(tab, answer);
  await tab.page.waitForURL(`${invoice.page_url}?**`);
  expect(await statusOf(invoice)).toBe(status);
  if (status === 'processing') {
    expect(await tab.page.getByRole('status').textContent()).toContain('Your payment is processing');
    expect(await tab.page.locator('form').count()).toBe(0);
  }
});

test.each([
  ['paid', { paid: may_2031, amount_paid: 11_000, amount_remaining: 0 }, 'This invoice is paid.', 0],
  ['void', { voided: may_2031 }, 'This invoice is void.', 0],
  ['uncollectible', {}, 'It can still be paid.', 1],
] as const)('an invoice that is %s shows it', async (status, changes, said, forms) => {
  const invoice = await site.open();
  site.change(invoice.page_url, { status, ...changes });
  const tab = await browser.tab();
  await tab.page.goto(invoice.page_url);
  expect(await tab.page.getByRole('status').textContent()).toContain(said);
  expect(await tab.page.locator('form').count()).toBe(forms);
  expect(await faults(tab)).toEqual([]);
});

test('nothing is paid twice: a submission to a paid invoice only shows it', async () => {
  const invoice = await site.open();
  const [one, other] = [await browser.tab(), await browser.tab()];
  await one.page.goto(invoice.page_url);
  await other.page.goto(invoice.page_url);
  await payByCard(one, '4242424242424242');
  await payByCard(other, '4242424242424242');
  const { body } = await invoice.client.get('/v1/charges', { payment_intent: invoice.id });
  expect(body.data).toHaveLength(1);
});

test('it is paid with the keyboard alone, and every focus is visible', async () => {
  const invoice = await site.open();
  const { page } = await browser.tab();
  await page.goto(invoice.page_url);
  const typed: Readonly<Record<string, string>> = { number: '4242424242424242', exp: '1234', cvc: '123' };
  for (let stop = 0; stop < 12; stop++) {
    await page.keyboard.press('Tab');
    const [name, outline] = await page.evaluate<[string, string]>(
      '[document.activeElement.name ?? "", getComputedStyle(document.activeElement).outlineStyle]',
    );
    expect(outline).not.toBe('none');
    if (typed[name]) await page.keyboard.type(typed[name]);
    if (name === 'country') break;
  }
  // A list of countries opens by this key, and the button after it submits the form.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('This invoice is paid.').waitFor();
  expect(await statusOf(invoice)).toBe('succeeded');
});

describe('every language', () => {
  test.each(languages)('%s: axe finds no violation, on the smallest phone, in dark and light mode', async (language) => {
    const lines = [line({ description: 'D'.repeat(200) }), line({ amount: 99_999_999 })];
    const invoice = await site.open({ locales: [language], lines, currency: 'eur' }, { payment_method_types: ['card', 'ideal', 'klarna'] });
    const tab = await browser.tab();
    await tab.page.setViewportSize({ width: 320, height: 640 });
    await tab.page.goto(invoice.page_url);
    expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await faultsInBothModes(tab)).toEqual([]);
    expect(await tab.page.evaluate('document.documentElement.dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
  });
});

test('an address that is unsigned, altered, or signed for another object, is not found', async () => {
  const client = service.client();
  const [one, other] = [await finalInvoice(client, [5000]), await finalInvoice(client, [5000])];
  const { receipt_url } = await must(client.post('/v1/charges', { amount: 500, currency: 'usd', source: 'tok_visa' }));
  const tokenOf = (url: string): string => new URL(url).pathname.split('/')[2] ?? '';
  const [signed, of_other, of_receipt] = [one.hosted_invoice_url, other.hosted_invoice_url, receipt_url].map(tokenOf);
  const [payload = '', mac = ''] = (signed ?? '').split('.');
  const [, mac_of_other] = (of_other ?? '').split('.');
  const of_other_invoice = payload.replace(one.id.slice('in_'.length), other.id.slice('in_'.length));
  expect(of_other_invoice).not.toBe(payload);
  const { page } = await browser.tab();
  expect((await page.goto(`${service.url}/invoice/${signed}`))?.status()).toBe(200);
  const wrong = [
    ...['x', payload, `${payload}.`, `${payload}.${mac_of_other}`, `${payload}.${mac.slice(0, -2)}`, of_receipt],
    ...[`${of_other_invoice}.${mac}`, `H${payload.slice(1)}.${mac}`],
  ];
  for (const token of wrong)
    for (const path of ['', '/pdf']) {
      const answer = await fetch(`${service.url}/invoice/${token}${path}`);
      expect([token, path, answer.status]).toEqual([token, path, 404]);
    }
});

/** The hosted page of an invoice of a shop with a name, a logo and a colour. */
async function brandedInvoice(): Promise<string> {
  const client = service.client();
  const logo = (await upload(service, client, { purpose: 'business_logo' })).body.id;
  const branding = { logo, icon: logo, primary_color: '#6b21a8' };
  const business_profile = { name: 'Rocket Rides', support_email: 'help@shop.example' };
  await must(client.post(`/v1/accounts/${await accountOf(client)}`, { business_profile, settings: { branding } }));
  return (await finalInvoice(client, [5000])).hosted_invoice_url;
}

test('an invoice has the branding of its business', async () => {
  const url = await brandedInvoice();
  const tab = await browser.tab();
  await tab.page.goto(url);
  expect(await tab.page.getByTestId('merchant').textContent()).toBe('Rocket Rides');
  expect(await tab.page.evaluate('document.querySelector("[data-testid=merchant] img").naturalWidth')).toBeGreaterThan(0);
  expect(await tab.page.locator('.mark').count()).toBe(0);
  expect(await tab.page.evaluate('document.querySelector("link[rel=icon]").href')).toContain('/links/');
  const color = 'getComputedStyle(document.querySelector(".button.primary")).backgroundColor';
  expect(await tab.page.evaluate(color)).toBe('rgb(107, 33, 168)');
  expect(await tab.page.getByTestId('support').textContent()).toContain('help@shop.example');
  expectQuiet(tab.watched, service.url);
});

test('an invoice of a customer without a language is shown in that of the browser', async () => {
  const url = await brandedInvoice();
  const tab = await browser.plainTab({ locale: 'de-DE' });
  await tab.page.goto(url);
  expect(await tab.page.evaluate('document.documentElement.lang')).toBe('de-DE');
  expect(await tab.page.getByRole('button', { name: /bezahlen$/ }).textContent()).toMatch(/^50,00\s\$ bezahlen$/);
  expect(await tab.page.getByLabel('Land oder Region').locator('option[value=DE]').textContent()).toBe('Deutschland');
});

import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { accountOf } from '../support/merchant.js';
import type { Answer, Client } from '../support/service.js';
import { commonService, rowsOf } from '../support/services.js';
import { upload } from '../support/uploads.js';

const service = await commonService();

type Params = Readonly<Record<string, unknown>>;

/** A final invoice over 50.00 EUR that is sent to a customer, optionally with a balance and a tax id. */
async function sentInvoice(client: Client, { balance, tax_id, ...customer }: Params, terms: Params = {}): Promise<Answer['body']> {
  const { id } = await must(client.post('/v1/customers', { name: 'Jo', ...customer }));
  if (balance) await must(client.post(`/v1/customers/${id}/balance_transactions`, { amount: balance, currency: 'eur' }));
  if (tax_id) await must(client.post(`/v1/customers/${id}/tax_ids`, tax_id as Params));
  await must(client.post('/v1/invoiceitems', { customer: id, amount: 5000, currency: 'eur', description: 'Thing' }));
  const sent = { collection_method: 'send_invoice', days_until_due: 30, currency: 'eur', pending_invoice_items_behavior: 'include' };
  const draft = await must(client.post('/v1/invoices', { customer: id, ...sent, ...terms }));
  return must(client.post(`/v1/invoices/${draft.id}/finalize`));
}

const read = async (url: string): Promise<string> => {
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), { mergePages: true });
  return text.replace(/\s+/g, ' ');
};

const onPage = async (url: string): Promise<string> =>
  (await (await fetch(url)).text())
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

test('an invoice is shown, printed and paid in the language of its customer, and so is the receipt', async () => {
  const client = service.client();
  const email = `jo-${client.key.slice(-8)}@example.com`;
  const open = await sentInvoice(client, { email, preferred_locales: ['de'] });
  expect(await onPage(open.hosted_invoice_url)).toContain('50,00 € bezahlen');
  expect(await read(open.invoice_pdf)).toContain('Fälliger Betrag 50,00 €');
  const body = new URLSearchParams({ way: 'card', number: '4242 4242 4242 4242', exp: '12/34', cvc: '123' });
  expect((await fetch(open.hosted_invoice_url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
  expect((await client.get(`/v1/invoices/${open.id}`)).body).toMatchObject({ status: 'paid', amount_paid: 5000 });
  expect(await onPage(open.hosted_invoice_url)).toContain('Diese Rechnung ist bezahlt.');
  await service.until(async () => {
    const outbox = await (await fetch(`${service.url}/outbox`)).text();
    return outbox.includes(email) && outbox.includes('Ihr Zahlungsbeleg');
  });
});

test('amounts are printed net of inclusive taxes, and on the chosen paper size, where the customer or the invoice says so', async () => {
  const client = service.client();
  const vat = await must(client.post('/v1/tax_rates', { display_name: 'VAT', percentage: 20, inclusive: true }));
  const half = await must(client.post('/v1/coupons', { percent_off: 50 }));
  const terms = { default_tax_rates: [vat.id], discounts: [{ coupon: half.id }] };
  const inside = await sentInvoice(client, {}, terms);
  expect(await read(inside.invoice_pdf)).toMatch(/Thing 1 €50\.00 20% €50\.00.*Subtotal €50\.00.*-€25\.00/);
  const customer = { invoice_settings: { rendering_options: { amount_tax_display: 'exclude_tax' } } };
  const net = await sentInvoice(client, customer, terms);
  expect(net.rendering).toEqual({ amount_tax_display: 'exclude_tax', pdf: null, template: null, template_version: null });
  expect(net.lines.data[0]).toMatchObject({ amount_excluding_tax: 4167, unit_amount_excluding_tax: '4166.666666666667' });
  const printed = await read(net.invoice_pdf);
  expect(printed).toMatch(/Subtotal €41\.67.*-€20\.84.*Total excluding tax €20\.83.*€4\.17.*Amount due €25\.00/);
  expect(printed).not.toContain('€50.00');
  const as_chosen = { rendering: { amount_tax_display: 'include_inclusive_tax', pdf: { page_size: 'letter' } } };
  expect(await read((await sentInvoice(client, customer, { ...terms, ...as_chosen })).invoice_pdf)).toContain('Subtotal €50.00');
  const wrong = await client.post('/v1/invoices', { customer: net.customer, rendering: { pdf: { page_size: 'a5' } } });
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'rendering[pdf][page_size]']);
});

test('amounts printed without taxes add up, whichever way taxes are rounded', async () => {
  const client = service.client();
  await must(client.post(`/v1/accounts/${await accountOf(client)}`, { settings: { invoices: { tax_rounding: 'invoice' } } }));
  const vat = await must(client.post('/v1/tax_rates', { display_name: 'VAT', percentage: 20, inclusive: true }));
  const { id } = await must(client.post('/v1/customers', { name: 'Jo' }));
  for (const _ of [1, 2, 3]) await must(client.post('/v1/invoiceitems', { customer: id, amount: 100, currency: 'eur' }));
  const said = { default_tax_rates: [vat.id], rendering: { amount_tax_display: 'exclude_tax' }, pending_invoice_items_behavior: 'include' };
  const draft = await must(client.post('/v1/invoices', { customer: id, currency: 'eur', ...said }));
  const printed = await read((await must(client.post(`/v1/invoices/${draft.id}/finalize`))).invoice_pdf);
  expect(printed).toMatch(/€0\.83.*€0\.84.*€0\.83.*Subtotal €2\.50 Total excluding tax €2\.50.*€0\.50.*Total €3\.00/);
});

test('an issued invoice stays unchanged when its customer and its account change', async () => {
  const client = service.client();
  const account = `/v1/accounts/${await accountOf(client)}`;
  const support_address = { line1: 'Torstraße 140', postal_code: '10119', city: 'Berlin', country: 'DE' };
  const business_profile = { name: 'Rocket Rides', support_email: 'help@rocketrides.example', support_phone: '+49 30 1', support_address };
  await must(client.post(account, { business_profile, settings: { branding: { primary_color: '#5a31f4' } } }));
  const own = await must(client.post('/v1/tax_ids', { type: 'eu_vat', value: 'DE123456789' }));
  const tax_id = { type: 'eu_vat', value: 'FRAB123456789' };
  const open = await sentInvoice(client, { preferred_locales: ['fr-FR'], tax_id }, { account_tax_ids: [own.id] });
  expect(open.customer_tax_ids).toEqual([tax_id]);
  const before = await read(open.invoice_pdf);
  for (const said of ['Rocket Rides', 'Torstraße 140', '10119 Berlin', 'help@rocketrides.example', '+49 30 1', 'DE VAT: DE123456789'])
    expect(before).toContain(said);
  expect(before).toContain('FR VAT: FRAB123456789');
  await must(client.post(`/v1/customers/${open.customer}`, { preferred_locales: ['ja'], name: 'Another Name' }));
  await must(client.post(account, { business_profile: { support_email: 'new@example.com', support_address: { line1: 'Elsewhere 1' } } }));
  await must(client.del(`/v1/tax_ids/${own.id}`));
  expect(await read(open.invoice_pdf)).toBe(before);
  expect(await onPage(open.hosted_invoice_url)).toContain('Torstraße 140');
});

test('the default tax ids of an account are printed on its invoices, unless these name others', async () => {
  const client = service.client();
  const account = `/v1/accounts/${await accountOf(client)}`;
  const [by_default, other] = [
    await must(client.post('/v1/tax_ids', { type: 'eu_vat', value: 'DE123456789' })),
    await must(client.post('/v1/tax_ids', { type: 'gb_vat', value: 'GB123456789' })),
  ];
  await must(client.post(account, { settings: { invoices: { default_account_tax_ids: [by_default.id] } } }));
  const open = await sentInvoice(client, {});
  expect(open.account_tax_ids).toEqual([by_default.id]);
  expect(await read(open.invoice_pdf)).toContain('DE VAT: DE123456789');
  const named = await read((await sentInvoice(client, {}, { account_tax_ids: [other.id] })).invoice_pdf);
  expect(named).toContain('GB VAT: GB123456789');
  expect(named).not.toContain('DE123456789');
});

test('400: the tax id of a customer cannot be an account tax id', async () => {
  const client = service.client();
  const { id: customer } = await must(client.post('/v1/customers', {}));
  const { id } = await must(client.post(`/v1/customers/${customer}/tax_ids`, { type: 'eu_vat', value: 'DE123456789' }));
  const { id: draft } = await must(client.post('/v1/invoices', { customer }));
  for (const [path, params, param] of [
    ['/v1/invoices', { customer, account_tax_ids: [id] }, 'account_tax_ids'],
    [`/v1/invoices/${draft}`, { account_tax_ids: [id] }, 'account_tax_ids'],
    [
      `/v1/accounts/${await accountOf(client)}`,
      { settings: { invoices: { default_account_tax_ids: [id] } } },
      'settings[invoices][default_account_tax_ids]',
    ],
  ] as const) {
    const { status, body } = await client.post(path, params);
    expect([path, status, body.error?.param]).toEqual([path, 400, param]);
  }
});

test('an invoice issued before its printed details were stored stays unchanged, in English', async () => {
  const client = service.client();
  const account = await accountOf(client);
  const business_profile = { support_email: 'help@rocketrides.example', support_address: { line1: 'Torstraße 140' } };
  await must(client.post(`/v1/accounts/${account}`, { business_profile }));
  const open = await sentInvoice(client, { preferred_locales: ['de'] });
  const forget = `update objects set doc = (doc::jsonb - 'printed')::json where account = $1 and object = 'invoice' and id = $2`;
  await rowsOf(service, forget, `${account}_test`, open.id);
  const said = await read(open.invoice_pdf);
  expect(said).toContain('Amount due €50.00');
  expect(said).toContain('help@rocketrides.example');
  expect(said).not.toContain('Torstraße');
  const note = await must(client.post('/v1/credit_notes', { invoice: open.id, amount: 1000 }));
  expect(await read(note.pdf)).toContain('Total credit €10.00');
});

test('an invoice shows its taxes with their percentages, and its discounts, on its page and in the PDF', async () => {
  const client = service.client();
  const rate = await must(client.post('/v1/tax_rates', { display_name: 'MwSt.', percentage: 19, inclusive: false, country: 'DE' }));
  const coupon = await must(client.post('/v1/coupons', { name: 'Spring sale', percent_off: 10, duration: 'once' }));
  const open = await sentInvoice(client, {}, { default_tax_rates: [rate.id], discounts: [{ coupon: coupon.id }] });
  await must(client.del(`/v1/coupons/${coupon.id}`));
  for (const seen of [await read(open.invoice_pdf), await onPage(open.hosted_invoice_url)]) {
    expect(seen).toContain('Spring sale (10% off) -€5.00');
    expect(seen).toContain('MwSt. (19% on €45.00) €8.55');
  }
});

test('credit notes on an open invoice are not shown as an applied balance', async () => {
  const client = service.client();
  const open = await sentInvoice(client, { balance: -500 });
  await must(client.post('/v1/credit_notes', { invoice: open.id, amount: 1000 }));
  for (const seen of [await read(open.invoice_pdf), await onPage(open.hosted_invoice_url)]) {
    expect(seen).toContain('Total €50.00 Applied balance -€5.00 Credit note -€10.00 Amount due €35.00');
  }
});

test('an amount that is too small to charge is shown as added to the next invoice', async () => {
  const client = service.client();
  const open = await sentInvoice(client, { balance: -4990 });
  expect(open).toMatchObject({ status: 'paid', amount_due: 0, ending_balance: 10 });
  expect(await read(open.invoice_pdf)).toContain('Total €50.00 Applied balance -€49.90 Added to your next invoice -€0.10 Amount due €0.00');
});

test('the logo that an account has when an invoice is finalized is printed on it, instead of its name', async () => {
  const client = service.client();
  const account = `/v1/accounts/${await accountOf(client)}`;
  const logo = (await upload(service, client, { purpose: 'business_logo' })).body.id;
  const { settings } = await must(client.post(account, { settings: { branding: { logo } } }));
  expect(settings.branding).toEqual({ icon: null, logo, primary_color: null, secondary_color: null });
  await must(client.post(account, { settings: { branding: { secondary_color: '#00ff00' } } }));
  const open = await sentInvoice(client, {});
  await must(client.post(account, { settings: { branding: { logo: '' } } }));
  const later = await sentInvoice(client, {});
  const bytes = async (url: string): Promise<string> => Buffer.from(await (await fetch(url)).arrayBuffer()).toString('latin1');
  expect(await bytes(open.invoice_pdf)).toContain('/Subtype /Image');
  expect(await bytes(later.invoice_pdf)).not.toContain('/Subtype /Image');
});

describe('the PDF of a credit note', () => {
  test('names its invoice, its customer, and the credited taxes, in the customer’s language', async () => {
    const client = service.client();
    const rate = await must(client.post('/v1/tax_rates', { display_name: 'MwSt.', percentage: 19, inclusive: false, country: 'DE' }));
    const open = await sentInvoice(client, { name: 'Anna Muster', preferred_locales: ['de'] }, { default_tax_rates: [rate.id] });
    const lines = [{ type: 'invoice_line_item', invoice_line_item: open.lines.data[0].id, amount: 1000 }];
    const note = await must(client.post('/v1/credit_notes', { invoice: open.id, lines, memo: 'Zu viel' }));
    const said = await read(note.pdf);
    for (const each of [
      ...['Gutschriftnummer', note.number, `Zu Rechnung ${open.number}`, 'Anna Muster', 'Zu viel', '11,90 € gutgeschrieben'],
      ...['Thing', '10,00 €', 'MwSt. (19 % auf 10,00 €) 1,90 €', 'Summe der Gutschrift 11,90 €'],
    ])
      expect(said).toContain(each);
    await must(client.post(`/v1/credit_notes/${note.id}/void`));
    expect(await read(note.pdf)).toContain('STORNIERT');
  });

  test('is found at its own signed address only', async () => {
    const client = service.client();
    const open = await sentInvoice(client, {});
    const note = await must(client.post('/v1/credit_notes', { invoice: open.id, amount: 1000 }));
    const other = await must(client.post('/v1/credit_notes', { invoice: open.id, amount: 1000 }));
    const [token = '', of_other = ''] = [note.pdf, other.pdf].map((url: string) => url.split('/').at(-2) ?? '');
    const [payload = '', mac] = token.split('.');
    const [, mac_of_other] = of_other.split('.');
    const forged = payload.replace(note.id.slice('cn_'.length), other.id.slice('cn_'.length));
    const of_invoice = open.invoice_pdf.split('/').at(-2);
    expect(forged).not.toBe(payload);
    for (const wrong of [payload, `${payload}.`, `${payload}.${mac_of_other}`, `${forged}.${mac}`, of_invoice])
      expect([wrong, (await fetch(`${service.url}/credit_note/${wrong}/pdf`)).status]).toEqual([wrong, 404]);
    expect((await fetch(`${service.url}/invoice/${token}/pdf`)).status).toBe(404);
    expect((await fetch(note.pdf)).status).toBe(200);
  });
});

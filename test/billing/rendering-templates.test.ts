import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const path = '/v1/invoice_rendering_templates';
type Params = Readonly<Record<string, unknown>>;

async function finalized(client: Client, customer: string, params: Params) {
  const { id } = await made(client, '/v1/invoices', { customer, ...params });
  const tax = await made(client, '/v1/tax_rates', { display_name: 'VAT', percentage: 25, inclusive: true });
  await made(client, `/v1/invoices/${id}/add_lines`, { lines: [{ amount: 1000, description: 'Tea', tax_rates: [tax.id] }] });
  return made(client, `/v1/invoices/${id}/finalize`, {});
}

async function printed({ invoice_pdf }: { invoice_pdf: string }): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(invoice_pdf)).arrayBuffer());
  return (await extractText(await getDocumentProxy(bytes), { mergePages: true })).text;
}

test('the PDF of an invoice has what its template says, where the invoice says nothing itself', async () => {
  const client = service.client();
  const customer = (await made(client, '/v1/customers', { name: 'Jo' })).id;
  const template = await made(client, path, {
    ...{ nickname: 'Letters', footer: 'Registered in Bonn', memo: 'Thank you for your trust', amount_tax_display: 'exclude_tax' },
    custom_fields: [{ name: 'Contract', value: 'C-7' }],
  });
  expect(template).toMatchObject({ object: 'invoice_rendering_template', status: 'active', version: 1, footer: 'Registered in Bonn' });
  const invoice = await finalized(client, customer, { rendering: { template: template.id }, description: 'Our own memo' });
  expect(invoice.rendering).toMatchObject({ template: template.id, template_version: 1 });
  const text = await printed(invoice);
  for (const said of ['Registered in Bonn', 'Our own memo', 'Contract', 'C-7', '$8.00']) expect(text).toContain(said);
  expect(text).not.toContain('Thank you for your trust');
});

test('a change makes another version, and a finalized invoice keeps its own', async () => {
  const client = service.client();
  const template = await made(client, path, { footer: 'First' });
  const customer = (await made(client, '/v1/customers', { invoice_settings: { rendering_options: { template: template.id } } })).id;
  const before = await finalized(client, customer, {});
  const changed = await made(client, `${path}/${template.id}`, { footer: 'Second' });
  expect([changed.version, (await made(client, `${path}/${template.id}`, { nickname: 'B' })).version]).toEqual([2, 2]);
  const after = await finalized(client, customer, {});
  const chosen = await finalized(client, customer, { rendering: { template: template.id, template_version: 1 } });
  expect([before, after, chosen].map(({ rendering }) => rendering.template_version)).toEqual([1, 2, 1]);
  const texts = [await printed(before), await printed(after), await printed(chosen)];
  expect(texts.map((text) => [text.includes('First'), text.includes('Second')])).toEqual([
    [true, false],
    [false, true],
    [true, false],
  ]);
  const shown = async (query: string) => (await client.get(`${path}/${template.id}${query}`)).body;
  expect([(await shown('?version=1')).footer, (await shown('')).footer]).toEqual(['First', 'Second']);
  expect((await client.get(`${path}/${template.id}?version=3`)).status).toBe(400);
});

test('400: an archived template, a version that does not exist, and a version without a template', async () => {
  const client = service.client();
  const customer = (await made(client, '/v1/customers', {})).id;
  const { id } = await made(client, path, { footer: 'First' });
  const refusedParam = async (rendering: object) => {
    const { status, body } = await client.post('/v1/invoices', { customer, rendering });
    return [status, body.error?.param];
  };
  expect(await refusedParam({ template: id, template_version: 2 })).toEqual([400, 'rendering[template_version]']);
  expect(await refusedParam({ template_version: 1 })).toEqual([400, 'rendering[template]']);
  expect((await made(client, `${path}/${id}/archive`, {})).status).toBe('archived');
  expect(await refusedParam({ template: id })).toEqual([400, 'rendering[template]']);
  const settings = { invoice_settings: { rendering_options: { template: id } } };
  const of_customer = await client.post(`/v1/customers/${customer}`, settings);
  expect([of_customer.status, of_customer.body.error.param]).toEqual([400, 'invoice_settings[rendering_options][template]']);
  expect((await client.get(`${path}?status=archived`)).body.data.map((each: { id: string }) => each.id)).toEqual([id]);
  expect((await made(client, `${path}/${id}/unarchive`, {})).status).toBe('active');
  expect((await client.post('/v1/invoices', { customer, rendering: { template: id } })).status).toBe(200);
});

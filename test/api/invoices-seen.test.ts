import { expect, test } from 'vitest';
import { commonService } from '../support/services.js';

const service = await commonService();

test('an invoice that is finalized is read, printed and paid at its own addresses, and its customer gets a receipt in their language', async () => {
  const client = service.client();
  const email = `jo-${client.key.slice(-8)}@example.com`;
  const { body: customer } = await client.post('/v1/customers', { email, name: 'Jo', preferred_locales: ['de'] });
  await client.post('/v1/invoiceitems', { customer: customer.id, amount: 5000, currency: 'eur', description: 'Thing' });
  const terms = { collection_method: 'send_invoice', days_until_due: 30, currency: 'eur', pending_invoice_items_behavior: 'include' };
  const { body: draft } = await client.post('/v1/invoices', { customer: customer.id, ...terms });
  const { body: open } = await client.post(`/v1/invoices/${draft.id}/finalize`);
  expect(await (await fetch(open.hosted_invoice_url)).text()).toContain('Pay €50.00');
  const pdf = await fetch(open.invoice_pdf);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const body = new URLSearchParams({ way: 'card', number: '4242 4242 4242 4242', exp: '12/34', cvc: '123' });
  expect((await fetch(open.hosted_invoice_url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
  expect((await client.get(`/v1/invoices/${draft.id}`)).body).toMatchObject({ status: 'paid', amount_paid: 5000 });
  expect(await (await fetch(open.hosted_invoice_url)).text()).toContain('This invoice is paid.');
  await service.until(async () => {
    const outbox = await (await fetch(`${service.url}/outbox`)).text();
    return outbox.includes(email) && outbox.includes('Ihre Zahlungsbestätigung');
  });
});

import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { cardOf, club, pageAt, sessionOf } from '../support/checkout.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const removable = { saved_payment_method_options: { payment_method_remove: 'enabled' } };

const customerWithCard = async (shop: Client): Promise<{ customer: string; card: string }> => {
  const { id: customer } = await must(shop.post('/v1/customers', { email: 'jo@example.com', payment_method: 'pm_card_visa' }));
  const { data } = await must(shop.get(`/v1/customers/${customer}/payment_methods`));
  return { customer, card: data[0].id };
};

const pageOf = async (url: string): Promise<string> => (await fetch(url)).text();

const pressed = (url: string, value: string): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ do: value }), redirect: 'manual' });

test('a payer removes a saved card on a page that allows it, and the page no longer offers it', async () => {
  const shop = service.client();
  const { customer, card } = await customerWithCard(shop);
  const session = await sessionOf(shop, { customer, ...removable });
  expect(await pageOf(session.url)).toContain(`value="remove-${card}"`);
  const after = await pressed(session.url, `remove-${card}`);
  expect(after.status).toBe(200);
  expect(await after.text()).not.toContain(card);
  expect((await must(shop.get(`/v1/payment_methods/${card}`))).customer).toBeNull();
  const { data } = await must(shop.get('/v1/events', { type: 'payment_method.detached' }));
  expect(data[0].data.object.id).toBe(card);
});

test('400: a saved card stays where the page does not allow its removal, pays a subscription, or is of another customer', async () => {
  const shop = service.client();
  const { customer, card } = await customerWithCard(shop);
  const stranger = await customerWithCard(shop);
  const refused = async (session: { id: string; url: string }, payment_method: string) => {
    const { status, body } = await pageAt(service, session.url).post(`/v1/checkout/sessions/${session.id}/remove_payment_method`, {
      payment_method,
    });
    return [status, body.error?.param];
  };
  const fixed = await sessionOf(shop, { customer });
  expect(await pageOf(fixed.url)).not.toContain('value="remove-');
  expect(await refused(fixed, card)).toEqual([400, 'payment_method']);
  const open = await sessionOf(shop, { customer, ...removable });
  expect(await refused(open, stranger.card)).toEqual([400, 'payment_method']);
  const price = await must(shop.post('/v1/prices', { ...club.price_data, product_data: { name: 'Club' } }));
  await must(shop.post('/v1/subscriptions', { customer, items: [{ price: price.id }], default_payment_method: card }));
  expect(await refused(open, card)).toEqual([400, 'payment_method']);
  expect((await pressed(open.url, `remove-${card}`)).status).toBe(400);
  expect((await must(shop.get(`/v1/payment_methods/${card}`))).customer).toBe(customer);
});

test('the agreement to be charged later is on the page unless the merchant shows it', async () => {
  const shop = service.client();
  const setup = (consent_collection?: object) =>
    sessionOf(shop, { mode: 'setup', line_items: undefined, ...(consent_collection && { consent_collection }) });
  expect(await pageOf((await setup()).url)).toContain('data-testid="mandate"');
  const shown = await setup({ payment_method_reuse_agreement: { position: 'auto' } });
  expect(await pageOf(shown.url)).toContain('data-testid="mandate"');
  const hidden = await setup({ payment_method_reuse_agreement: { position: 'hidden' } });
  expect(await pageOf(hidden.url)).not.toContain('data-testid="mandate"');
});

test('a tax id is required where the country of the payer has tax ids, if the session says so', async () => {
  const shop = service.client();
  const confirmed = async (required: string, country: string, tax_id?: object) => {
    const session = await sessionOf(shop, { tax_id_collection: { enabled: true, required } });
    const { billing_details, ...card } = cardOf('4242424242424242');
    const payment_method_data = { ...card, billing_details: { ...(billing_details as object), address: { country } } };
    const { status, body } = await pageAt(service, session.url).post(`/v1/checkout/sessions/${session.id}/confirm`, {
      payment_method_data,
      ...(tax_id && { tax_id }),
    });
    return [status, body.error?.code, body.error?.param];
  };
  const paid = [200, undefined, undefined];
  expect(await confirmed('if_supported', 'DE')).toEqual([400, 'parameter_missing', 'tax_id[value]']);
  expect(await confirmed('if_supported', 'DE', { value: 'DE123456789' })).toEqual([400, 'parameter_missing', 'tax_id[type]']);
  expect(await confirmed('if_supported', 'DE', { type: 'eu_vat', value: 'DE123456789' })).toEqual(paid);
  expect(await confirmed('if_supported', 'AQ')).toEqual(paid);
  expect(await confirmed('never', 'DE')).toEqual(paid);
});

import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { cardOf, pageAt, success_url } from '../support/checkout.js';
import { onBothRoads, roads } from '../support/roads.js';
import type { Client, TestService } from '../support/service.js';
import { automatic_tax, berlin, buyer, openSeller, paris, vat_id } from '../support/taxed-shop.js';

const both = onBothRoads();

/** A finalized invoice of a price, with automatic taxes. */
async function invoiced(client: Client, customer: string, price: string) {
  const { id } = await must(client.post('/v1/invoices', { customer, currency: 'eur', automatic_tax }));
  await must(client.post('/v1/invoiceitems', { customer, invoice: id, pricing: { price } }));
  return must(client.post(`/v1/invoices/${id}/finalize`));
}

test.each(roads)('%s: an invoice has the taxes of its customer’s place, and their rate can be retrieved', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const of = await invoiced(client, await buyer(client, { address: paris }), await price());
  expect(of).toMatchObject({ subtotal: 1000, total: 1200, automatic_tax: { enabled: true, status: 'complete', provider: 'stripe' } });
  const [tax] = of.total_taxes;
  expect(tax).toMatchObject({ amount: 200, tax_behavior: 'exclusive', taxability_reason: 'standard_rated', taxable_amount: 1000 });
  const rate = await must(client.get(`/v1/tax_rates/${tax.tax_rate_details.tax_rate}`));
  expect(rate).toMatchObject({ country: 'FR', display_name: 'VAT', percentage: 20, active: false, tax_type: 'vat' });
  const paid = await must(client.post(`/v1/invoices/${of.id}/pay`));
  expect([paid.status, paid.amount_paid]).toEqual(['paid', 1200]);
});

test.each(roads)(
  '%s: a business in another country of the EU owes the tax itself, and a deleted number makes it a consumer',
  async (road) => {
    const { client, price } = await openSeller(both.service(road));
    const customer = await buyer(client, { address: paris, tax_id_data: [vat_id] });
    const id = await price();
    const of = await invoiced(client, customer, id);
    expect(of).toMatchObject({ total: 1000, total_taxes: [{ amount: 0, taxability_reason: 'reverse_charge' }] });
    const { data } = await must(client.get(`/v1/customers/${customer}/tax_ids`));
    await must(client.del(`/v1/customers/${customer}/tax_ids/${data[0].id}`));
    expect((await invoiced(client, customer, id)).total).toBe(1200);
  },
);

test.each(roads)('%s: inclusive prices keep their total, whatever tax they contain', async (road) => {
  const { client, price } = await openSeller(both.service(road), { tax_behavior: 'inclusive' });
  const id = await price();
  const french = await invoiced(client, await buyer(client, { address: paris }), id);
  expect(french).toMatchObject({ total: 1000, total_excluding_tax: 833, total_taxes: [{ amount: 167, tax_behavior: 'inclusive' }] });
  const american = await invoiced(client, await buyer(client, { address: { country: 'US', state: 'CA' } }), id);
  expect(american).toMatchObject({ total: 1000, total_taxes: [{ amount: 0, taxability_reason: 'not_collecting' }] });
  const exempt = await invoiced(client, await buyer(client, { address: paris, tax_exempt: 'exempt' }), id);
  expect(exempt).toMatchObject({ total: 1000, total_taxes: [{ amount: 0, taxability_reason: 'customer_exempt' }] });
});

test.each(roads)('%s: 400 customer_tax_location_invalid: an invoice without a location stays a draft', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const customer = await buyer(client, {});
  const draft = await must(client.post('/v1/invoices', { customer, currency: 'eur', automatic_tax }));
  expect(draft.automatic_tax.status).toBe('requires_location_inputs');
  await must(client.post('/v1/invoiceitems', { customer, invoice: draft.id, pricing: { price: await price() } }));
  const refused = await client.post(`/v1/invoices/${draft.id}/finalize`);
  expect([refused.status, refused.body.error.code]).toEqual([400, 'customer_tax_location_invalid']);
  await must(client.post(`/v1/customers/${customer}`, { address: paris }));
  expect((await must(client.post(`/v1/invoices/${draft.id}/finalize`))).total).toBe(1200);
});

test.each(roads)('%s: automatic taxes are turned off and on while an invoice is a draft', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const customer = await buyer(client, { address: paris });
  const { id } = await must(client.post('/v1/invoices', { customer, currency: 'eur', automatic_tax }));
  await must(client.post('/v1/invoiceitems', { customer, invoice: id, pricing: { price: await price() } }));
  expect((await must(client.get(`/v1/invoices/${id}`))).total).toBe(1200);
  const off = await must(client.post(`/v1/invoices/${id}`, { automatic_tax: { enabled: false } }));
  expect(off).toMatchObject({ total: 1000, total_taxes: [], automatic_tax: { enabled: false, status: null } });
  expect((await must(client.post(`/v1/invoices/${id}`, { automatic_tax }))).total).toBe(1200);
});

test.each(roads)('%s: a credit note gives back the calculated taxes', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const of = await invoiced(client, await buyer(client, { address: paris }), await price());
  await must(client.post(`/v1/invoices/${of.id}/pay`));
  const lines = [{ type: 'invoice_line_item', invoice_line_item: of.lines.data[0].id, amount: 500 }];
  const note = await must(client.post('/v1/credit_notes', { invoice: of.id, lines, refund_amount: 600 }));
  expect(note).toMatchObject({ total: 600, total_taxes: [{ amount: 100, taxability_reason: 'standard_rated' }] });
});

test.each(roads)('%s: a subscription taxes each invoice, and its preview does too', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const items = [{ price: await price({ recurring: { interval: 'month' } }) }];
  const customer = await buyer(client, { address: paris });
  const sent = { customer, items, automatic_tax, expand: ['latest_invoice'] };
  const subscription = await must(client.post('/v1/subscriptions', sent));
  expect(subscription).toMatchObject({ automatic_tax: { enabled: true }, latest_invoice: { status: 'paid', total: 1200 } });
  const next = await must(client.post('/v1/invoices/create_preview', { subscription: subscription.id }));
  expect(next.total).toBe(1200);
  const preview = { automatic_tax, customer_details: { address: paris, tax_ids: [vat_id] }, subscription_details: { items } };
  expect(await must(client.post('/v1/invoices/create_preview', preview))).toMatchObject({ total: 1000, total_taxes: [{ amount: 0 }] });
  const nowhere = await client.post('/v1/subscriptions', { ...sent, customer: await buyer(client, {}) });
  expect([nowhere.status, nowhere.body.error.code]).toEqual([400, 'customer_tax_location_invalid']);
});

test.each(roads)('%s: 400: automatic taxes without settings, and beside tax rates', async (road) => {
  const shop = both.service(road).client();
  const customer = await buyer(shop, { address: paris });
  const inactive = await shop.post('/v1/invoices', { customer, automatic_tax });
  expect([inactive.status, inactive.body.error.code]).toEqual([400, 'stripe_tax_inactive']);
  const { client } = await openSeller(both.service(road));
  const { id } = await must(client.post('/v1/tax_rates', { display_name: 'VAT', percentage: 20, inclusive: false }));
  const sent = { customer: await buyer(client, {}), automatic_tax, default_tax_rates: [id] };
  const { status, body } = await client.post('/v1/invoices', sent);
  expect([status, body.error.param]).toEqual([400, 'default_tax_rates']);
});

test.each(roads)('%s: a session is taxed by the address that the payer enters, and charges no other total', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const shipping_options = [{ shipping_rate_data: { display_name: 'Post', fixed_amount: { amount: 500, currency: 'eur' } } }];
  const sent = { line_items: [{ price: await price(), quantity: 1 }], mode: 'payment', success_url, automatic_tax, shipping_options };
  const session = await must(client.post('/v1/checkout/sessions', sent));
  expect(session).toMatchObject({ amount_total: 1500, automatic_tax: { enabled: true, status: 'requires_location_inputs' } });
  const page = pageAt(both.service(road), session.url);
  const path = `/v1/checkout/sessions/${session.id}`;
  const card = cardOf('4242424242424242');
  const unlocated = await page.post(`${path}/confirm`, { payment_method_data: card });
  expect([unlocated.status, unlocated.body.error.code]).toEqual([400, 'customer_tax_location_invalid']);
  await must(page.post(`${path}/adjust`, { address: paris }));
  const located = await must(client.get(path));
  expect(located).toMatchObject({ amount_subtotal: 1000, amount_total: 1800, automatic_tax: { status: 'complete' } });
  expect(located).toMatchObject({ total_details: { amount_tax: 300 }, shipping_cost: { amount_tax: 100, amount_total: 600 } });
  const elsewhere = await page.post(`${path}/confirm`, { payment_method_data: card, address: berlin });
  expect([elsewhere.status, elsewhere.body.error.param]).toEqual([400, 'address']);
  await must(page.post(`${path}/confirm`, { payment_method_data: card, address: paris }));
  const done = await must(client.get(path));
  expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 1800 });
  expect((await must(client.get(`/v1/payment_intents/${done.payment_intent}`))).amount_received).toBe(1800);
  expect(await recorded(client, 'transaction')).toEqual([[session.id, [1000, 200, saas], [500, 100]]]);
});

test.each(roads)('%s: a payer with a VAT id in another country of the EU is charged no tax on a session', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const line_items = [{ price: await price(), quantity: 1 }];
  const sent = { line_items, mode: 'payment', success_url, automatic_tax, tax_id_collection: { enabled: true } };
  const session = await must(client.post('/v1/checkout/sessions', sent));
  const page = pageAt(both.service(road), session.url);
  const path = `/v1/checkout/sessions/${session.id}`;
  await must(page.post(`${path}/adjust`, { address: paris, tax_id: vat_id }));
  expect(await must(client.get(path))).toMatchObject({ amount_total: 1000, total_details: { amount_tax: 0 } });
  const said = { payment_method_data: cardOf('4242424242424242'), address: paris, tax_id: vat_id };
  await must(page.post(`${path}/confirm`, said));
  expect(await must(client.get(path))).toMatchObject({ status: 'complete', customer_details: { tax_ids: [vat_id] } });
});

test.each(roads)('%s: a session subscribes a new customer at the taxed total', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const line_items = [{ price: await price({ recurring: { interval: 'month' } }), quantity: 1 }];
  const session = await must(client.post('/v1/checkout/sessions', { line_items, mode: 'subscription', success_url, automatic_tax }));
  const page = pageAt(both.service(road), session.url);
  const path = `/v1/checkout/sessions/${session.id}`;
  await must(page.post(`${path}/adjust`, { address: paris }));
  await must(page.post(`${path}/confirm`, { payment_method_data: cardOf('4242424242424242'), address: paris }));
  const done = await must(client.get(`${path}?expand[0]=subscription.latest_invoice`));
  expect(done).toMatchObject({ amount_total: 1200, subscription: { automatic_tax: { enabled: true }, latest_invoice: { total: 1200 } } });
});

test.each(roads)('%s: a payment link opens sessions with automatic taxes', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const link = await must(client.post('/v1/payment_links', { line_items: [{ price: await price(), quantity: 2 }], automatic_tax }));
  expect(link.automatic_tax).toEqual({ enabled: true, liability: { type: 'self' } });
  const session = await must(client.post(`/v1/payment_links/${link.id}/open`));
  await must(pageAt(both.service(road), session.url).post(`/v1/checkout/sessions/${session.id}/adjust`, { address: paris }));
  expect(await must(client.get(`/v1/checkout/sessions/${session.id}`))).toMatchObject({
    amount_total: 2400,
    total_details: { amount_tax: 400 },
  });
});

const recorded = async (client: Client, type: string) =>
  (await must(client.get(`/v1/tax/transactions?type=${type}`))).data.map(({ reference, line_items, shipping_cost }: Recorded) => [
    reference,
    ...line_items.data.map(({ amount, amount_tax, tax_code }) => [amount, amount_tax, tax_code]),
    ...(shipping_cost ? [[shipping_cost.amount, shipping_cost.amount_tax]] : []),
  ]);

type Sums = { readonly amount: number; readonly amount_tax: number; readonly tax_code: string };
type Recorded = {
  readonly reference: string;
  readonly line_items: { readonly data: readonly Sums[] };
  readonly shipping_cost: Sums | null;
};

const saas = 'txcd_10103001';

test.each(roads)('%s: a paid invoice records its taxes, less what credit notes took off, and a later note reverses them', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const of = await invoiced(client, await buyer(client, { address: paris }), await price());
  const credit = (amount: number, more = {}) => {
    const lines = [{ type: 'invoice_line_item', invoice_line_item: of.lines.data[0].id, amount }];
    return must(client.post('/v1/credit_notes', { invoice: of.id, lines, ...more }));
  };
  await credit(100);
  const voided = await credit(200);
  await must(client.post(`/v1/credit_notes/${voided.id}/void`));
  expect(await recorded(client, 'transaction')).toEqual([]);
  await must(client.post(`/v1/invoices/${of.id}/pay`));
  expect(await recorded(client, 'transaction')).toEqual([[of.id, [900, 180, saas]]]);
  const note = await credit(500, { refund_amount: 600 });
  expect(await recorded(client, 'reversal')).toEqual([[note.id, [-500, -100, saas]]]);
});

test.each(roads)('%s: subscriptions are listed by whether they have automatic taxes', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const customer = await buyer(client, { address: paris });
  const items = [{ price: await price({ recurring: { interval: 'month' } }) }];
  const taxed = await must(client.post('/v1/subscriptions', { customer, items, automatic_tax }));
  const plain = await must(client.post('/v1/subscriptions', { customer, items }));
  const found = async (enabled: boolean) =>
    (await must(client.get(`/v1/subscriptions?automatic_tax[enabled]=${enabled}`))).data.map(({ id }: { id: string }) => id);
  expect([await found(true), await found(false)]).toEqual([[taxed.id], [plain.id]]);
});

const german_sale = async (service: TestService, more: object = {}) => {
  const { client, price } = await openSeller(service, { tax_behavior: 'inclusive' });
  const line_items = [{ price: await price({ unit_amount: 11_900 }), quantity: 1 }];
  const session = await must(client.post('/v1/checkout/sessions', { line_items, mode: 'payment', success_url, automatic_tax, ...more }));
  return { client, page: pageAt(service, session.url), path: `/v1/checkout/sessions/${session.id}` };
};
const card = cardOf('4242424242424242');

test.each(roads)('%s: an inclusive total records the taxes of the address that is confirmed', async (road) => {
  const { client, page, path } = await german_sale(both.service(road));
  await must(page.post(`${path}/confirm`, { payment_method_data: card, address: berlin }));
  expect(await must(client.get(path))).toMatchObject({ amount_total: 11_900, total_details: { amount_tax: 1900 } });
  const { data } = await must(client.get('/v1/tax/transactions?type=transaction'));
  expect(data[0]).toMatchObject({
    customer_details: { address: { country: 'DE' } },
    line_items: { data: [{ amount: 11_900, amount_tax: 1900 }] },
  });
});

test.each(roads)('%s: goods are taxed where they are sent, although another address was entered before', async (road) => {
  const { client, page, path } = await german_sale(both.service(road), {
    shipping_address_collection: { allowed_countries: ['DE', 'FR'] },
  });
  await must(page.post(`${path}/adjust`, { address: berlin }));
  const shipping = { name: 'Jo', address: { ...paris, line1: 'Rue 1' } };
  await must(page.post(`${path}/confirm`, { payment_method_data: card, shipping }));
  const { data } = await must(client.get('/v1/tax/transactions?type=transaction'));
  expect(data[0]).toMatchObject({ customer_details: { address: { country: 'FR' } }, line_items: { data: [{ amount_tax: 1983 }] } });
});

test.each(roads)('%s: 400: a tax id removes no tax where none is collected, or where it is not valid', async (road) => {
  const plain = await german_sale(both.service(road));
  for (const [operation, sent] of [
    ['adjust', {}],
    ['confirm', { payment_method_data: card }],
  ] as const) {
    const { status, body } = await plain.page.post(`${plain.path}/${operation}`, { address: paris, tax_id: vat_id, ...sent });
    expect([status, body.error.param]).toEqual([400, 'tax_id']);
  }
  const asking = await german_sale(both.service(road), { tax_id_collection: { enabled: true } });
  for (const tax_id of [
    { type: 'eu_vat', value: 'FR41303265045' },
    { type: 'eu_vat', value: 'none' },
  ]) {
    const { status, body } = await asking.page.post(`${asking.path}/adjust`, { address: paris, tax_id });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'tax_id_invalid', 'tax_id[value]']);
  }
  const { status, body } = await asking.page.post(`${asking.path}/adjust`, { tax_id: { type: 'eu_tax', value: '1' } });
  expect([status, body.error.param]).toEqual([400, 'tax_id[type]']);
});

test.each(roads)('%s: a tax id that was entered before the confirmation is stored with it', async (road) => {
  const { client, page, path } = await german_sale(both.service(road), { tax_id_collection: { enabled: true } });
  await must(page.post(`${path}/adjust`, { address: paris, tax_id: vat_id }));
  await must(page.post(`${path}/confirm`, { payment_method_data: card, address: paris }));
  expect(await must(client.get(path))).toMatchObject({ status: 'complete', customer_details: { tax_ids: [vat_id] } });
});

/** A session that subscribes a customer, or a new one, with automatic taxes. */
const subscribing = async (service: TestService, known: object | null, more: object = {}) => {
  const { client, price } = await openSeller(service);
  const line_items = [{ price: await price({ recurring: { interval: 'month' } }), quantity: 1 }];
  const customer = known ? { customer: await buyer(client, known) } : {};
  const sent = { line_items, mode: 'subscription', success_url, automatic_tax, tax_id_collection: { enabled: true } };
  const session = await client.post('/v1/checkout/sessions', { ...sent, ...customer, ...more });
  return { client, session, page: () => pageAt(service, session.body.url), path: `/v1/checkout/sessions/${session.body.id}` };
};

test.each(roads)('%s: a subscription of a session is billed by the address and the tax id that were confirmed', async (road) => {
  const kept = { customer_update: { address: 'auto', name: 'auto' } };
  for (const [known, more] of [
    [null, {}],
    [{ address: berlin }, kept],
    [{}, kept],
  ] as const) {
    const { client, page, path } = await subscribing(both.service(road), known, more);
    await must(page().post(`${path}/adjust`, { address: paris, tax_id: vat_id }));
    await must(page().post(`${path}/confirm`, { payment_method_data: card }));
    const done = await must(client.get(`${path}?expand[0]=subscription.latest_invoice&expand[1]=customer`));
    expect(done).toMatchObject({ amount_total: 1000, customer: { address: { country: 'FR' } } });
    expect(done.subscription.latest_invoice).toMatchObject({ total: 1000, total_taxes: [{ taxability_reason: 'reverse_charge' }] });
    const { data } = await must(client.get(`/v1/customers/${done.customer.id}/tax_ids`));
    expect(data).toMatchObject([vat_id]);
  }
});

test.each(roads)('%s: a customer whose address is not kept is taxed by the stored one, and can pay', async (road) => {
  const { client, page, path } = await subscribing(both.service(road), { address: berlin });
  await must(page().post(`${path}/adjust`, { address: paris }));
  await must(page().post(`${path}/confirm`, { payment_method_data: card, address: paris }));
  const done = await must(client.get(`${path}?expand[0]=subscription.latest_invoice`));
  expect(done).toMatchObject({ status: 'complete', amount_total: 1190, subscription: { latest_invoice: { total: 1190 } } });
});

test.each(roads)('%s: 400: a session subscribes no customer without an address to tax', async (road) => {
  const { session } = await subscribing(both.service(road), {});
  expect([session.status, session.body.error.param]).toEqual([400, 'customer_update[address]']);
  const shipped = await subscribing(both.service(road), { address: paris }, { shipping_address_collection: { allowed_countries: ['DE'] } });
  expect([shipped.session.status, shipped.session.body.error.param]).toEqual([400, 'customer_update[shipping]']);
});

import { expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { draftOf, invoiceNow, itemFor, must, openInvoice, shopWithCustomer } from '../support/billing.js';
import { commonService } from '../support/services.js';

const service = await commonService();

async function shopWithPrice(recurring?: object) {
  const shop = await shopWithCustomer(service);
  const price = await must(
    shop.shop.post('/v1/prices', { currency: 'usd', unit_amount_decimal: '150.5', product_data: { name: 'Hours' }, recurring }),
  );
  return { ...shop, price };
}

test('an item with a price costs its units, rounded once, in the shapes of old and new clients', async () => {
  const { shop, customer, price } = await shopWithPrice();
  const item = await itemFor(shop, customer, { pricing: { price: price.id }, quantity: 3 });
  expect(item).toMatchObject({
    object: 'invoiceitem',
    amount: 452,
    net_amount: 452,
    description: 'Hours',
    quantity: 3,
    quantity_decimal: '3',
    unit_amount: null,
    unit_amount_decimal: '150.5',
    price: { id: price.id, object: 'price', product: price.product },
    pricing: { type: 'price_details', price_details: { price: price.id, product: price.product }, unit_amount_decimal: '150.5' },
    invoice: null,
    plan: null,
  });
  expect(item).not.toHaveProperty('pending');
  const line = (await draftOf(shop, customer)).lines.data[0];
  expect(line).toMatchObject({
    amount: 452,
    type: 'invoiceitem',
    price: { id: price.id },
    pricing: { price_details: { price: price.id } },
    parent: { type: 'invoice_item_details', invoice_item_details: { invoice_item: item.id, proration: false } },
    invoice_item: item.id,
    quantity: 3,
  });
});

test('items are listed by pending state, and by their invoice', async () => {
  const { shop, customer } = await shopWithPrice();
  const first = await itemFor(shop, customer, { amount: 1 });
  const draft = await draftOf(shop, customer);
  const second = await itemFor(shop, customer, { amount: 2 });
  const found = async (query: object) =>
    (await must(shop.get('/v1/invoiceitems', { customer, ...query }))).data.map(({ id }: { id: string }) => id);
  expect(await found({})).toEqual([second.id, first.id]);
  expect(await found({ pending: true })).toEqual([second.id]);
  expect(await found({ pending: false })).toEqual([first.id]);
  expect(await found({ invoice: draft.id })).toEqual([first.id]);
});

test('a draft follows its items as they are added, changed and removed', async () => {
  const { shop, customer } = await shopWithPrice();
  const draft = await draftOf(shop, customer);
  const item = await itemFor(shop, customer, { amount: 1000, invoice: draft.id });
  expect(await invoiceNow(shop, draft)).toMatchObject({ total: 1000 });
  await must(shop.post(`/v1/invoiceitems/${item.id}`, { unit_amount_decimal: '333.3', quantity: 2, description: 'More' }));
  const now = await invoiceNow(shop, draft);
  expect([now.total, now.lines.data[0].description, now.lines.data[0].quantity]).toEqual([667, 'More', 2]);
  await must(shop.post(`/v1/invoiceitems/${item.id}`, { quantity: 3 }));
  expect((await invoiceNow(shop, draft)).total).toBe(1000);
  expect((await shop.del(`/v1/invoiceitems/${item.id}`)).body).toEqual({ id: item.id, object: 'invoiceitem', deleted: true });
  expect(await invoiceNow(shop, draft)).toMatchObject({ total: 0, lines: { data: [], total_count: 0 } });
});

test('400: the lines of an open invoice cannot change', async () => {
  const { shop, customer } = await shopWithPrice();
  const open = await openInvoice(shop, customer);
  const item = open.lines.data[0].invoice_item;
  const line = open.lines.data[0].id;
  const refused = await Promise.all([
    shop.post(`/v1/invoiceitems/${item}`, { amount: 1 }),
    shop.del(`/v1/invoiceitems/${item}`),
    shop.post('/v1/invoiceitems', { customer, invoice: open.id, amount: 1, currency: 'usd' }),
    shop.post(`/v1/invoices/${open.id}/lines/${line}`, { amount: 1 }),
    shop.post(`/v1/invoices/${open.id}/add_lines`, { lines: [{ amount: 1 }] }),
    shop.post(`/v1/invoices/${open.id}/remove_lines`, { lines: [{ id: line, behavior: 'delete' }] }),
    shop.post(`/v1/invoices/${open.id}`, { description: 'Other' }),
    shop.del(`/v1/invoices/${open.id}`),
  ]);
  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(refused.map(() => [400, 'invoice_not_editable']));
  expect((await must(shop.post(`/v1/invoices/${open.id}`, { metadata: { order: '7' } }))).metadata).toEqual({ order: '7' });
});

test('lines are added, changed and removed in one request each, and their items with them', async () => {
  const { shop, customer, price } = await shopWithPrice();
  const pending = await itemFor(shop, customer, { amount: 100 });
  const { id } = await must(shop.post('/v1/invoices', { customer }));
  const added = await must(
    shop.post(`/v1/invoices/${id}/add_lines`, {
      lines: [{ invoice_item: pending.id }, { amount: 200, description: 'Two' }, { pricing: { price: price.id }, quantity: 2 }],
      invoice_metadata: { from: 'api' },
    }),
  );
  expect([added.total, added.metadata, added.lines.data.length]).toEqual([601, { from: 'api' }, 3]);
  const [first, second, third] = added.lines.data;
  const changed = await must(
    shop.post(`/v1/invoices/${id}/update_lines`, {
      lines: [
        { id: second.id, amount: 250 },
        { id: third.id, quantity: 4 },
      ],
    }),
  );
  expect([changed.total, changed.lines.data.map((line: { id: string }) => line.id)]).toEqual([952, [first.id, second.id, third.id]]);
  expect((await must(shop.get(`/v1/invoiceitems/${second.invoice_item}`))).amount).toBe(250);
  const one = await must(shop.post(`/v1/invoices/${id}/lines/${second.id}`, { description: 'Deux', amount: 300 }));
  expect([one.object, one.total]).toEqual(['invoice', 1002]);
  const removed = await must(
    shop.post(`/v1/invoices/${id}/remove_lines`, {
      lines: [
        { id: first.id, behavior: 'unassign' },
        { id: second.id, behavior: 'delete' },
      ],
    }),
  );
  expect([removed.total, removed.lines.total_count]).toEqual([602, 1]);
  expect((await must(shop.get(`/v1/invoiceitems/${pending.id}`))).invoice).toBe(null);
  expect((await shop.get(`/v1/invoiceitems/${second.invoice_item}`)).status).toBe(404);
  const page = await must(shop.get(`/v1/invoices/${id}/lines`, { limit: 1 }));
  expect([page.object, page.has_more, page.data[0].id]).toEqual(['list', false, third.id]);
});

test.each([
  ['nothing', {}, 'amount'],
  ['two ways to set its cost', { amount: 1, unit_amount: 1 }, 'unit_amount'],
  ['an amount and a quantity', { amount: 1, quantity: 2 }, 'quantity'],
  ['a period that ends before it starts', { amount: 1, period: { start: 2, end: 1 } }, 'period[end]'],
  ['an unknown customer', { amount: 1, customer: 'cus_nobody' }, 'customer'],
  ['an unknown tax rate', { amount: 1, tax_rates: ['txr_nobody'] }, 'tax_rates[0]'],
  ['an unknown invoice', { amount: 1, invoice: 'in_nobody' }, 'invoice'],
])('400: an item with %s', async (_, given, param) => {
  const { shop, customer } = await shopWithCustomer(service);
  const { status, body } = await shop.post('/v1/invoiceitems', { customer, currency: 'usd', ...given });
  expect([status, body.error.param]).toEqual([400, param]);
});

test('400: a recurring price is sold by a subscription, and not put on an invoice', async () => {
  const { shop, customer, price } = await shopWithPrice({ interval: 'month' });
  const { status, body } = await shop.post('/v1/invoiceitems', { customer, pricing: { price: price.id } });
  expect([status, body.error.param]).toEqual([400, 'pricing']);
});

test('a deleted draft is gone, and its items are pending again', async () => {
  const { shop, customer } = await shopWithPrice();
  const item = await itemFor(shop, customer, { amount: 1 });
  const draft = await draftOf(shop, customer);
  expect((await must(shop.get(`/v1/invoiceitems/${item.id}`))).invoice).toBe(draft.id);
  expect((await shop.del(`/v1/invoices/${draft.id}`)).body).toEqual({ id: draft.id, object: 'invoice', deleted: true });
  expect((await must(shop.get(`/v1/invoiceitems/${item.id}`))).invoice).toBe(null);
  expect((await draftOf(shop, customer)).total).toBe(1);
});

test('every invariant holds afterwards', async () => {
  expect(await audit(service.engine.database)).toEqual([]);
});

test('400: a list that names one object twice', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const item = await itemFor(shop, customer, { amount: 700 });
  const twice = async (path: string, params: object) => {
    const { status, body } = await shop.post(path, params as never);
    return [status, body.error?.param];
  };
  expect(
    await twice('/v1/invoices/create_preview', { customer, invoice_items: [{ invoiceitem: item.id }, { invoiceitem: item.id }] }),
  ).toEqual([400, 'invoice_items[1][invoiceitem]']);
  const draft = await must(shop.post('/v1/invoices', { customer, pending_invoice_items_behavior: 'exclude' }));
  const lines = [{ invoice_item: item.id }, { invoice_item: item.id }];
  expect(await twice(`/v1/invoices/${draft.id}/add_lines`, { lines })).toEqual([400, 'lines[1][invoice_item]']);
  const { id } = (await must(shop.post(`/v1/invoices/${draft.id}/add_lines`, { lines: [lines[0]] }))).lines.data[0];
  expect(await twice(`/v1/invoices/${draft.id}/update_lines`, { lines: [{ id }, { id, amount: 1 }] })).toEqual([400, 'lines[1][id]']);
});

test('400: a preview includes neither items of another customer nor billed ones', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const other = (await must(shop.post('/v1/customers'))).id;
  const item = await itemFor(shop, customer, { amount: 700 });
  const previewed = async (whose: string) => {
    const asked = { customer: whose, invoice_items: [{ invoiceitem: item.id, amount: 100 }] };
    const { status, body } = await shop.post('/v1/invoices/create_preview', asked);
    return [status, body.total ?? body.error.param];
  };
  expect(await previewed(other)).toEqual([400, 'invoice_items[0][invoiceitem]']);
  expect(await previewed(customer)).toEqual([200, 100]);
  await draftOf(shop, customer);
  expect(await previewed(customer)).toEqual([400, 'invoice_items[0][invoiceitem]']);
});

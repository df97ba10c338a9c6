import { expect, test } from 'vitest';
import { draftOf, invoiceNow, itemFor, must, shopWithCustomer } from '../support/billing.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const tea = { name: 'Tea', description: 'By the cup', tax_code: 'txcd_1', unit_label: 'cup', metadata: { a: 'b' } };

test('a line may define its product, which is created with its price and gives the line its name', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const draft = await draftOf(shop, customer);
  const price_data = { currency: 'usd', unit_amount: 300, product_data: tea };
  const changed = await must(shop.post(`/v1/invoices/${draft.id}/add_lines`, { lines: [{ price_data, quantity: 2 }] }));
  const [line] = changed.lines.data;
  expect(line).toMatchObject({ amount: 600, quantity: 2, description: 'Tea', price: { active: false, unit_amount: 300 } });
  const product = await must(shop.get(`/v1/products/${line.price.product}`));
  expect(product).toMatchObject({ object: 'product', active: true, ...tea });
  expect((await must(shop.get('/v1/products'))).data.map(({ id }: { id: string }) => id)).toEqual([product.id]);
  const recorded = (await must(shop.get('/v1/events?type=product.created'))).data;
  expect(recorded.map(({ data }: { data: { object: { id: string } } }) => data.object.id)).toEqual([product.id]);
});

test('an existing line may change to the cost of a new product, alone or with others', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  for (const amount of [10, 20]) await itemFor(shop, customer, { amount, description: `Work ${amount}` });
  const draft = await draftOf(shop, customer);
  const [one, other] = draft.lines.data.map(({ id }: { id: string }) => id);
  const costing = (unit_amount: number, name: string) => ({ price_data: { currency: 'usd', unit_amount, product_data: { name } } });
  await must(shop.post(`/v1/invoices/${draft.id}/lines/${one}`, costing(500, 'Coffee')));
  await must(shop.post(`/v1/invoices/${draft.id}/update_lines`, { lines: [{ id: other, ...costing(700, 'Cake') }] }));
  const { lines, total } = await invoiceNow(shop, draft);
  expect(total).toBe(1200);
  const names = lines.data.map(
    async ({ price }: { price: { product: string } }) => (await must(shop.get(`/v1/products/${price.product}`))).name,
  );
  expect(await Promise.all(names)).toEqual(['Coffee', 'Cake']);
});

test.each([
  [{ product_data: tea, product: 'theirs' }, 'parameters_exclusive', 'product_data'],
  [{}, 'parameter_missing', 'product'],
  [{ product_data: { description: 'x' } }, 'parameter_missing', 'product_data][name'],
  [{ product_data: { ...tea, id: 'tea' } }, 'parameter_unknown', 'product_data][id'],
])('400: a line cannot be of %j', async (of, code, param) => {
  const { shop, customer } = await shopWithCustomer(service);
  const draft = await draftOf(shop, customer);
  const product = 'product' in of ? { product: (await must(shop.post('/v1/products', { name: 'Cake' }))).id } : {};
  const lines = [{ price_data: { currency: 'usd', unit_amount: 1, ...of, ...product } }];
  const { status, body } = await shop.post(`/v1/invoices/${draft.id}/add_lines`, { lines });
  expect([status, body.error.code, body.error.param]).toEqual([400, code, `lines[0][price_data][${param}]`]);
});

test('an invoice item sets its tax treatment, once', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const item = await itemFor(shop, customer, { amount: 10, tax_code: 'txcd_1' });
  expect(Object.keys(item)).not.toContain('tax_code');
  const path = `/v1/invoiceitems/${item.id}`;
  await must(shop.post(path, { tax_behavior: 'exclusive', tax_code: '' }));
  await must(shop.post(path, { tax_behavior: 'exclusive', description: 'Work' }));
  expect((await shop.post(path, { tax_behavior: 'inclusive' })).body.error).toMatchObject({
    code: 'parameter_invalid',
    param: 'tax_behavior',
  });
  expect((await shop.post(path, { tax_behavior: 'none' })).body.error).toMatchObject({ code: 'parameter_invalid', param: 'tax_behavior' });
  const invoice_items = [{ amount: 5, tax_behavior: 'inclusive', tax_code: 'txcd_1' }];
  expect((await must(shop.post('/v1/invoices/create_preview', { customer, invoice_items }))).total).toBe(15);
});

test('a list of subscriptions filters by automatic tax, and finds none', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  const product = (await must(shop.post('/v1/products', { name: 'Tea' }))).id;
  const price_data = { currency: 'usd', unit_amount: 5, product, recurring: { interval: 'month' } };
  const { id } = await must(shop.post('/v1/subscriptions', { customer, items: [{ price_data }] }));
  const listed = async (enabled: boolean) =>
    (await must(shop.get('/v1/subscriptions', { 'automatic_tax[enabled]': String(enabled) }))).data.map((each: { id: string }) => each.id);
  expect([await listed(true), await listed(false)]).toEqual([[], [id]]);
  expect((await shop.get('/v1/subscriptions?automatic_tax[enabled]=maybe')).body.error.param).toBe('automatic_tax[enabled]');
});

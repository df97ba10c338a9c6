import { expect, test } from 'vitest';
import { draftOf, itemFor, must, shopWithCustomer } from '../support/billing.js';
import { mug, sessionOf } from '../support/checkout.js';
import { commonService } from '../support/services.js';

const service = await commonService();

test('references in the lines of an invoice are expanded on their own page', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const coupon = await must(shop.post('/v1/coupons', { percent_off: 25, duration: 'once' }));
  await itemFor(shop, customer, { amount: 2000, discounts: [{ coupon: coupon.id }] });
  const { id } = await draftOf(shop, customer);
  const plain = await must(shop.get(`/v1/invoices/${id}/lines`));
  const page = await must(shop.get(`/v1/invoices/${id}/lines?expand[]=data.discounts`));
  const [discount] = page.data[0].discounts;
  expect(discount).toMatchObject({ object: 'discount', id: plain.data[0].discounts[0], coupon: { id: coupon.id } });
  expect({ ...page, data: [{ ...page.data[0], discounts: plain.data[0].discounts }] }).toEqual(plain);
});

test('the line items of a session show their expanded products on their own page', async () => {
  const shop = service.client();
  const { id } = await sessionOf(shop, { line_items: [mug] });
  const page = await must(shop.get(`/v1/checkout/sessions/${id}/line_items?expand[]=data.price.product`));
  expect(page.data[0].price.product).toMatchObject({ object: 'product', name: 'Mug' });
});

test('400: a member of a line that is no reference cannot be expanded', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  await itemFor(shop, customer, { amount: 2000 });
  const { id } = await draftOf(shop, customer);
  const { status, body } = await shop.get(`/v1/invoices/${id}/lines?expand[]=data.amount`);
  expect([status, body.error.param]).toEqual([400, 'expand']);
});

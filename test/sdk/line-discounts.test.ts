import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

async function openShop(stripe: Stripe) {
  await stripe.coupons.create({ id: 'half', percent_off: 50, duration: 'forever' });
  const vat = await stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 20 });
  const inside = await stripe.taxRates.create({ display_name: 'GST', inclusive: true, percentage: 10 });
  const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
  return { customer: customer.id, vat: vat.id, inside: inside.id };
}

/** The taxes of a line in the shape of the SDK's version. */
const taxesOf = (line: Stripe.InvoiceLineItem | undefined): unknown =>
  untyped<{ tax_amounts?: readonly { amount: number }[] }>(line ?? {}).tax_amounts?.map(({ amount }) => amount) ??
  line?.taxes?.map(({ amount }) => amount);

forEachSdk('$name: items and lines of invoices have their own discounts and tax rates, and an empty string removes them', async (sdk) => {
  const stripe = connect(sdk, service);
  const { customer, vat, inside } = await openShop(stripe);
  const item = await stripe.invoiceItems.create({
    ...{ customer, currency: 'usd', amount: 1100 },
    ...{ discounts: [{ coupon: 'half' }], tax_rates: [inside] },
  });
  expect([item.discounts?.length, item.tax_rates?.map(({ id }) => id)]).toEqual([1, [inside]]);
  const draft = await stripe.invoices.create({
    ...{ customer, pending_invoice_items_behavior: 'include', default_tax_rates: [vat] },
    expand: ['lines.data.discounts'],
  });
  const [line] = draft.lines.data;
  expect([draft.total, taxesOf(line), line?.discount_amounts?.[0]?.amount]).toEqual([550, [50], 550]);
  expect(line?.discounts).toMatchObject([{ object: 'discount', coupon: { id: 'half' }, invoice_item: item.id }]);
  const cleared = await stripe.invoiceItems.update(item.id, { discounts: '', tax_rates: '' });
  expect([cleared.discounts, cleared.tax_rates]).toEqual([[], []]);
  expect((await stripe.invoices.retrieve(draft.id)).total).toBe(1320);
  await stripe.invoices.updateLineItem(draft.id, line?.id ?? '', { discounts: [{ coupon: 'half' }], tax_rates: [inside] });
  expect((await stripe.invoices.retrieve(draft.id)).total).toBe(550);
  const lines = [{ id: line?.id ?? '', discounts: '', tax_rates: '' }] as const;
  expect((await stripe.invoices.updateLines(draft.id, { lines: [...lines] })).total).toBe(1320);
  await stripe.invoices.finalizeInvoice(draft.id);
  for (const given of [{ default_tax_rates: '' }, { discounts: '' }] as const)
    expect(await errorOf(stripe.invoices.update(draft.id, given))).toMatchObject({ statusCode: 400, param: Object.keys(given)[0] });
});

forEachSdk('$name: items of subscriptions have their own discounts and tax rates, and an empty string removes them', async (sdk) => {
  const stripe = connect(sdk, service);
  const { customer, vat, inside } = await openShop(stripe);
  const price = await stripe.prices.create({
    ...{ currency: 'usd', unit_amount: 1100, recurring: { interval: 'month' } },
    product_data: { name: 'Tea' },
  });
  const made = await stripe.subscriptions.create({
    customer,
    default_tax_rates: [vat],
    items: [{ price: price.id, discounts: [{ coupon: 'half' }], tax_rates: [inside] }],
    expand: ['latest_invoice', 'items.data.discounts'],
  });
  const [item] = made.items.data;
  expect(item?.discounts).toMatchObject([{ object: 'discount', coupon: { id: 'half' }, subscription_item: item?.id }]);
  expect(item?.tax_rates).toMatchObject([{ id: inside }]);
  const first = made.latest_invoice as Stripe.Invoice;
  expect([first.total, taxesOf(first.lines.data[0]), first.lines.data[0]?.discount_amounts?.[0]?.amount]).toEqual([550, [50], 550]);
  const next = { subscription: made.id, subscription_details: { items: [{ id: item?.id ?? '', discounts: '', tax_rates: '' }] } } as const;
  const preview = await stripe.invoices.createPreview({ ...next, subscription_details: { items: [...next.subscription_details.items] } });
  expect(preview.total).toBe(1320);
  const cleared = await stripe.subscriptionItems.update(item?.id ?? '', { discounts: '', tax_rates: '' });
  expect([cleared.discounts, cleared.tax_rates]).toEqual([[], []]);
  const again = await stripe.subscriptions.update(made.id, { items: [{ id: item?.id ?? '', tax_rates: [inside] }] });
  expect([again.items.data[0]?.discounts, again.items.data[0]?.tax_rates?.[0]?.id]).toEqual([[], inside]);
});

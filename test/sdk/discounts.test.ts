import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

forEachSdk('$name: a coupon is created, retrieved, updated, listed and deleted', async (sdk) => {
  const stripe = connect(sdk, service);
  const product = await stripe.products.create({ name: 'Gold' });
  const made = await stripe.coupons.create({
    ...{ id: 'SPRING', amount_off: 500, currency: 'usd', duration: 'repeating', duration_in_months: 3, name: 'Spring' },
    ...{ applies_to: { products: [product.id] }, currency_options: { eur: { amount_off: 450 } }, metadata: { a: 'b' } },
  });
  expect(made).toMatchObject({ id: 'SPRING', object: 'coupon', amount_off: 500, percent_off: null, valid: true, times_redeemed: 0 });
  const found = await stripe.coupons.retrieve('SPRING', { expand: ['applies_to', 'currency_options'] });
  expect([found.applies_to?.products, found.currency_options?.eur?.amount_off]).toEqual([[product.id], 450]);
  expect((await stripe.coupons.update('SPRING', { name: 'Summer', metadata: '' })).name).toBe('Summer');
  expect((await stripe.coupons.list({ created: { gt: 1 }, limit: 3 })).data.map(({ id }) => id)).toEqual(['SPRING']);
  expect(await stripe.coupons.del('SPRING')).toMatchObject({ id: 'SPRING', object: 'coupon', deleted: true });
  expect(await errorOf(stripe.coupons.create({ percent_off: 5, duration: 'repeating' }))).toMatchObject({ param: 'duration_in_months' });
});

/** The coupon parameter of a promotion code in the SDK. */
const promoting = (older: boolean, coupon: string): Stripe.PromotionCodeCreateParams =>
  untyped(older ? { coupon } : { promotion: { type: 'coupon', coupon } });

forEachSdk('$name: a promotion code is created in the shape of its version, found by its code and redeemed by a customer', async (sdk) => {
  const stripe = connect(sdk, service);
  const is_older = sdk.name === 'stripe 17';
  await stripe.coupons.create({ id: 'half', percent_off: 50 });
  const made = await stripe.promotionCodes.create({ ...promoting(is_older, 'half'), code: 'Hello-1', max_redemptions: 1 });
  const { coupon } = made as unknown as { coupon: Stripe.Coupon };
  expect([coupon.id, coupon.percent_off, made.promotion]).toEqual(['half', 50, { type: 'coupon', coupon: 'half' }]);
  const [found] = (await stripe.promotionCodes.list({ code: 'HELLO-1', active: true, coupon: 'half' })).data;
  expect(found?.id).toBe(made.id);
  const expanded = await stripe.promotionCodes.retrieve(made.id, {
    expand: ['promotion.coupon', 'customer', 'restrictions.currency_options'],
  });
  expect(expanded.promotion.coupon).toMatchObject({ id: 'half', object: 'coupon' });
  expect((await stripe.promotionCodes.update(made.id, { metadata: { a: 'b' } })).metadata).toEqual({ a: 'b' });
  const customer = await stripe.customers.create(untyped({ promotion_code: made.id }));
  expect(customer.discount).toMatchObject({
    object: 'discount',
    promotion_code: made.id,
    coupon: { id: 'half' },
    source: { coupon: 'half' },
  });
  const other = await stripe.customers.create();
  expect(await errorOf(stripe.customers.update(other.id, untyped({ promotion_code: made.id })))).toMatchObject({
    statusCode: 400,
    code: 'coupon_expired',
    param: 'promotion_code',
  });
  expect((await stripe.promotionCodes.retrieve(made.id)).active).toBe(false);
  expect(await stripe.customers.deleteDiscount(customer.id)).toMatchObject({
    id: customer.discount?.id,
    object: 'discount',
    deleted: true,
  });
  expect(((await stripe.customers.retrieve(customer.id)) as Stripe.Customer).discount).toBe(null);
});

forEachSdk('$name: a tax rate is created, retrieved, updated and listed', async (sdk) => {
  const stripe = connect(sdk, service);
  const made = await stripe.taxRates.create({ display_name: 'VAT', inclusive: true, percentage: 7.25, country: 'DE', tax_type: 'vat' });
  expect(made).toMatchObject({ percentage: 7.25, effective_percentage: 7.25, rate_type: 'percentage', active: true, inclusive: true });
  expect(await stripe.taxRates.retrieve(made.id)).toEqual(made);
  expect((await stripe.taxRates.update(made.id, { active: false })).active).toBe(false);
  expect((await stripe.taxRates.list({ active: false, inclusive: true })).data.map(({ id }) => id)).toEqual([made.id]);
  expect((await stripe.taxRates.list({ active: true })).data).toEqual([]);
});

forEachSdk('$name: a customer’s balance is adjusted, and its transactions are retrieved, updated and listed', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id } = await stripe.customers.create();
  const made = await stripe.customers.createBalanceTransaction(id, { amount: -700, currency: 'usd', description: 'sorry' });
  expect(made).toMatchObject({
    object: 'customer_balance_transaction',
    type: 'adjustment',
    amount: -700,
    ending_balance: -700,
    customer: id,
  });
  expect(await stripe.customers.retrieveBalanceTransaction(id, made.id)).toEqual(made);
  expect((await stripe.customers.updateBalanceTransaction(id, made.id, { description: 'a gift' })).description).toBe('a gift');
  expect((await stripe.customers.listBalanceTransactions(id, { limit: 5 })).data.map((each) => each.id)).toEqual([made.id]);
  expect(((await stripe.customers.retrieve(id)) as Stripe.Customer).balance).toBe(-700);
});

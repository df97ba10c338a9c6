import { buffer } from 'node:stream/consumers';
import type Stripe from 'stripe';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

/** The older SDK asks another host for files unless each call names one. */
const here = untyped<Stripe.RequestOptions>({ host: '127.0.0.1' });

forEachSdk('$name: a quote is created, updated, finalized, printed, accepted and listed', async (sdk) => {
  const stripe = connect(sdk, service);
  const customer = await stripe.customers.create({ name: 'Jo Fischer', payment_method: 'pm_card_visa' });
  const product = await stripe.products.create({ name: 'Green tea' });
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 1200, recurring: { interval: 'month' } });
  const made = await stripe.quotes.create({ customer: customer.id, line_items: [{ price: price.id, quantity: 2 }], header: 'Our offer' });
  expect(made).toMatchObject({ object: 'quote', status: 'draft', amount_total: 2400, invoice: null, test_clock: null });
  await stripe.quotes.update(made.id, { footer: 'See you soon' });
  expect((await errorOf(stripe.quotes.pdf(made.id, {}, here))).code).toBe('quote_unexpected_state');
  const open = await stripe.quotes.finalizeQuote(made.id);
  expect(open.number).toMatch(/^QT-[A-Z0-9]{8}-0001-1$/);
  const paper = await buffer((await stripe.quotes.pdf(made.id, {}, here)) as unknown as NodeJS.ReadableStream);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(paper)), { mergePages: true });
  for (const said of ['Quote', open.number ?? '', 'Jo Fischer', 'Green tea', 'Our offer', 'See you soon', '$24.00 per month'])
    expect(text).toContain(said);
  expect(text).not.toContain('Amount due');
  const accepted = await stripe.quotes.accept(made.id, { expand: ['subscription', 'customer'] });
  expect((accepted.subscription as Stripe.Subscription).items.data[0]?.quantity).toBe(2);
  const items = await stripe.quotes.listLineItems(made.id);
  expect(items.data).toMatchObject([{ object: 'item', description: 'Green tea', amount_total: 2400 }]);
  expect((await stripe.quotes.listComputedUpfrontLineItems(made.id)).data).toHaveLength(1);
  const other = await stripe.quotes.create({ from_quote: { quote: made.id } });
  expect((await stripe.quotes.cancel(other.id)).status).toBe('canceled');
  const listed = await stripe.quotes.list({ customer: customer.id });
  expect(listed.data.map(({ id }) => id)).toEqual([other.id, made.id]);
});

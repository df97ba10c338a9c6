import fc from 'fast-check';
import { expect, test } from 'vitest';
import { must, toldSince } from '../support/billing.js';
import { cardOf, club, mug, pageAt, sessionOf, success_url } from '../support/checkout.js';
import { advanceClock } from '../support/merchant.js';
import { expectSoundBooks, onBothRoads, type Road, roads } from '../support/roads.js';
import type { Answer, Client } from '../support/service.js';

const both = onBothRoads();
const visa = { payment_method_data: cardOf('4242424242424242') };
const steps = '4000002500003155';
const week = 7 * 86_400;

type Body = Answer['body'];

const at = (road: Road, { id, url }: Body) => {
  const page = pageAt(both.service(road), url);
  return {
    adjust: (params: object) => page.post(`/v1/checkout/sessions/${id}/adjust`, { ...params }),
    confirm: (params: object = visa) => page.post(`/v1/checkout/sessions/${id}/confirm`, { ...params }),
    look: () => must(page.post(`/v1/checkout/sessions/${id}/look`)),
  };
};
const read = (shop: Client, { id }: Body, ...expand: string[]): Promise<Body> =>
  must(shop.get(`/v1/checkout/sessions/${id}`, Object.fromEntries(expand.map((each, place) => [`expand[${place}]`, each]))));
const intentOf = (shop: Client, id: string): Promise<Body> => must(shop.get(`/v1/payment_intents/${id}`));
const statusOf = ({ status, body }: Answer): unknown => [status, body.error?.code ?? body.status];
const stepOf = (shop: Client, intent: string, outcome: string): Promise<Body> =>
  must(shop.post(`/v1/test_helpers/payment_intents/${intent}/next_action`, { outcome }));

const item = fc.record({
  // With the largest discount, at least the smallest amount that can be charged.
  amount: fc.integer({ min: 150, max: 50_000 }),
  quantity: fc.integer({ min: 1, max: 9 }),
  taxes: fc.subarray([0, 1, 2]),
});
const basket = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  coupon: fc.option(
    fc.oneof(
      fc.record({ percent_off: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ amount_off: fc.integer({ min: 1, max: 9 }), currency: fc.constant('usd') }),
    ),
  ),
  shipping: fc.option(fc.integer({ min: 0, max: 2000 })),
});
type Basket = typeof basket extends fc.Arbitrary<infer T> ? T : never;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

/** Tax rates that are exclusive, that are inclusive, and that are rounded to many digits. */
const ratesIn = async (shop: Client): Promise<string[]> => {
  const kinds = [
    { inclusive: false, percentage: 19 },
    { inclusive: true, percentage: 7 },
    { inclusive: false, percentage: 3.3333 },
  ];
  return Promise.all(kinds.map(async (each) => (await must(shop.post('/v1/tax_rates', { display_name: 'VAT', ...each }))).id));
};

async function asked(shop: Client, rates: readonly string[], { items, coupon }: Basket, recurring: object): Promise<object> {
  const off = coupon && (await must(shop.post('/v1/coupons', { ...coupon, duration: 'once' })));
  return {
    ...(off && { discounts: [{ coupon: off.id }] }),
    line_items: items.map(({ amount, quantity, taxes }) => ({
      price_data: { currency: 'usd', product_data: { name: 'Mug' }, unit_amount: amount, ...recurring },
      quantity,
      // Inclusive and exclusive rates are not mixed on one item.
      tax_rates: taxes.filter((each) => taxes.includes(1) === (each === 1)).map((each) => rates[each]),
    })),
  };
}

function expectAddedUp(session: Body): void {
  const lines = session.line_items.data;
  const of = (name: string): number => sum(lines.map((each: Body) => each[name]));
  expect(session.amount_subtotal).toBe(of('amount_subtotal'));
  expect(session.total_details).toMatchObject({ amount_discount: of('amount_discount'), amount_tax: of('amount_tax') });
  expect(session.amount_total).toBe(of('amount_total') + (session.shipping_cost?.amount_total ?? 0));
  for (const name of ['discounts', 'taxes'] as const)
    expect(sum(session.total_details.breakdown[name].map(({ amount }: Body) => amount))).toBe(
      sum(lines.flatMap((each: Body) => each[name].map(({ amount }: Body) => amount))),
    );
}

test.each(roads)('%s: for any purchase, the lines add up, and the shown total is charged', async (road) => {
  const shop = both.client(road);
  const rates = await ratesIn(shop);
  const property = fc.asyncProperty(basket, async (drawn) => {
    const { shipping } = drawn;
    const rate = { display_name: 'Post', fixed_amount: { amount: shipping ?? 0, currency: 'usd' } };
    const options = shipping === null ? {} : { shipping_options: [{ shipping_rate_data: rate }] };
    const session = await sessionOf(shop, { ...(await asked(shop, rates, drawn, {})), ...options });
    expectAddedUp(session);
    await must(at(road, session).confirm({ ...visa, expected_amount: session.amount_total }));
    const intent = await intentOf(shop, session.payment_intent);
    expect([intent.amount, intent.amount_received]).toEqual([session.amount_total, session.amount_total]);
  });
  await fc.assert(property, { numRuns: 25 });
});

test.each(roads)('%s: for any subscription, the first invoice charges the shown total', async (road) => {
  const shop = both.client(road);
  const rates = await ratesIn(shop);
  const property = fc.asyncProperty(basket, async (drawn) => {
    const wanted = await asked(shop, rates, drawn, { recurring: { interval: 'month' } });
    const session = await sessionOf(shop, { ...wanted, mode: 'subscription' });
    expectAddedUp(session);
    await must(at(road, session).confirm({ ...visa, expected_amount: session.amount_total }));
    const { invoice, payment_status } = await read(shop, session, 'invoice');
    expect([payment_status, invoice.amount_paid, invoice.total]).toEqual(['paid', session.amount_total, session.amount_total]);
  });
  await fc.assert(property, { numRuns: 20 });
});

test.each(roads)('400 %s: a payer pays no other amount than the shown one', async (road) => {
  const shop = both.client(road);
  const session = await sessionOf(shop);
  const { status, body } = await at(road, session).confirm({ ...visa, expected_amount: 999 });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', 'expected_amount']);
  expect(await intentOf(shop, session.payment_intent)).toMatchObject({ amount_received: 0 });
});

test.each(roads)('%s: one of several concurrent confirmations pays, and the others are refused', async (road) => {
  const shop = both.client(road);
  const session = await sessionOf(shop);
  const answers = await Promise.all(Array.from({ length: 4 }, () => at(road, session).confirm()));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect((await must(shop.get('/v1/charges', { limit: 100 }))).data).toHaveLength(1);
  expect(await read(shop, session)).toMatchObject({ status: 'complete', payment_status: 'paid' });
});

test.each(roads)('%s: a payer who subscribes twice at once has one subscription, which is paid once', async (road) => {
  const shop = both.client(road);
  const session = await sessionOf(shop, { line_items: [club], mode: 'subscription' });
  const answers = await Promise.all(Array.from({ length: 4 }, () => at(road, session).confirm()));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect((await must(shop.get('/v1/charges', { limit: 100 }))).data).toHaveLength(1);
  expect((await must(shop.get('/v1/subscriptions', { status: 'all' }))).data).toMatchObject([{ status: 'active' }]);
  expect(await read(shop, session)).toMatchObject({ status: 'complete', payment_status: 'paid' });
});

test.each(roads)('%s: a change during the payment is never charged unless it was shown', async (road) => {
  const shop = both.client(road);
  for (let count = 0; count < 6; count++) {
    const session = await sessionOf(shop, { line_items: [{ ...mug, adjustable_quantity: { enabled: true } }] });
    const page = at(road, session);
    const line_items = [{ id: session.line_items.data[0].id, quantity: 3 }];
    const [adjusted, confirmed] = await Promise.all([page.adjust({ line_items }), page.confirm({ ...visa, expected_amount: 1000 })]);
    const { amount_received } = await intentOf(shop, session.payment_intent);
    const { amount_total, status } = await read(shop, session);
    if (confirmed.status === 200) expect([amount_received, amount_total, status, adjusted.status]).toEqual([1000, 1000, 'complete', 400]);
    else expect([amount_received, amount_total, status]).toEqual([0, 3000, 'open']);
  }
});

test.each(roads)('%s: a step for one amount ends when the amount changes', async (road) => {
  const shop = both.client(road);
  const session = await sessionOf(shop, { line_items: [{ ...mug, adjustable_quantity: { enabled: true } }] });
  const page = at(road, session);
  await must(page.confirm({ payment_method_data: cardOf(steps), expected_amount: 1000 }));
  await must(page.adjust({ line_items: [{ id: session.line_items.data[0].id, quantity: 2 }] }));
  expect((await page.look()).page.step).toBeNull();
  const helper = `/v1/test_helpers/payment_intents/${session.payment_intent}/next_action`;
  expect((await shop.post(helper, { outcome: 'succeed' })).status).toBe(400);
  await must(page.confirm({ ...visa, expected_amount: 2000 }));
  expect(await intentOf(shop, session.payment_intent)).toMatchObject({ amount: 2000, amount_received: 2000 });
});

test.each(roads)('%s: a code for one redemption is counted once, and no longer offered', async (road) => {
  const shop = both.client(road);
  const coupon = await must(shop.post('/v1/coupons', { percent_off: 50, duration: 'once' }));
  const promotion = { promotion: { type: 'coupon', coupon: coupon.id }, code: 'ONCE', max_redemptions: 1 };
  const code = await must(shop.post('/v1/promotion_codes', promotion));
  const [first, second] = await Promise.all([0, 1].map(() => sessionOf(shop, { allow_promotion_codes: true })));
  for (const each of [first, second]) expect((await must(at(road, each).adjust({ promotion_code: 'once' }))).amount_total).toBe(500);
  await must(at(road, first).confirm({ ...visa, expected_amount: 500 }));
  await at(road, second).confirm({ ...visa, expected_amount: 500 });
  expect(await must(shop.get(`/v1/promotion_codes/${code.id}`))).toMatchObject({ active: false, times_redeemed: 1 });
  const third = await sessionOf(shop, { allow_promotion_codes: true });
  expect((await at(road, third).adjust({ promotion_code: 'ONCE' })).body.error.param).toBe('promotion_code');
});

test.each(roads)('%s: a session that expires while its payer is at the bank cancels the payment', async (road) => {
  const shop = both.client(road);
  const session = await sessionOf(shop);
  await must(at(road, session).confirm({ payment_method_data: cardOf(steps) }));
  await must(shop.post(`/v1/checkout/sessions/${session.id}/expire`));
  expect(await intentOf(shop, session.payment_intent)).toMatchObject({ status: 'canceled', amount_received: 0 });
  const helper = `/v1/test_helpers/payment_intents/${session.payment_intent}/next_action`;
  expect((await shop.post(helper, { outcome: 'succeed' })).status).toBe(400);
  expect(await read(shop, session)).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
});

test.each(roads)('%s: a subscription by a card with authentication starts after the authentication', async (road) => {
  const shop = both.client(road);
  const session = await sessionOf(shop, { line_items: [club], mode: 'subscription' });
  const page = at(road, session);
  expect(await must(page.confirm({ payment_method_data: cardOf(steps) }))).toMatchObject({ status: 'open' });
  expect((await page.look()).page.step.url).toContain('/challenge/');
  expect(await read(shop, session)).toMatchObject({ subscription: null, payment_status: 'unpaid' });
  const [intent] = (await must(shop.get('/v1/payment_intents'))).data;
  await stepOf(shop, intent.id, 'succeed');
  expect(await read(shop, session, 'subscription')).toMatchObject({ payment_status: 'paid', subscription: { status: 'active' } });
});

test.each(roads)('%s: an incomplete subscription is canceled when its session expires', async (road) => {
  const shop = both.client(road);
  const session = await sessionOf(shop, { line_items: [club], mode: 'subscription' });
  await must(at(road, session).confirm({ payment_method_data: cardOf(steps) }));
  await must(shop.post(`/v1/checkout/sessions/${session.id}/expire`));
  expect((await must(shop.get('/v1/subscriptions', { status: 'all' }))).data).toMatchObject([{ status: 'incomplete_expired' }]);
  expect((await must(shop.get('/v1/payment_intents'))).data).toMatchObject([{ status: 'canceled' }]);
});

const in_euros = { line_items: [{ ...mug, price_data: { ...mug.price_data, currency: 'eur' } }] };
const debitOf = (iban: string): object => ({
  payment_method_data: { type: 'sepa_debit', sepa_debit: { iban }, billing_details: { email: 'jo@example.com', name: 'Jo' } },
});

test.each(roads)('%s: the result of a bank debit has an event when it is known', async (road) => {
  const shop = both.client(road);
  const ended = async (iban: string): Promise<Body> => {
    const session = await sessionOf(shop, { ...in_euros, payment_method_types: ['sepa_debit'] });
    const before = (await toldSince(shop)).length;
    await must(at(road, session).confirm(debitOf(iban)));
    expect(await read(shop, session)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    await advanceClock(shop, week);
    const told = (await toldSince(shop, before)).filter((each) => each.startsWith('checkout'));
    return { told, ...(await read(shop, session)) };
  };
  expect(await ended('DE89370400440532013000')).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    told: ['checkout.session.completed', 'checkout.session.async_payment_succeeded'],
  });
  expect(await ended('DE62370400440532013001')).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    told: ['checkout.session.completed', 'checkout.session.async_payment_failed'],
  });
});

const vouchers = [
  ['boleto', 'brl', 1000],
  ['oxxo', 'mxn', 2000],
  ['konbini', 'jpy', 1000],
] as const;

test.each(vouchers)(
  'a payer by %s completes the page, and the payment succeeds when the money arrives',
  async (type, currency, unit_amount) => {
    const shop = both.client('in one write');
    for (const [outcome, payment_status, event] of [
      ['succeed', 'paid', 'succeeded'],
      ['expire', 'unpaid', 'failed'],
    ] as const) {
      const line_items = [{ price_data: { ...mug.price_data, currency, unit_amount }, quantity: 1 }];
      const session = await sessionOf(shop, { line_items, payment_method_types: [type] });
      const details = {
        email: 'jo@example.com',
        name: 'Jo',
        address: { line1: 'Rua 1', city: 'Rio', state: 'RJ', postal_code: '20000-000', country: 'BR' },
      };
      const by = { type, billing_details: details, ...(type === 'boleto' && { boleto: { tax_id: '000.000.000-00' } }) };
      await must(at('in one write', session).confirm({ payment_method_data: by }));
      expect(await read(shop, session)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
      await stepOf(shop, session.payment_intent, outcome);
      await advanceClock(shop, week);
      expect(await read(shop, session)).toMatchObject({ status: 'complete', payment_status });
      expect((await toldSince(shop)).filter((each) => each.startsWith('checkout')).at(-1)).toBe(`checkout.session.async_payment_${event}`);
    }
  },
);

test.each(roads)('%s: an authorization is not paid until it is captured', async (road) => {
  const shop = both.client(road);
  const session = await sessionOf(shop, { payment_intent_data: { capture_method: 'manual' } });
  await must(at(road, session).confirm());
  expect(await read(shop, session)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
  await must(shop.post(`/v1/payment_intents/${session.payment_intent}/capture`));
  expect(await read(shop, session)).toMatchObject({ payment_status: 'paid' });
  expect((await toldSince(shop)).filter((each) => each.startsWith('checkout'))).toEqual(['checkout.session.completed']);
});

test.each(roads)('%s: a free purchase is complete without a payment, and none is left open', async (road) => {
  const shop = both.client(road);
  const coupon = await must(shop.post('/v1/coupons', { percent_off: 100, duration: 'once' }));
  await must(shop.post('/v1/promotion_codes', { promotion: { type: 'coupon', coupon: coupon.id }, code: 'FREE' }));
  const given = await sessionOf(shop, { discounts: [{ coupon: coupon.id }] });
  expect(given).toMatchObject({ amount_total: 0, payment_intent: null });
  const typed = await sessionOf(shop, { allow_promotion_codes: true });
  await must(at(road, typed).adjust({ promotion_code: 'free' }));
  for (const each of [given, typed]) {
    await must(at(road, each).confirm({ email: 'jo@example.com', expected_amount: 0 }));
    expect(await read(shop, each)).toMatchObject({ status: 'complete', payment_status: 'no_payment_required' });
  }
  expect((await must(shop.get('/v1/payment_intents'))).data.map(({ status }: Body) => status)).toEqual(['canceled']);
});

test.each(roads)('402 %s: a trial whose card is declined leaves no subscription', async (road) => {
  const shop = both.client(road);
  const session = await sessionOf(shop, { line_items: [club], mode: 'subscription', subscription_data: { trial_period_days: 7 } });
  const declined = await at(road, session).confirm({ payment_method_data: cardOf('4000000000000002') });
  expect(statusOf(declined)).toEqual([402, 'card_declined']);
  expect((await must(shop.get('/v1/subscriptions', { status: 'all' }))).data).toEqual([]);
  expect(await read(shop, session)).toMatchObject({ status: 'open', subscription: null });
});

test('400: shipping is charged with one-time items, and never with recurring ones', async () => {
  const shop = both.client('in one write');
  const shipping_options = [{ shipping_rate_data: { display_name: 'Post', fixed_amount: { amount: 500, currency: 'usd' } } }];
  const asked = { line_items: [club], mode: 'subscription', shipping_options, success_url };
  expect((await shop.post('/v1/checkout/sessions', asked)).body.error).toMatchObject({ param: 'shipping_options' });
});

expectSoundBooks(both);

/** A code with half off, and nothing else. */
async function codeOf(shop: Client, code: string, more: object): Promise<Body> {
  const coupon = await must(shop.post('/v1/coupons', { percent_off: 50, duration: 'once' }));
  return must(shop.post('/v1/promotion_codes', { promotion: { type: 'coupon', coupon: coupon.id }, code, ...more }));
}

test.each(roads)(
  '%s: a code with a minimum amount does not apply to a smaller order, whatever the order was when it was typed in',
  async (road) => {
    const shop = both.client(road);
    const code = await codeOf(shop, 'LARGE', { restrictions: { minimum_amount: 5000, minimum_amount_currency: 'usd' } });
    const session = await sessionOf(shop, {
      allow_promotion_codes: true,
      line_items: [{ ...mug, adjustable_quantity: { enabled: true } }],
    });
    const { adjust, confirm } = at(road, session);
    const [{ id }] = (await must(shop.get(`/v1/checkout/sessions/${session.id}/line_items`))).data;
    const so_many = (quantity: number) => ({ line_items: [{ id, quantity }] });
    expect((await adjust({ promotion_code: 'LARGE' })).status).toBe(400);
    expect(await must(adjust({ ...so_many(5), promotion_code: 'LARGE' }))).toMatchObject({ amount_total: 2500 });
    expect(await must(adjust(so_many(6)))).toMatchObject({ amount_total: 3000 });
    expect((await adjust({ ...so_many(1), promotion_code: 'LARGE' })).status).toBe(400);
    expect(await must(adjust(so_many(1)))).toMatchObject({ amount_total: 1000, total_details: { amount_discount: 0 } });
    expect(await must(confirm())).toMatchObject({ amount_total: 1000, payment_status: 'paid' });
    expect(await must(shop.get(`/v1/promotion_codes/${code.id}`))).toMatchObject({ times_redeemed: 0 });
  },
);

test.each(roads)('%s: a code for one redemption is redeemed once, in however many sessions it was typed in', async (road) => {
  const shop = both.client(road);
  const code = await codeOf(shop, 'ONCE', { max_redemptions: 1 });
  const begin = async () => {
    const opened = at(road, await sessionOf(shop, { allow_promotion_codes: true }));
    await must(opened.adjust({ promotion_code: 'ONCE' }));
    return opened;
  };
  const [first, second] = [await begin(), await begin()];
  expect(await must(first.confirm())).toMatchObject({ amount_total: 500, payment_status: 'paid' });
  const refused = await second.confirm();
  expect([refused.status, refused.body.error?.code, refused.body.error?.param]).toEqual([400, 'coupon_expired', 'promotion_code']);
  expect(await must(second.adjust({ promotion_code: '' }))).toMatchObject({ amount_total: 1000 });
  expect(await must(second.confirm())).toMatchObject({ amount_total: 1000, payment_status: 'paid' });
  expect(await must(shop.get(`/v1/promotion_codes/${code.id}`))).toMatchObject({ times_redeemed: 1 });
});

test.each(roads)('%s: a subscription cannot have a quantity of zero', async (road) => {
  const shop = both.client(road);
  const adjustable = { ...club, adjustable_quantity: { enabled: true } };
  const session = await sessionOf(shop, { line_items: [adjustable, mug], mode: 'subscription' });
  const { adjust } = at(road, session);
  const [{ id }] = (await must(shop.get(`/v1/checkout/sessions/${session.id}/line_items`))).data;
  const refused = await adjust({ line_items: [{ id, quantity: 0 }] });
  expect([refused.status, refused.body.error?.param]).toEqual([400, 'line_items']);
  expect(await must(adjust({ line_items: [{ id, quantity: 2 }] }))).toMatchObject({ amount_total: 5000 });
});

test.each(roads)('%s: an amount that was paid to the merchant in between is not paid again by a subscription', async (road) => {
  const shop = both.client(road);
  const session = await sessionOf(shop, { line_items: [club], mode: 'subscription' });
  const { confirm } = at(road, session);
  await confirm({ payment_method_data: cardOf('4000000000000002') });
  const [begun] = (await must(shop.get('/v1/subscriptions', { status: 'incomplete' }))).data;
  await must(shop.post(`/v1/invoices/${begun.latest_invoice}/pay`, { paid_out_of_band: true }));
  await must(confirm());
  expect(await read(shop, session)).toMatchObject({ status: 'complete', subscription: begun.id });
  const { data } = await must(shop.get('/v1/subscriptions', { customer: begun.customer, status: 'all' }));
  expect(data.map(({ status }: Body) => status)).toEqual(['active']);
});

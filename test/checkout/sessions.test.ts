import { expect, test } from 'vitest';
import { must, toldSince } from '../support/billing.js';
import { cardOf, club, mug, pageAt, sessionOf, success_url } from '../support/checkout.js';
import { advanceClock } from '../support/merchant.js';
import { commonService } from '../support/services.js';

const service = await commonService();

/** Paths of the operations of a session. */
const paths = (id: string) => ({
  look: `/v1/checkout/sessions/${id}/look`,
  adjust: `/v1/checkout/sessions/${id}/adjust`,
  confirm: `/v1/checkout/sessions/${id}/confirm`,
  read: `/v1/checkout/sessions/${id}`,
});

test('a payer sees the order, pays by card, and the session is complete', async () => {
  const shop = service.client();
  const session = await sessionOf(shop, { client_reference_id: 'order-7', metadata: { order: '7' } });
  expect(session).toMatchObject({
    object: 'checkout.session',
    amount_subtotal: 1000,
    amount_total: 1000,
    client_reference_id: 'order-7',
    currency: 'usd',
    mode: 'payment',
    payment_status: 'unpaid',
    status: 'open',
    success_url,
    line_items: {
      object: 'list',
      data: [{ object: 'item', description: 'Mug', quantity: 1, amount_total: 1000, price: { unit_amount: 1000 } }],
    },
    total_details: { amount_discount: 0, amount_tax: 0 },
  });
  expect(session.payment_intent).toMatch(/^pi_/);
  const page = pageAt(service, session.url);
  const { look, confirm, read } = paths(session.id);
  const seen = await must(page.post(look));
  expect(seen.page).toMatchObject({ is_due: true, methods: [], step: null, failure: null });
  expect(seen.page.types).toContain('card');
  expect(seen).not.toHaveProperty('metadata');
  const before = (await toldSince(shop)).length;
  const done = await must(
    page.post(confirm, { email: 'jo@example.com', expected_amount: 1000, payment_method_data: cardOf('4242424242424242') }),
  );
  expect(done.status).toBe('complete');
  const whole = await must(shop.get(read));
  expect(whole).toMatchObject({
    customer_details: { email: 'jo@example.com', name: 'Jo' },
    payment_intent: session.payment_intent,
    payment_status: 'paid',
    status: 'complete',
    url: null,
  });
  expect(await must(shop.get(`/v1/payment_intents/${whole.payment_intent}`))).toMatchObject({ amount_received: 1000, status: 'succeeded' });
  expect(await toldSince(shop, before)).toEqual(['charge.succeeded', 'payment_intent.succeeded', 'checkout.session.completed']);
});

test('402 card_declined: the session stays open, and another card pays it', async () => {
  const shop = service.client();
  const session = await sessionOf(shop);
  const page = pageAt(service, session.url);
  const { look, confirm } = paths(session.id);
  const declined = await page.post(confirm, { payment_method_data: cardOf('4000000000000002') });
  expect([declined.status, declined.body.error?.code]).toEqual([402, 'card_declined']);
  expect((await must(page.post(look))).page.failure).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' });
  expect((await must(page.post(confirm, { payment_method_data: cardOf('4242424242424242') }))).status).toBe('complete');
});

test('a card that requires authentication redirects there, and back to a session that is complete', async () => {
  const shop = service.client();
  const session = await sessionOf(shop);
  const page = pageAt(service, session.url);
  const { look, confirm, read } = paths(session.id);
  const asked = await must(page.post(confirm, { payment_method_data: cardOf('4000002500003155') }));
  expect(asked.status).toBe('open');
  const { step } = (await must(page.post(look))).page;
  expect(step.url).toContain('/challenge/');
  expect(
    (await shop.post(`/v1/payment_intents/${session.payment_intent}/cancel`, { cancellation_reason: 'abandoned' })).body.error,
  ).toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
  await must(shop.post(`/v1/test_helpers/payment_intents/${session.payment_intent}/next_action`, { outcome: 'succeed' }));
  expect(await must(shop.get(read))).toMatchObject({ payment_status: 'paid', status: 'complete' });
});

test('a promotion code, another quantity and shipping change the total, and the code is counted once', async () => {
  const shop = service.client();
  const coupon = await must(shop.post('/v1/coupons', { percent_off: 10, duration: 'once' }));
  const code = await must(shop.post('/v1/promotion_codes', { promotion: { type: 'coupon', coupon: coupon.id }, code: 'SAVE10' }));
  const session = await sessionOf(shop, {
    allow_promotion_codes: true,
    line_items: [{ ...mug, adjustable_quantity: { enabled: true, maximum: 5 } }],
    shipping_options: [{ shipping_rate_data: { display_name: 'Post', fixed_amount: { amount: 500, currency: 'usd' } } }],
    shipping_address_collection: { allowed_countries: ['US', 'DE'] },
  });
  expect(session).toMatchObject({ amount_subtotal: 1000, amount_total: 1500, shipping_cost: { amount_total: 500 } });
  const page = pageAt(service, session.url);
  const { adjust, confirm, look, read } = paths(session.id);
  expect((await page.post(adjust, { promotion_code: 'NONE' })).body.error).toMatchObject({ param: 'promotion_code' });
  expect(await must(page.post(adjust, { promotion_code: 'save10' }))).toMatchObject({ amount_total: 1400 });
  const line = session.line_items.data[0].id;
  expect((await page.post(adjust, { line_items: [{ id: line, quantity: 6 }] })).body.error).toMatchObject({
    param: 'line_items[0][quantity]',
  });
  expect(await must(page.post(adjust, { line_items: [{ id: line, quantity: 3 }] }))).toMatchObject({ amount_total: 3200 });
  expect((await must(page.post(look))).page).toMatchObject({
    promotion_code: 'SAVE10',
    shipping_options: [{ amount: 500, display_name: 'Post' }],
  });
  const card = { payment_method_data: cardOf('4242424242424242') };
  expect((await page.post(confirm, { ...card, expected_amount: 1500 })).body.error).toMatchObject({ param: 'expected_amount' });
  expect((await page.post(confirm, { ...card, expected_amount: 3200 })).body.error).toMatchObject({ param: 'shipping[name]' });
  const shipping = { name: 'Jo', address: { line1: '1 High Street', country: 'US' } };
  await must(page.post(confirm, { ...card, expected_amount: 3200, shipping }));
  expect(await must(shop.get(read))).toMatchObject({
    amount_total: 3200,
    collected_information: { shipping_details: { name: 'Jo', address: { line1: '1 High Street' } } },
    discounts: [{ coupon: null, promotion_code: code.id }],
    payment_status: 'paid',
  });
  expect(await must(shop.get(`/v1/promotion_codes/${code.id}`))).toMatchObject({ times_redeemed: 1 });
  expect(await must(shop.get(`/v1/payment_intents/${session.payment_intent}`))).toMatchObject({ amount_received: 3200 });
});

test('a subscriber pays the first month, and the card is charged from then on', async () => {
  const shop = service.client();
  const session = await sessionOf(shop, { line_items: [club], mode: 'subscription' });
  expect(session).toMatchObject({ amount_total: 2000, mode: 'subscription', payment_intent: null, subscription: null });
  const page = pageAt(service, session.url);
  const { confirm, look, read } = paths(session.id);
  await page.post(confirm, { payment_method_data: cardOf('4000000000000002') });
  const failed = await must(page.post(look));
  expect(failed).toMatchObject({ status: 'open', page: { failure: { code: 'card_declined' } } });
  await must(page.post(confirm, { payment_method_data: cardOf('4242424242424242') }));
  const done = await must(shop.get(read, { 'expand[0]': 'subscription', 'expand[1]': 'customer' }));
  expect(done).toMatchObject({
    payment_status: 'paid',
    status: 'complete',
    customer: { email: 'jo@example.com' },
    subscription: { status: 'active', items: { data: [{ price: { unit_amount: 2000 } }] } },
  });
  expect(done.subscription.default_payment_method).toMatch(/^pm_/);
  expect((await must(shop.get('/v1/subscriptions', { status: 'all' }))).data).toHaveLength(1);
});

test('a trial costs nothing now, saves the card, and starts the subscription', async () => {
  const shop = service.client();
  const coupon = await must(shop.post('/v1/coupons', { percent_off: 50, duration: 'once' }));
  const session = await sessionOf(shop, {
    discounts: [{ coupon: coupon.id }],
    line_items: [club],
    mode: 'subscription',
    subscription_data: { trial_period_days: 14, metadata: { plan: 'club' } },
  });
  expect(session).toMatchObject({ amount_total: 0 });
  const page = pageAt(service, session.url);
  const { confirm, read } = paths(session.id);
  const declined = await page.post(confirm, { payment_method_data: cardOf('4000000000000002') });
  expect(declined.status).toBe(402);
  await must(page.post(confirm, { payment_method_data: cardOf('4242424242424242') }));
  const done = await must(shop.get(read, { 'expand[0]': 'subscription' }));
  expect(done).toMatchObject({
    payment_status: 'no_payment_required',
    status: 'complete',
    subscription: { status: 'trialing', metadata: { plan: 'club' } },
  });
  expect(done.subscription.default_payment_method).toMatch(/^pm_/);
  expect(await must(shop.get(`/v1/coupons/${coupon.id}`))).toMatchObject({ times_redeemed: 1 });
});

test('in setup mode a card is saved for a new customer with the payer’s details', async () => {
  const shop = service.client();
  const session = await must(shop.post('/v1/checkout/sessions', { mode: 'setup', success_url, payment_method_types: ['card'] }));
  expect(session.payment_status).toBe('no_payment_required');
  expect(session.setup_intent).toMatch(/^seti_/);
  const page = pageAt(service, session.url);
  const { confirm, read } = paths(session.id);
  await must(page.post(confirm, { payment_method_data: cardOf('4242424242424242') }));
  const done = await must(shop.get(read, { 'expand[0]': 'setup_intent' }));
  expect(done).toMatchObject({ status: 'complete', payment_status: 'no_payment_required', setup_intent: { status: 'succeeded' } });
  expect((await must(shop.get(`/v1/customers/${done.customer}/payment_methods`))).data).toHaveLength(1);
});

test('a bank debit is processing when the session is complete, and its result has an event later', async () => {
  const shop = service.client();
  const session = await sessionOf(shop, {
    line_items: [{ ...mug, price_data: { ...mug.price_data, currency: 'eur' } }],
    payment_method_types: ['sepa_debit'],
  });
  const page = pageAt(service, session.url);
  const { confirm, read } = paths(session.id);
  const debit = {
    type: 'sepa_debit',
    sepa_debit: { iban: 'DE89370400440532013000' },
    billing_details: { email: 'jo@example.com', name: 'Jo' },
  };
  await must(page.post(confirm, { payment_method_data: debit }));
  const done = await must(shop.get(read));
  expect(done.status).toBe('complete');
  expect(await toldSince(shop)).toContain('checkout.session.completed');
});

test('an expired session cancels its payment, and can be recovered where enabled', async () => {
  const shop = service.client();
  const session = await sessionOf(shop, { after_expiration: { recovery: { enabled: true } } });
  const { confirm, read } = paths(session.id);
  const page = pageAt(service, session.url);
  await must(shop.post(`/v1/checkout/sessions/${session.id}/expire`));
  expect((await page.post(confirm, { payment_method_data: cardOf('4242424242424242') })).body.error).toMatchObject({
    code: 'checkout_session_unexpected_state',
  });
  const expired = await must(shop.get(read));
  expect(expired).toMatchObject({ status: 'expired', url: null });
  expect(expired.after_expiration.recovery.url).toContain('/checkout/');
  expect(await must(shop.get(`/v1/payment_intents/${session.payment_intent}`))).toMatchObject({ status: 'canceled' });
  const recovered = await must(page.post(`/v1/checkout/sessions/${session.id}/recover`));
  const again = pageAt(service, recovered.recovered_url);
  const { data } = await must(shop.get('/v1/checkout/sessions', { limit: 1 }));
  expect(data[0]).toMatchObject({ amount_total: 1000, recovered_from: session.id, status: 'open' });
  expect((await must(again.post(paths(data[0].id).confirm, { payment_method_data: cardOf('4242424242424242') }))).status).toBe('complete');
});

test('a session expires automatically after a day on the clock, and not before', async () => {
  const shop = service.client();
  const session = await sessionOf(shop);
  await advanceClock(shop, 86_400 - 60);
  expect(await must(shop.get(paths(session.id).read))).toMatchObject({ status: 'open' });
  await advanceClock(shop, 61);
  expect(await must(shop.get(paths(session.id).read))).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
  expect(await toldSince(shop)).toContain('checkout.session.expired');
});

test('a payer can choose to save their card, and a known payer is offered it the next time', async () => {
  const shop = service.client();
  const first = await sessionOf(shop, { saved_payment_method_options: { payment_method_save: 'enabled' } });
  const page = pageAt(service, first.url);
  await must(page.post(paths(first.id).confirm, { payment_method_data: cardOf('4242424242424242'), save_payment_method: true }));
  const { customer } = await must(shop.get(paths(first.id).read));
  const second = await sessionOf(shop, { customer });
  const again = pageAt(service, second.url);
  const [saved] = (await must(again.post(paths(second.id).look))).page.methods;
  expect(saved).toMatchObject({ type: 'card', card: { last4: '4242' } });
  expect((await must(again.post(paths(second.id).confirm, { payment_method: saved.id }))).status).toBe('complete');
  const elsewhere = await sessionOf(shop);
  const stranger = pageAt(service, elsewhere.url);
  const theirs = { email: 'li@example.com', payment_method: saved.id };
  expect((await stranger.post(paths(elsewhere.id).confirm, theirs)).body.error).toMatchObject({
    code: 'resource_missing',
    param: 'payment_method',
  });
});

test('a session offers the saved cards that its filters allow: one that the payer chose to save, and not one that the merchant saved', async () => {
  const shop = service.client();
  const first = await sessionOf(shop, { saved_payment_method_options: { payment_method_save: 'enabled' } });
  const page = pageAt(service, first.url);
  await must(page.post(paths(first.id).confirm, { payment_method_data: cardOf('4242424242424242'), save_payment_method: true }));
  const { customer } = await must(shop.get(paths(first.id).read));
  const { id } = await must(shop.post('/v1/payment_methods', { ...cardOf('5555555555554444'), allow_redisplay: 'limited' }));
  await must(shop.post(`/v1/payment_methods/${id}/attach`, { customer }));
  const offered = async (...filters: readonly string[]): Promise<string[]> => {
    const options = filters.length ? { saved_payment_method_options: { allow_redisplay_filters: filters } } : {};
    const session = await sessionOf(shop, { customer, ...options });
    const { methods } = (await must(pageAt(service, session.url).post(paths(session.id).look))).page;
    return methods.map(({ card }: { card: { last4: string } }) => card.last4).sort();
  };
  expect(await offered('always')).toEqual(['4242']);
  expect(await offered('limited', 'unspecified')).toEqual(['4444']);
  expect(await offered()).toEqual(['4242', '4444']);
  await must(shop.post(`/v1/payment_methods/${id}`, { allow_redisplay: 'always' }));
  expect(await offered('always')).toEqual(['4242', '4444']);
});

test('a known payer’s details are updated where the merchant enables it, including the tax id', async () => {
  const shop = service.client();
  const customer = (await must(shop.post('/v1/customers', { email: 'jo@example.com', name: 'Before' }))).id;
  const session = await sessionOf(shop, { customer, customer_update: { name: 'auto' }, tax_id_collection: { enabled: true } });
  const page = pageAt(service, session.url);
  const said = { name: 'After', address: { line1: '1 High Street', country: 'DE' }, tax_id: { type: 'eu_vat', value: 'DE123456789' } };
  await must(page.post(paths(session.id).confirm, { payment_method_data: cardOf('4242424242424242'), ...said }));
  expect(await must(shop.get(`/v1/customers/${customer}`))).toMatchObject({ address: null, name: 'After' });
  expect((await must(shop.get(paths(session.id).read))).customer_details).toMatchObject({
    address: { line1: '1 High Street' },
    tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
  });
});

test('a payer does not change the address that the merchant has set', async () => {
  const shop = service.client();
  const { id, url } = await sessionOf(shop, { customer_email: 'known@example.com' });
  const { confirm, read } = paths(id);
  await must(pageAt(service, url).post(confirm, { email: 'other@example.com', payment_method_data: cardOf('4242424242424242') }));
  expect(await must(shop.get(read))).toMatchObject({ customer_details: { email: 'known@example.com' }, status: 'complete' });
});

test('goods go to the payer’s address where it is collected, and otherwise to the merchant’s', async () => {
  const shop = service.client();
  const shipping = { name: 'Jo', address: { line1: '1 High Street', country: 'US' } };
  const asked = await sessionOf(shop, { shipping_address_collection: { allowed_countries: ['US'] } });
  await must(pageAt(service, asked.url).post(paths(asked.id).confirm, { payment_method_data: cardOf('4242424242424242'), shipping }));
  expect((await must(shop.get(`/v1/payment_intents/${asked.payment_intent}`))).shipping).toMatchObject(shipping);
  const told = await sessionOf(shop);
  await must(shop.post(paths(told.id).read, { collected_information: { shipping_details: { ...shipping, name: 'Li' } } }));
  await must(pageAt(service, told.url).post(paths(told.id).confirm, { payment_method_data: cardOf('4242424242424242'), shipping }));
  expect((await must(shop.get(paths(told.id).read))).collected_information.shipping_details).toMatchObject({ name: 'Li' });
});

test('the address of a completed session reveals nothing about its payer', async () => {
  const shop = service.client();
  const customer = (await must(shop.post('/v1/customers', { email: 'jo@example.com', payment_method: 'pm_card_visa' }))).id;
  const session = await sessionOf(shop, { customer });
  const page = pageAt(service, session.url);
  const { look, confirm } = paths(session.id);
  const before = await must(page.post(look));
  expect(before.page).toMatchObject({ methods: [{ type: 'card' }], payer: { email: 'jo@example.com' } });
  await must(page.post(confirm, { payment_method: before.page.methods[0].id }));
  const after = await page.post(look);
  expect(after.body.page).toMatchObject({ methods: [], payer: null });
  expect(after.text).not.toContain('jo@example.com');
});

test('a saved card still requires the authentication that the merchant requests, and the receipt goes to receipt_email', async () => {
  const shop = service.client();
  for (const headers of [{}, { 'stripe-version': '2026-10-28.endive' }]) {
    const { body: session } = await shop.post(
      '/v1/checkout/sessions',
      {
        line_items: [mug],
        mode: 'payment',
        payment_intent_data: { receipt_email: 'books@shop.example' },
        payment_method_options: { card: { request_three_d_secure: 'any' } },
        saved_payment_method_options: { payment_method_save: 'enabled' },
        success_url,
      },
      { headers },
    );
    const page = pageAt(service, session.url);
    const { confirm, look, read } = paths(session.id);
    await must(page.post(confirm, { payment_method_data: cardOf('4000000000003055'), save_payment_method: true }));
    expect((await must(page.post(look))).page.step?.url).toContain('/challenge/');
    const { payment_intent } = await must(shop.get(read));
    expect(await must(shop.get(`/v1/payment_intents/${payment_intent}`))).toMatchObject({
      payment_method_options: { card: { request_three_d_secure: 'any', setup_future_usage: 'on_session' } },
      receipt_email: 'books@shop.example',
    });
  }
});

test.each([
  ['subscribes', { line_items: [club], mode: 'subscription' }],
  ['starts a trial', { line_items: [club], mode: 'subscription', subscription_data: { trial_period_days: 7 } }],
  ['saves a card', { line_items: undefined, mode: 'setup' }],
])('the requested authentication happens for a payer who %s', async (_, params) => {
  const shop = service.client();
  const session = await sessionOf(shop, {
    ...params,
    payment_method_options: { card: { request_three_d_secure: 'any' } },
    payment_method_types: ['card'],
  });
  const page = pageAt(service, session.url);
  await must(page.post(paths(session.id).confirm, { payment_method_data: cardOf('4000000000003055') }));
  expect(await must(page.post(paths(session.id).look))).toMatchObject({
    status: 'open',
    page: { step: { url: expect.stringContaining('/challenge/') } },
  });
});

test('400: a subscription cannot be authorized for a later capture', async () => {
  const { status, body } = await service.client().post('/v1/checkout/sessions', {
    ...{ line_items: [club], mode: 'subscription', success_url },
    payment_method_options: { card: { capture_method: 'manual' } },
  });
  expect([status, body.error.param]).toEqual([400, 'payment_method_options[card][capture_method]']);
});

test('a plain session of an American shop offers the American payment methods, and more where its caller names them', async () => {
  const shop = service.client();
  const { payment_method_types } = await sessionOf(shop);
  expect(payment_method_types).toEqual(['card', 'klarna', 'affirm', 'afterpay_clearpay', 'cashapp', 'sunbit', 'zip', 'us_bank_account']);
  const named = await sessionOf(shop, { payment_method_types: ['card', 'alipay', 'paypal'] });
  expect(named.payment_method_types).toEqual(['card', 'alipay', 'paypal']);
  const customer = await must(shop.post('/v1/customers', { address: { country: 'CN' } }));
  const abroad = await sessionOf(shop, { customer: customer.id });
  expect(abroad.payment_method_types.slice(0, 3)).toEqual(['card', 'alipay', 'wechat_pay']);
});

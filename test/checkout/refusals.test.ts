import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { cardOf, club, mug, pageAt, sessionOf, success_url } from '../support/checkout.js';
import type { Answer } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const now = Math.floor(service.now() / 1000);
const once = { line_items: [mug], mode: 'payment', success_url };
const monthly = { line_items: [club], mode: 'subscription', success_url };
const kept = { mode: 'setup', success_url };
const framed = { line_items: [mug], mode: 'payment', ui_mode: 'embedded' };
const data = mug.price_data;
const post = { display_name: 'Post', fixed_amount: { amount: 5, currency: 'usd' } };
const field = { key: 'size', label: { type: 'custom', custom: 'Size' }, type: 'text' };
const too_much = { price_data: { ...data, unit_amount: 99_999_999 }, quantity: 999_999 };
const enabled = { enabled: true };

const sessions: readonly (readonly [string, object, string])[] = [
  ['success_url is left out', { mode: 'setup' }, 'success_url'],
  ['a page of its own has a return_url', { ...once, return_url: success_url }, 'return_url'],
  ['a page of its own says when to lead elsewhere', { ...once, redirect_on_completion: 'always' }, 'redirect_on_completion'],
  ['a frame has a success_url', { ...framed, success_url }, 'success_url'],
  ['a frame has a cancel_url', { ...framed, return_url: success_url, cancel_url: success_url }, 'cancel_url'],
  ['a frame has no return_url', framed, 'return_url'],
  ['a frame that leads nowhere has a return_url', { ...framed, redirect_on_completion: 'never', return_url: success_url }, 'return_url'],
  ['what is paid is said of a subscription', { ...monthly, payment_intent_data: { description: 'x' } }, 'payment_intent_data'],
  ['what recurs is said of a payment', { ...once, subscription_data: { description: 'x' } }, 'subscription_data'],
  ['what is kept is said of a payment', { ...once, setup_intent_data: { description: 'x' } }, 'setup_intent_data'],
  ['something is bought where a card is kept', { ...kept, line_items: [mug] }, 'line_items'],
  ['nothing is bought', { mode: 'payment', success_url }, 'line_items'],
  ['a payment is to have an invoice', { ...once, invoice_creation: enabled }, 'invoice_creation[enabled]'],
  ['a payment needs no method', { ...once, payment_method_collection: 'if_required' }, 'payment_method_collection'],
  ['there are two ways to a discount', { ...once, allow_promotion_codes: true, discounts: [{}] }, 'allow_promotion_codes'],
  ['a session ends too soon', { ...once, expires_at: now + 60 }, 'expires_at'],
  ['a session ends too late', { ...once, expires_at: now + 2 * 86_400 }, 'expires_at'],
  ['a key is no key', { ...once, custom_fields: [{ ...field, key: 'a b' }] }, 'custom_fields[0][key]'],
  ['a key is used twice', { ...once, custom_fields: [field, field] }, 'custom_fields[1][key]'],
  ['there is nothing to choose', { ...once, custom_fields: [{ ...field, type: 'dropdown' }] }, 'custom_fields[0][dropdown][options]'],
  ['a discount is of nothing', { ...once, discounts: [{}] }, 'discounts[0][coupon]'],
  ['a price is left out', { ...once, line_items: [{ quantity: 1 }] }, 'line_items[0][price]'],
  [
    'a price is of no product',
    { ...once, line_items: [{ price_data: { currency: 'usd', unit_amount: 1 }, quantity: 1 }] },
    'line_items[0][price_data][product]',
  ],
  ['a quantity is left out', { ...once, line_items: [{ price_data: data }] }, 'line_items[0][quantity]'],
  ['nothing is bought of something', { ...once, line_items: [{ ...mug, quantity: 0 }] }, 'line_items[0][quantity]'],
  [
    'fewer are bought than may be',
    { ...once, line_items: [{ ...mug, adjustable_quantity: { ...enabled, minimum: 2 } }] },
    'line_items[0][quantity]',
  ],
  ['more is bought than can be billed', { ...once, line_items: [too_much] }, 'line_items[0][quantity]'],
  ['what recurs is paid once', { ...once, line_items: [club] }, 'line_items[0][price_data]'],
  ['nothing recurs', { ...monthly, line_items: [mug] }, 'line_items'],
  [
    'there are two currencies',
    { ...once, line_items: [mug, { price_data: { ...data, currency: 'eur' }, quantity: 1 }] },
    'line_items[1][price_data]',
  ],
  ['it costs less than can be paid', { ...once, line_items: [{ price_data: { ...data, unit_amount: 1 }, quantity: 1 }] }, 'line_items'],
  ['a way to send is no way', { ...once, shipping_options: [{}] }, 'shipping_options[0][shipping_rate]'],
  [
    'a way to send is in another currency',
    { ...once, shipping_options: [{ shipping_rate_data: { ...post, fixed_amount: { amount: 5, currency: 'eur' } } }] },
    'shipping_options[0][shipping_rate_data]',
  ],
  ['what recurs is sent', { ...monthly, shipping_options: [{ shipping_rate_data: post }] }, 'shipping_options'],
  ['a language is none', { ...once, locale: 'Klingon!' }, 'locale'],
];

test.each(sessions)('400: there is no session where %s', async (_, params, param) => {
  const { status, body, text } = await service.client().post('/v1/checkout/sessions', { ...params });
  expect([status, body.error?.param], text).toEqual([400, param]);
});

test('400: a customer is named, or described, and not both', async () => {
  const shop = service.client();
  const { id: customer } = await must(shop.post('/v1/customers'));
  for (const [name, value] of [
    ['customer_email', 'jo@example.com'],
    ['customer_creation', 'always'],
  ] as const)
    expect((await shop.post('/v1/checkout/sessions', { ...once, customer, [name]: value })).body.error.param).toBe(name);
});

test('400: what is inactive, or both named and described, is not sold', async () => {
  const shop = service.client();
  const price = await must(shop.post('/v1/prices', { currency: 'usd', unit_amount: 500, product_data: { name: 'Cup' } }));
  const selling = async (item: object) => (await shop.post('/v1/checkout/sessions', { ...once, line_items: [item] })).body.error?.param;
  expect(await selling({ price: price.id, quantity: 1 })).toBeUndefined();
  expect(await selling({ ...mug, price: price.id })).toBe('line_items[0][price_data]');
  await must(shop.post(`/v1/prices/${price.id}`, { active: false }));
  expect(await selling({ price: price.id, quantity: 1 })).toBe('line_items[0][price]');
});

const visa = { payment_method_data: { ...cardOf('4242424242424242'), billing_details: {} } };
const jo = { ...visa, email: 'jo@example.com' };
const shipping = { name: 'Jo', address: { line1: '1 High Street', country: 'US' } };
const sent = { shipping_address_collection: { allowed_countries: ['US'] } };
const asked = { custom_fields: [{ ...field, text: { minimum_length: 2, maximum_length: 3 } }] };
const counted = { custom_fields: [{ ...field, type: 'numeric' }] };
const options = [{ label: 'Small', value: 's' }];
const chosen = { custom_fields: [{ ...field, type: 'dropdown', dropdown: { options } }] };
const named = { name_collection: { business: enabled, individual: enabled } };

const confirmations: readonly (readonly [string, object, object, string])[] = [
  ['nobody knows where to write to', {}, visa, 'email'],
  ['there is nothing to pay with', {}, { email: 'jo@example.com' }, 'payment_method_data'],
  ['another amount was shown', {}, { ...jo, expected_amount: 1 }, 'expected_amount'],
  ['a phone is asked for', { phone_number_collection: enabled }, jo, 'phone'],
  ['the name of a business is asked for', named, { ...jo, name: 'Jo' }, 'business_name'],
  ['the name of somebody is asked for', named, { ...jo, business_name: 'Jo Ltd' }, 'name'],
  ['an address is asked for', { billing_address_collection: 'required' }, jo, 'address[line1]'],
  ['goods are sent to nobody', sent, jo, 'shipping[name]'],
  ['goods are sent nowhere', sent, { ...jo, shipping: { name: 'Jo' } }, 'shipping[address][line1]'],
  ['goods are sent to no country', sent, { ...jo, shipping: { name: 'Jo', address: { line1: 'x' } } }, 'shipping[address][country]'],
  [
    'goods are sent elsewhere',
    sent,
    { ...jo, shipping: { ...shipping, address: { line1: 'x', country: 'DE' } } },
    'shipping[address][country]',
  ],
  ['an answer is missing', asked, jo, 'custom_fields[size]'],
  ['an answer is too short', asked, { ...jo, custom_fields: { size: 'x' } }, 'custom_fields[size]'],
  ['an answer is too long', asked, { ...jo, custom_fields: { size: 'long' } }, 'custom_fields[size]'],
  ['an answer is no number', counted, { ...jo, custom_fields: { size: 'x' } }, 'custom_fields[size]'],
  ['an answer is not offered', chosen, { ...jo, custom_fields: { size: 'x' } }, 'custom_fields[size]'],
  ['an answer is to no question', {}, { ...jo, custom_fields: { other: 'x' } }, 'custom_fields[other]'],
  ['terms are not accepted', { consent_collection: { terms_of_service: 'required' } }, jo, 'consent[terms_of_service]'],
  ['what is named is nobody’s', {}, { email: 'jo@example.com', payment_method: 'pm_card_visa' }, 'payment_method'],
];

const acting = ({ id, url }: Answer['body'], verb: string, params: object): Promise<Answer> =>
  pageAt(service, url).post(`/v1/checkout/sessions/${id}/${verb}`, { ...params });

test.each(confirmations)('400: nobody pays where %s', async (_, params, said, param) => {
  const shop = service.client();
  const { status, body, text } = await acting(await sessionOf(shop, { ...params }), 'confirm', said);
  expect([status, body.error?.param], text).toEqual([400, param]);
  expect((await must(shop.get('/v1/charges'))).data).toEqual([]);
});

const adjustable = { line_items: [{ ...mug, adjustable_quantity: { ...enabled, maximum: 2 } }] };

const adjustments: readonly (readonly [string, object, (line: string) => object, string])[] = [
  ['of what cannot be', {}, (id) => ({ line_items: [{ id, quantity: 2 }] }), 'line_items[0][quantity]'],
  ['to too many', adjustable, (id) => ({ line_items: [{ id, quantity: 3 }] }), 'line_items[0][quantity]'],
  ['to nothing at all', adjustable, (id) => ({ line_items: [{ id, quantity: 0 }] }), 'line_items'],
  ['of what nobody buys', adjustable, () => ({ line_items: [{ id: 'li_1', quantity: 1 }] }), 'line_items[0][id]'],
  ['of a price that is fixed', adjustable, (id) => ({ line_items: [{ id, amount: 1 }] }), 'line_items[0][amount]'],
  ['by a code where none is taken', {}, () => ({ promotion_code: 'SAVE' }), 'promotion_code'],
  ['by a code that is none', { allow_promotion_codes: true }, () => ({ promotion_code: 'SAVE' }), 'promotion_code'],
];

test.each(adjustments)('400: a payer changes nothing %s', async (_, params, change, param) => {
  const shop = service.client();
  const session = await sessionOf(shop, { ...params });
  const { status, body, text } = await acting(session, 'adjust', change(session.line_items.data[0].id));
  expect([status, body.error?.param], text).toEqual([400, param]);
  expect(await must(shop.get(`/v1/checkout/sessions/${session.id}`))).toMatchObject({ amount_total: 1000 });
});

test('400: a payer has nothing sent in a way that is not offered', async () => {
  const shop = service.client();
  const rate = await must(shop.post('/v1/shipping_rates', post));
  const { status, body } = await acting(await sessionOf(shop), 'adjust', { shipping_rate: rate.id });
  expect([status, body.error.param]).toEqual([400, 'shipping_rate']);
});

const openAmount = async (shop: ReturnType<typeof service.client>, custom: object, more: object = {}) => {
  const product = await must(shop.post('/v1/products', { name: 'Gift' }));
  const price = await must(
    shop.post('/v1/prices', { currency: 'usd', product: product.id, custom_unit_amount: { enabled: true, ...custom } }),
  );
  return { price: price.id, quantity: 1, ...more };
};

test.each([
  ['with a least amount', { minimum: 500 }, 499, 500],
  ['without one', {}, 0, 50],
])('400: nobody gets for nothing what they are to choose an amount for, %s', async (_, custom, too_little, enough) => {
  const shop = service.client();
  const session = await sessionOf(shop, { line_items: [await openAmount(shop, custom)] });
  const page = pageAt(service, session.url);
  const at = `/v1/checkout/sessions/${session.id}`;
  const card = { payment_method_data: cardOf('4242424242424242') };
  const unchosen = await page.post(`${at}/confirm`, card);
  expect([unchosen.status, unchosen.body.error?.param]).toEqual([400, 'line_items[0][amount]']);
  const [item] = (await must(shop.get(`${at}/line_items`))).data;
  const refused = await page.post(`${at}/adjust`, { line_items: [{ id: item.id, amount: too_little }] });
  expect([refused.status, refused.body.error?.param]).toEqual([400, 'line_items[0][amount]']);
  await must(page.post(`${at}/adjust`, { line_items: [{ id: item.id, amount: enough }] }));
  expect(await must(page.post(`${at}/confirm`, card))).toMatchObject({ amount_total: enough, payment_status: 'paid' });
});

test('what the merchant gives away may be had for nothing', async () => {
  const shop = service.client();
  const session = await sessionOf(shop, { line_items: [await openAmount(shop, { minimum: 0 })] });
  const confirmed = await must(
    pageAt(service, session.url).post(`/v1/checkout/sessions/${session.id}/confirm`, { email: 'jo@example.com' }),
  );
  expect(confirmed).toMatchObject({ payment_status: 'no_payment_required', status: 'complete' });
});

test('400: what a payer chooses is no more than can be billed, however many they want of it', async () => {
  const shop = service.client();
  const many = { adjustable_quantity: { enabled: true, maximum: 999_999 } };
  const session = await sessionOf(shop, { line_items: [await openAmount(shop, {}, many)] });
  const page = pageAt(service, session.url);
  const [item] = (await must(shop.get(`/v1/checkout/sessions/${session.id}/line_items`))).data;
  const adjusted = (more: object) => page.post(`/v1/checkout/sessions/${session.id}/adjust`, { line_items: [{ id: item.id, ...more }] });
  const answers = [
    await adjusted({ amount: Number.MAX_SAFE_INTEGER }),
    await adjusted({ amount: 99_999_999_999, quantity: 999_999 }),
    await shop.post('/v1/checkout/sessions', {
      line_items: [await openAmount(shop, { preset: 99_999_999_999 }, { quantity: 999_999 })],
      mode: 'payment',
      success_url,
    }),
  ];
  expect(answers.map(({ status, body }) => [status, body.error?.param])).toEqual([
    [400, 'line_items[0][amount]'],
    [400, 'line_items[0][amount]'],
    [400, 'line_items[0][quantity]'],
  ]);
});

test('400: whoever subscribes cannot choose what to pay', async () => {
  const shop = service.client();
  const line_items = [club, await openAmount(shop, { preset: 500 })];
  const refused = await shop.post('/v1/checkout/sessions', { ...monthly, line_items });
  expect([refused.status, refused.body.error?.param]).toEqual([400, 'line_items[1][price]']);
});

test('400: a card is kept only where the merchant lets payers choose that', async () => {
  const shop = service.client();
  const kept = { payment_method_data: cardOf('4242424242424242'), save_payment_method: true };
  const confirmed = async (more: Readonly<Record<string, unknown>>) => {
    const { id, url } = await sessionOf(shop, more);
    return pageAt(service, url).post(`/v1/checkout/sessions/${id}/confirm`, kept);
  };
  const refused = await confirmed({});
  expect([refused.status, refused.body.error?.param]).toEqual([400, 'save_payment_method']);
  const { customer } = await must(
    shop.get(`/v1/checkout/sessions/${(await must(confirmed({ saved_payment_method_options: { payment_method_save: 'enabled' } }))).id}`),
  );
  expect((await must(shop.get(`/v1/customers/${customer}/payment_methods`))).data).toHaveLength(1);
});

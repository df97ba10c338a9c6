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
  ['success_url is missing', { mode: 'setup' }, 'success_url'],
  ['a hosted page has a return_url', { ...once, return_url: success_url }, 'return_url'],
  ['a hosted page has redirect_on_completion', { ...once, redirect_on_completion: 'always' }, 'redirect_on_completion'],
  ['a frame has a success_url', { ...framed, success_url }, 'success_url'],
  ['a frame has a cancel_url', { ...framed, return_url: success_url, cancel_url: success_url }, 'cancel_url'],
  ['a frame has no return_url', framed, 'return_url'],
  ['a frame without redirects has a return_url', { ...framed, redirect_on_completion: 'never', return_url: success_url }, 'return_url'],
  ['a subscription has payment_intent_data', { ...monthly, payment_intent_data: { description: 'x' } }, 'payment_intent_data'],
  ['a payment has subscription_data', { ...once, subscription_data: { description: 'x' } }, 'subscription_data'],
  ['a payment has setup_intent_data', { ...once, setup_intent_data: { description: 'x' } }, 'setup_intent_data'],
  ['setup mode has line items', { ...kept, line_items: [mug] }, 'line_items'],
  ['there are no line items', { mode: 'payment', success_url }, 'line_items'],
  ['a payment needs no method', { ...once, payment_method_collection: 'if_required' }, 'payment_method_collection'],
  ['there are both promotion codes and discounts', { ...once, allow_promotion_codes: true, discounts: [{}] }, 'allow_promotion_codes'],
  ['a session ends too soon', { ...once, expires_at: now + 60 }, 'expires_at'],
  ['a session ends too late', { ...once, expires_at: now + 2 * 86_400 }, 'expires_at'],
  ['a key is invalid', { ...once, custom_fields: [{ ...field, key: 'a b' }] }, 'custom_fields[0][key]'],
  ['a key is used twice', { ...once, custom_fields: [field, field] }, 'custom_fields[1][key]'],
  ['a dropdown has no options', { ...once, custom_fields: [{ ...field, type: 'dropdown' }] }, 'custom_fields[0][dropdown][options]'],
  ['a discount is empty', { ...once, discounts: [{}] }, 'discounts[0][coupon]'],
  ['a price is missing', { ...once, line_items: [{ quantity: 1 }] }, 'line_items[0][price]'],
  [
    'a price has no product',
    { ...once, line_items: [{ price_data: { currency: 'usd', unit_amount: 1 }, quantity: 1 }] },
    'line_items[0][price_data][product]',
  ],
  ['a quantity is missing', { ...once, line_items: [{ price_data: data }] }, 'line_items[0][quantity]'],
  ['a quantity is zero', { ...once, line_items: [{ ...mug, quantity: 0 }] }, 'line_items[0][quantity]'],
  [
    'a quantity is below the minimum',
    { ...once, line_items: [{ ...mug, adjustable_quantity: { ...enabled, minimum: 2 } }] },
    'line_items[0][quantity]',
  ],
  ['an amount is above the maximum', { ...once, line_items: [too_much] }, 'line_items[0][quantity]'],
  ['a recurring price is in a payment', { ...once, line_items: [club] }, 'line_items[0][price_data]'],
  ['no price recurs', { ...monthly, line_items: [mug] }, 'line_items'],
  [
    'there are two currencies',
    { ...once, line_items: [mug, { price_data: { ...data, currency: 'eur' }, quantity: 1 }] },
    'line_items[1][price_data]',
  ],
  [
    'the total is below the minimum charge',
    { ...once, line_items: [{ price_data: { ...data, unit_amount: 1 }, quantity: 1 }] },
    'line_items',
  ],
  ['a shipping option is empty', { ...once, shipping_options: [{}] }, 'shipping_options[0][shipping_rate]'],
  [
    'a shipping option is in another currency',
    { ...once, shipping_options: [{ shipping_rate_data: { ...post, fixed_amount: { amount: 5, currency: 'eur' } } }] },
    'shipping_options[0][shipping_rate_data]',
  ],
  ['a subscription has shipping', { ...monthly, shipping_options: [{ shipping_rate_data: post }] }, 'shipping_options'],
  ['a locale is unknown', { ...once, locale: 'Klingon!' }, 'locale'],
];

test.each(sessions)('400: a session is refused where %s', async (_, params, param) => {
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

test('400: an inactive price, or one both named and described, is refused', async () => {
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
  ['the email is missing', {}, visa, 'email'],
  ['there is no payment method', {}, { email: 'jo@example.com' }, 'payment_method_data'],
  ['another amount was shown', {}, { ...jo, expected_amount: 1 }, 'expected_amount'],
  ['a phone is required', { phone_number_collection: enabled }, jo, 'phone'],
  ['a business name is required', named, { ...jo, name: 'Jo' }, 'business_name'],
  ['an individual name is required', named, { ...jo, business_name: 'Jo Ltd' }, 'name'],
  ['an address is required', { billing_address_collection: 'required' }, jo, 'address[line1]'],
  ['shipping has no name', sent, jo, 'shipping[name]'],
  ['shipping has no address', sent, { ...jo, shipping: { name: 'Jo' } }, 'shipping[address][line1]'],
  ['shipping has no country', sent, { ...jo, shipping: { name: 'Jo', address: { line1: 'x' } } }, 'shipping[address][country]'],
  [
    'shipping is to another country',
    sent,
    { ...jo, shipping: { ...shipping, address: { line1: 'x', country: 'DE' } } },
    'shipping[address][country]',
  ],
  ['an answer is missing', asked, jo, 'custom_fields[size]'],
  ['an answer is too short', asked, { ...jo, custom_fields: { size: 'x' } }, 'custom_fields[size]'],
  ['an answer is too long', asked, { ...jo, custom_fields: { size: 'long' } }, 'custom_fields[size]'],
  ['an answer is not a number', counted, { ...jo, custom_fields: { size: 'x' } }, 'custom_fields[size]'],
  ['an answer is not an option', chosen, { ...jo, custom_fields: { size: 'x' } }, 'custom_fields[size]'],
  ['an answer has no field', {}, { ...jo, custom_fields: { other: 'x' } }, 'custom_fields[other]'],
  ['terms are not accepted', { consent_collection: { terms_of_service: 'required' } }, jo, 'consent[terms_of_service]'],
  ['the named method is unknown', {}, { email: 'jo@example.com', payment_method: 'pm_card_visa' }, 'payment_method'],
];

const acting = ({ id, url }: Answer['body'], verb: string, params: object): Promise<Answer> =>
  pageAt(service, url).post(`/v1/checkout/sessions/${id}/${verb}`, { ...params });

test.each(confirmations)('400: a confirmation is refused where %s', async (_, params, said, param) => {
  const shop = service.client();
  const { status, body, text } = await acting(await sessionOf(shop, { ...params }), 'confirm', said);
  expect([status, body.error?.param], text).toEqual([400, param]);
  expect((await must(shop.get('/v1/charges'))).data).toEqual([]);
});

const adjustable = { line_items: [{ ...mug, adjustable_quantity: { ...enabled, maximum: 2 } }] };

const adjustments: readonly (readonly [string, object, (line: string) => object, string])[] = [
  ['with a fixed quantity', {}, (id) => ({ line_items: [{ id, quantity: 2 }] }), 'line_items[0][quantity]'],
  ['with a quantity above the maximum', adjustable, (id) => ({ line_items: [{ id, quantity: 3 }] }), 'line_items[0][quantity]'],
  ['with no item left', adjustable, (id) => ({ line_items: [{ id, quantity: 0 }] }), 'line_items'],
  ['of an unknown line', adjustable, () => ({ line_items: [{ id: 'li_1', quantity: 1 }] }), 'line_items[0][id]'],
  ['of a fixed amount', adjustable, (id) => ({ line_items: [{ id, amount: 1 }] }), 'line_items[0][amount]'],
  ['with a code where codes are disabled', {}, () => ({ promotion_code: 'SAVE' }), 'promotion_code'],
  ['with an unknown code', { allow_promotion_codes: true }, () => ({ promotion_code: 'SAVE' }), 'promotion_code'],
];

test.each(adjustments)('400: a payer’s adjustment is refused %s', async (_, params, change, param) => {
  const shop = service.client();
  const session = await sessionOf(shop, { ...params });
  const { status, body, text } = await acting(session, 'adjust', change(session.line_items.data[0].id));
  expect([status, body.error?.param], text).toEqual([400, param]);
  expect(await must(shop.get(`/v1/checkout/sessions/${session.id}`))).toMatchObject({ amount_total: 1000 });
});

test('400: a payer cannot choose a shipping rate that is not offered', async () => {
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
  ['with a minimum', { minimum: 500 }, 499, 500],
  ['without one', {}, 0, 50],
])('400: an item with an amount chosen by the payer cannot be free, %s', async (_, custom, too_little, enough) => {
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

test('an item with a minimum of zero can be free', async () => {
  const shop = service.client();
  const session = await sessionOf(shop, { line_items: [await openAmount(shop, { minimum: 0 })] });
  const confirmed = await must(
    pageAt(service, session.url).post(`/v1/checkout/sessions/${session.id}/confirm`, { email: 'jo@example.com' }),
  );
  expect(confirmed).toMatchObject({ payment_status: 'no_payment_required', status: 'complete' });
});

test('400: an amount chosen by the payer is limited by the maximum charge, at any quantity', async () => {
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

test('400: a subscription cannot have an amount chosen by the payer', async () => {
  const shop = service.client();
  const line_items = [club, await openAmount(shop, { preset: 500 })];
  const refused = await shop.post('/v1/checkout/sessions', { ...monthly, line_items });
  expect([refused.status, refused.body.error?.param]).toEqual([400, 'line_items[1][price]']);
});

test('400: a card is saved only where the merchant allows that choice', async () => {
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

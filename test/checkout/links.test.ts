import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { cardOf, club, mug, pageAt } from '../support/checkout.js';
import { connected } from '../support/connect.js';
import type { Answer, Client } from '../support/service.js';
import { commonService } from '../support/services.js';

type Body = Answer['body'];

const service = await commonService();
const visa = { payment_method_data: cardOf('4242424242424242') };

const linkOf = (shop: Client, params: object = {}): Promise<Body> => must(shop.post('/v1/payment_links', { line_items: [mug], ...params }));
const opening = ({ id, url }: Body, params: object = {}): Promise<Answer> =>
  pageAt(service, url).post(`/v1/payment_links/${id}/open`, { ...params });
const opened = (link: Body, params: object = {}): Promise<Body> => must(opening(link, params));
const read = (shop: Client, { id }: Body): Promise<Body> => must(shop.get(`/v1/checkout/sessions/${id}`));
const at = ({ id, url }: Body, verb: 'adjust' | 'confirm' | 'look', params: object = {}): Promise<Answer> =>
  pageAt(service, url).post(`/v1/checkout/sessions/${id}/${verb}`, { ...params });

test('a link is created, retrieved, updated, and listed, and shows its line items', async () => {
  const shop = service.client();
  const link = await linkOf(shop, { metadata: { order: '7' } });
  expect(link).toMatchObject({ object: 'payment_link', active: true, currency: 'usd', metadata: { order: '7' } });
  expect(link.url).toMatch(/\/buy\/[\w.-]+$/);
  expect(await must(shop.get(`/v1/payment_links/${link.id}`))).toEqual(link);
  const { data, object } = await must(shop.get(`/v1/payment_links/${link.id}/line_items`));
  expect([object, data]).toEqual(['list', [expect.objectContaining({ object: 'item', description: 'Mug', amount_total: 1000 })]]);
  const other = await linkOf(shop);
  expect(await must(shop.post(`/v1/payment_links/${other.id}`, { active: false }))).toMatchObject({ active: false });
  const listed = async (query: object): Promise<string[]> =>
    (await must(shop.get('/v1/payment_links', { ...query }))).data.map(({ id }: Body) => id);
  expect(await listed({})).toEqual([other.id, link.id]);
  expect(await listed({ active: true })).toEqual([link.id]);
  expect(await listed({ active: false })).toEqual([other.id]);
});

test('each visitor of a link has their own session, and each of them pays', async () => {
  const shop = service.client();
  const link = await linkOf(shop, { metadata: { order: '7' } });
  const sessions = [await opened(link), await opened(link, { client_reference_id: 'ref-1', customer_email: 'al@example.com' })];
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
  for (const each of sessions) await must(at(each, 'confirm', visa));
  const [first, second] = await Promise.all(sessions.map((each) => read(shop, each)));
  for (const each of [first, second])
    expect(each).toMatchObject({ status: 'complete', payment_status: 'paid', payment_link: link.id, metadata: { order: '7' } });
  expect(second).toMatchObject({
    client_reference_id: 'ref-1',
    customer_email: 'al@example.com',
    customer_details: { email: 'al@example.com' },
  });
  expect(first.payment_intent).not.toBe(second.payment_intent);
  expect((await must(shop.get('/v1/checkout/sessions', { payment_link: link.id }))).data).toHaveLength(2);
});

test('400 payment_link_inactive: the last allowed purchase ends a link, with the message of its merchant', async () => {
  const shop = service.client();
  const link = await linkOf(shop, { restrictions: { completed_sessions: { limit: 1 } }, inactive_message: 'Sold out.' });
  expect(link.restrictions).toEqual({ completed_sessions: { count: 0, limit: 1 } });
  const [first, second] = [await opened(link), await opened(link)];
  await must(at(first, 'confirm', visa));
  expect(await must(shop.get(`/v1/payment_links/${link.id}`))).toMatchObject({
    active: false,
    restrictions: { completed_sessions: { count: 1, limit: 1 } },
  });
  const refused = await opening(link);
  expect([refused.status, refused.body.error]).toMatchObject([400, { code: 'payment_link_inactive', message: 'Sold out.' }]);
  const late = await at(second, 'confirm', visa);
  expect([late.status, late.body.error?.code]).toEqual([400, 'payment_link_inactive']);
  expect((await must(shop.get('/v1/charges'))).data).toHaveLength(1);
});

test('400 payment_link_inactive: a disabled link sells nothing, and an enabled one sells again', async () => {
  const shop = service.client();
  const link = await linkOf(shop);
  await must(shop.post(`/v1/payment_links/${link.id}`, { active: false }));
  expect((await opening(link)).body.error.code).toBe('payment_link_inactive');
  await must(shop.post(`/v1/payment_links/${link.id}`, { active: true }));
  expect(await opened(link)).toMatchObject({ object: 'checkout.session' });
});

test('a link with a recurring price creates a subscription', async () => {
  const shop = service.client();
  const link = await linkOf(shop, { line_items: [club], subscription_data: { metadata: { plan: 'club' }, trial_period_days: 7 } });
  const session = await opened(link);
  await must(at(session, 'confirm', visa));
  const { subscription } = await read(shop, session);
  expect(await must(shop.get(`/v1/subscriptions/${subscription}`))).toMatchObject({ status: 'trialing', metadata: { plan: 'club' } });
});

test('quantity and shipping are chosen in each session', async () => {
  const shop = service.client();
  const rate = await must(shop.post('/v1/shipping_rates', { display_name: 'Post', fixed_amount: { amount: 500, currency: 'usd' } }));
  const link = await linkOf(shop, {
    line_items: [{ ...mug, adjustable_quantity: { enabled: true, maximum: 3 } }],
    shipping_options: [{ shipping_rate: rate.id }],
    shipping_address_collection: { allowed_countries: ['US'] },
  });
  const session = await opened(link);
  const { data } = (await read(shop, session)).line_items;
  const quantity = (count: number) => at(session, 'adjust', { line_items: [{ id: data[0].id, quantity: count }] });
  expect((await quantity(4)).body.error.param).toBe('line_items[0][quantity]');
  expect(await must(quantity(3))).toMatchObject({ amount_total: 3500 });
  const shipping = { name: 'Jo', address: { line1: '1 High Street', country: 'US' } };
  await must(at(session, 'confirm', { ...visa, shipping, expected_amount: 3500 }));
  expect(await read(shop, session)).toMatchObject({ amount_total: 3500, shipping_cost: { shipping_rate: rate.id } });
  expect((await read(shop, await opened(link))).amount_total).toBe(1500);
});

test('the page gets the after_completion of the link', async () => {
  const shop = service.client();
  const redirect = { type: 'redirect', redirect: { url: 'https://shop.example/thanks' } };
  const led = await must(at(await opened(await linkOf(shop, { after_completion: redirect })), 'look'));
  expect(led.page.after_completion).toMatchObject(redirect);
  const confirmation = { type: 'hosted_confirmation', hosted_confirmation: { custom_message: 'Enjoy it.' } };
  const confirmed_page = await must(at(await opened(await linkOf(shop, { after_completion: confirmation })), 'look'));
  expect(confirmed_page.page.after_completion).toMatchObject(confirmation);
});

test('the destination and the platform’s fee apply to the payment', async () => {
  const shop = service.client();
  const { id: destination } = await connected(shop);
  const link = await linkOf(shop, { application_fee_amount: 100, on_behalf_of: destination, transfer_data: { destination } });
  const session = await opened(link);
  await must(at(session, 'confirm', visa));
  const { payment_intent } = await read(shop, session);
  expect(await must(shop.get(`/v1/payment_intents/${payment_intent}`))).toMatchObject({
    amount_received: 1000,
    application_fee_amount: 100,
    on_behalf_of: destination,
    transfer_data: { destination },
  });
});

const refused = [
  ['it has no line items', { line_items: [] }, 'line_items'],
  ['a redirect has no URL', { after_completion: { type: 'redirect' } }, 'after_completion[redirect][url]'],
  ['a one-time price has subscription_data', { subscription_data: { description: 'Club' } }, 'subscription_data'],
  [
    'a recurring price has payment_intent_data',
    { line_items: [club], payment_intent_data: { description: 'Club' } },
    'payment_intent_data',
  ],
  ['its limit is zero', { restrictions: { completed_sessions: { limit: 0 } } }, 'restrictions[completed_sessions][limit]'],
] as const;

test.each(refused)('400: a link is refused where %s', async (_, params, param) => {
  const { status, body } = await service.client().post('/v1/payment_links', { line_items: [mug], ...params });
  expect([status, body.error.param]).toEqual([400, param]);
});

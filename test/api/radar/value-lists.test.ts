import { describe, expect, test } from 'vitest';
import { refusal } from '../../support/payments.js';
import { is, listWith, madeAt, ruleThat } from '../../support/radar.js';
import { onBothRoads } from '../../support/roads.js';

const both = onBothRoads();
const client = () => both.client('in one write');
const lists = '/v1/radar/value_lists';
const items = '/v1/radar/value_list_items';

test('200: a value list is created, changed, found by its alias, and deleted with its items', async () => {
  const shop = client();
  const made = await madeAt(shop, lists, { alias: 'bad_emails', name: 'Bad', item_type: 'email', metadata: { a: '1' } });
  expect(made).toMatchObject({
    object: 'radar.value_list',
    alias: 'bad_emails',
    created_by: expect.stringMatching(/^acct_/),
    item_type: 'email',
    list_items: { object: 'list', data: [], has_more: false },
    livemode: false,
    metadata: { a: '1' },
    name: 'Bad',
  });
  const item = await madeAt(shop, items, { value_list: made.id, value: 'jo@example.com' });
  expect(item).toMatchObject({ object: 'radar.value_list_item', value: 'jo@example.com', value_list: made.id });
  const changed = await shop.post(`${lists}/${made.id}`, { alias: 'worse', name: 'Worse' });
  expect(changed.body).toMatchObject({ alias: 'worse', name: 'Worse', list_items: { data: [item] } });
  expect((await shop.get(lists, { alias: 'worse' })).body.data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
  expect((await shop.get(lists, { alias: 'bad_emails' })).body.data).toEqual([]);
  expect((await shop.get(items, { value_list: made.id, value: 'jo@example.com' })).body.data).toEqual([item]);
  expect((await shop.del(`${lists}/${made.id}`)).body).toEqual({ id: made.id, object: 'radar.value_list', deleted: true });
  expect(refusal(await shop.get(`${items}/${item.id}`))).toEqual([404, 'resource_missing', 'id']);
});

test('200: an item that was removed can be added again', async () => {
  const shop = client();
  const list = await listWith(shop, 'string', 'Coat');
  const again = { value_list: list, value: 'coat' };
  expect(refusal(await shop.post(items, again))).toEqual([400, 'resource_already_exists', 'value']);
  const [first] = (await shop.get(items, { value_list: list })).body.data;
  expect((await shop.del(`${items}/${first.id}`)).body.deleted).toBe(true);
  expect((await shop.post(items, again)).status).toBe(200);
});

test('400: two lists cannot have one alias', async () => {
  const shop = client();
  await madeAt(shop, lists, { alias: 'one', name: 'One' });
  expect(refusal(await shop.post(lists, { alias: 'one', name: 'Two' }))).toEqual([400, 'resource_already_exists', 'alias']);
});

test('400: a list that a rule uses cannot be deleted, and the message names the rule', async () => {
  const shop = client();
  const list = await listWith(shop, 'email');
  const rule = await ruleThat(shop, 'block', { attribute: 'email', operator: 'in_list', value_list: list });
  const { status, body } = await shop.del(`${lists}/${list}`);
  expect([status, body.error.param, body.error.message]).toEqual([400, 'id', expect.stringContaining(rule.id)]);
  await shop.post(`/v1/radar/rules/${rule.id}`, { conditions: [is('currency', 'usd')] });
  expect((await shop.del(`${lists}/${list}`)).status).toBe(200);
});

describe('an item is of the type of its list', () => {
  test.each([
    ['account', 'acct_1', 'cus_1'],
    ['card_bin', '424242', '42424'],
    ['card_fingerprint', 'Xt5EWLLDS7FJjR1c', 'a b'],
    ['case_sensitive_string', 'Coat', null],
    ['country', 'us', 'USA'],
    ['crypto_fingerprint', 'abc', 'a b'],
    ['customer_id', 'cus_1', 'cus 1'],
    ['email', 'jo@example.com', 'jo'],
    ['ip_address', '192.0.2.1', 'example.com'],
    ['ip_address', '2001:db8::1', '192.0.2'],
    ['sepa_debit_fingerprint', 'abc', 'a b'],
    ['string', 'Coat', null],
    ['us_bank_account_fingerprint', 'abc', 'a b'],
  ])('%s: %s', async (item_type, value, wrong) => {
    const shop = client();
    const value_list = await listWith(shop, item_type, value);
    expect((await shop.get(items, { value_list })).body.data).toMatchObject([{ value }]);
    if (wrong !== null) expect(refusal(await shop.post(items, { value_list, value: wrong }))).toEqual([400, 'parameter_invalid', 'value']);
  });
});

test('200: a value of 800 characters is added and found, whatever its script', async () => {
  const shop = client();
  const value = 'ก'.repeat(800);
  const value_list = await listWith(shop, 'string', value, 'İ'.repeat(800));
  expect((await shop.get(items, { value_list, value })).body.data).toMatchObject([{ value }]);
  expect(refusal(await shop.post(items, { value_list, value: `${value}x` }))).toEqual([400, 'parameter_invalid_string', 'value']);
});

test('400: a card number is refused as a value, and is in no answer', async () => {
  const shop = client();
  const value_list = await listWith(shop, 'string');
  const answer = await shop.post(items, { value_list, value: '4242424242424242' });
  expect(refusal(answer)).toEqual([400, 'parameter_invalid_string', 'value']);
  expect(answer.text).not.toContain('4242424242424242');
});

test('404: another account neither sees nor changes a value list', async () => {
  const [shop, other] = [client(), client()];
  const value_list = await listWith(shop, 'string', 'Coat');
  expect((await other.get(`${lists}/${value_list}`)).status).toBe(404);
  expect(refusal(await other.post(items, { value_list, value: 'x' }))).toEqual([400, 'resource_missing', 'value_list']);
  expect((await other.get(lists)).body.data).toEqual([]);
});

import { expect, test } from 'vitest';
import { commonService } from '../../support/services.js';

const service = await commonService();
const path = '/v1/payment_intents';
const tea = { product_name: 'Tea', quantity: 2, unit_cost: 900, product_code: 'T1', unit_of_measure: 'box' };
const cup = { product_name: 'Cup', quantity: 1, unit_cost: 500, tax: { total_tax_amount: 50 }, discount_amount: 100 };
const whole = { line_items: [tea, cup], shipping: { amount: 250, to_postal_code: '10115' } };
const paying = { amount: 2500, currency: 'usd' };

test('a payment keeps what its amount consists of, and lists its lines', async () => {
  const client = service.client();
  const { status, text, body } = await client.post(path, { ...paying, amount_details: whole });
  expect(status, text).toBe(200);
  expect(body.amount_details).toEqual({ shipping: { amount: 250, from_postal_code: null, to_postal_code: '10115' } });
  expect(body).not.toHaveProperty('amount_lines');
  const lines = (await client.get(`${path}/${body.id}/amount_details_line_items`)).body;
  expect(lines).toMatchObject({ object: 'list', has_more: false, url: `${path}/${body.id}/amount_details_line_items` });
  expect(lines.data).toEqual([
    {
      ...{ id: expect.stringMatching(/^uli_/), object: 'payment_intent_amount_details_line_item', payment_method_options: null },
      ...{ ...tea, discount_amount: null, tax: null },
    },
    {
      ...{ id: expect.stringMatching(/^uli_/), object: 'payment_intent_amount_details_line_item', payment_method_options: null },
      ...{ ...cup, product_code: null, unit_of_measure: null },
    },
  ]);
  const page = (await client.get(`${path}/${body.id}/amount_details_line_items`, { limit: 1, starting_after: lines.data[0].id })).body;
  expect([page.data[0].product_name, page.has_more]).toEqual(['Cup', false]);
  expect((await client.post(path, paying)).body).not.toHaveProperty('amount_details');
});

test('400: parts that do not add up, unless the request permits that and reads the error', async () => {
  const client = service.client();
  const amount_details = { ...whole, shipping: { amount: 251 } };
  const refused = await client.post(path, { ...paying, amount_details });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'amount_details[line_items]']);
  expect(refused.body.error.message).toContain('add up to 2501');
  const permitted = await client.post(path, { ...paying, amount_details: { ...amount_details, enforce_arithmetic_validation: false } });
  expect(permitted.body.amount_details.error).toEqual({
    code: 'amount_details_amount_mismatch',
    message: expect.stringContaining('add up to 2501'),
  });
});

test('400: a discount or a tax both for the whole and for a line', async () => {
  const client = service.client();
  for (const [more, param] of [
    [{ discount_amount: 10 }, 'amount_details[discount_amount]'],
    [{ tax: { total_tax_amount: 10 } }, 'amount_details[tax]'],
  ] as const) {
    const { status, body } = await client.post(path, { ...paying, amount_details: { ...whole, ...more } });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameters_exclusive', param]);
  }
  const unnamed = await client.post(path, { ...paying, amount_details: { line_items: [{ quantity: 1, unit_cost: 2500 }] } });
  expect([unnamed.status, unnamed.body.error.param]).toEqual([400, 'amount_details[line_items][0][product_name]']);
});

test('another amount needs other lines, and an empty value removes them', async () => {
  const client = service.client();
  const { id } = (await client.post(path, { ...paying, amount_details: whole })).body;
  const refused = await client.post(`${path}/${id}`, { amount: 3000 });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'amount_details']);
  const one = { line_items: [{ product_name: 'Tea', quantity: 3, unit_cost: 1000 }] };
  const changed = await client.post(`${path}/${id}`, { amount: 3000, amount_details: one });
  expect([changed.status, changed.body.amount_details]).toEqual([200, {}]);
  const removed = await client.post(`${path}/${id}`, { amount: 2000, amount_details: '' });
  expect([removed.body.amount, removed.body.amount_details]).toEqual([2000, null]);
  expect((await client.get(`${path}/${id}/amount_details_line_items`)).body.data).toEqual([]);
  expect((await client.get(`${path}/pi_none/amount_details_line_items`)).status).toBe(404);
});

import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { methodLabel } from '../../src/pages/kit/ways-to-pay.js';
import { type MethodType, types } from '../../src/resources/core/payment-method-types/types.js';
import { type Client, card } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const return_url = 'https://shop.example/done?basket=7';
const payer = { name: 'Jo', email: 'jo@example.com', phone: '+4930123456' };
const three_d_secure_card = card('4000000000003220');

type Waiting = { readonly client: Client; readonly id: string; readonly client_secret: string; readonly page_url: string | null };

/** A payment of this type that waits for its payer, and its page if its step has one. */
async function waiting(type: string, params: object = {}): Promise<Waiting> {
  const client = service.client();
  const { currencies, countries } = types[type as MethodType];
  const currency = currencies?.[0] ?? 'usd';
  const billing_details = { ...payer, address: { country: countries?.[0] ?? 'DE' } };
  const payment_method_data = type === 'card' ? three_d_secure_card : { type, billing_details };
  const { body, text } = await client.post('/v1/payment_intents', {
    amount: 50_000,
    currency,
    confirm: true,
    payment_method_data,
    return_url,
    ...params,
  });
  expect(body.status, text).toBe('requires_action');
  const strings = Object.values(body.next_action[body.next_action.type]).map(String);
  const page_url = strings.find((each) => each.startsWith(`${service.url}/challenge/`)) ?? null;
  return { client, id: body.id, client_secret: body.client_secret, page_url };
}

const answer = (page_url: string | null, outcome: string): Promise<Response> =>
  fetch(String(page_url), { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });

const paramsOf = (response: Response): object =>
  Object.fromEntries(new URL(response.headers.get('location') ?? 'http://nowhere').searchParams);

// A debit without verification needs no step, and BLIK is approved in the bank's app: neither has a page.
const without_page = ['sepa_debit', 'au_becs_debit', 'bacs_debit', 'nz_bank_account', 'blik'];
const with_page = Object.keys(types).filter((type) => !without_page.includes(type)) as MethodType[];

describe.each(with_page)('%s', (type) => {
  test('its page shows the payment, and leads back to the shop with the outcome', async () => {
    const { client, id, client_secret, page_url } = await waiting(type);
    const page = await fetch(String(page_url));
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('<dt>Amount</dt>');
    expect(text.replaceAll('&#39;', "'")).toContain(
      `<dt>Pay with</dt><dd data-testid="method"><bdi>${type === 'card' ? 'Visa ending in 3220' : methodLabel({ type })}</bdi>`,
    );
    const response = await answer(page_url, 'succeed');
    const redirect_status = types[type].delayed ? 'pending' : 'succeeded';
    expect(response.status).toBe(303);
    expect(paramsOf(response)).toEqual({ basket: '7', payment_intent: id, payment_intent_client_secret: client_secret, redirect_status });
    const { body } = await client.get(`/v1/payment_intents/${id}`);
    expect(body.status).toBe(types[type].delayed ? 'processing' : 'succeeded');
  });

  test('leaving its page redirects back as failed', async () => {
    const { client, id, page_url } = await waiting(type);
    const response = await answer(page_url, 'abandon');
    expect(paramsOf(response)).toMatchObject({ payment_intent: id, redirect_status: 'failed' });
    expect((await client.get(`/v1/payment_intents/${id}`)).body.status).toBe('requires_payment_method');
  });
});

test('404: the page of an earlier attempt is void, for reading and for answering', async () => {
  const { client, id, page_url } = await waiting('card');
  await client.post(`/v1/payment_intents/${id}/confirm`, { payment_method_data: three_d_secure_card, return_url });
  expect((await fetch(String(page_url))).status).toBe(404);
  expect((await answer(page_url, 'succeed')).status).toBe(404);
  expect((await client.get(`/v1/payment_intents/${id}`)).body.status).toBe('requires_action');
});

test('a payment that has been canceled can no longer be answered, and the redirect back says that it failed', async () => {
  const { client, id, client_secret, page_url } = await waiting('card');
  await client.post(`/v1/payment_intents/${id}/cancel`, { cancellation_reason: 'abandoned' });
  const response = await answer(page_url, 'succeed');
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).toContain('<h1>Already answered</h1>');
  expect(text).toContain(
    `href="https://shop.example/done?basket=7&amp;payment_intent=${id}&amp;payment_intent_client_secret=${client_secret}&amp;redirect_status=failed"`,
  );
});

test('twenty concurrent answers count as one', async () => {
  const { client, id, page_url } = await waiting('gcash');
  const responses = await Promise.all(Array.from({ length: 20 }, (_, place) => answer(page_url, place % 2 ? 'succeed' : 'fail')));
  expect(responses.map(({ status }) => status).filter((status) => ![200, 303, 409].includes(status))).toEqual([]);
  const { body } = await client.get('/v1/charges', { payment_intent: id });
  expect(body.data).toHaveLength(1);
});

describe('receipts', () => {
  /** The receipt of a paid payment. */
  async function receipt(params: object = {}): Promise<{ client: Client; receipt_url: string }> {
    const client = service.client();
    const given = { amount: 1050, currency: 'usd', confirm: true, payment_method_data: card(), expand: ['latest_charge'], ...params };
    const { body } = await client.post('/v1/payment_intents', given);
    return { client, receipt_url: body.latest_charge.receipt_url };
  }

  test.each([
    ['jpy', 1050, '\u00a51,050'],
    ['usd', 1050, '$10.50'],
    ['kwd', 1050, 'KWD\u00a01.050'],
  ])('%s %d is shown as %s', async (currency, amount, expected) => {
    const { receipt_url } = await receipt({ currency, amount });
    const response = await fetch(receipt_url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`<dt>Amount</dt><dd data-testid="amount"><bdi>${expected}</bdi></dd>`);
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'; frame-ancestors 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('the receipt of an authorized charge says so, and shows the payment once it is captured', async () => {
    const { client, receipt_url } = await receipt({ capture_method: 'manual' });
    expect(await (await fetch(receipt_url)).text()).toContain('It has not been charged yet.');
    const { body } = await client.get('/v1/payment_intents');
    await client.post(`/v1/payment_intents/${body.data[0].id}/capture`, { amount_to_capture: 1000 });
    const text = await (await fetch(receipt_url)).text();
    expect(text).toContain('Paid in full.');
    expect(text).toContain('$10.00');
  });

  test("404: no receipt under a payment's page, no page under a receipt", async () => {
    const { receipt_url } = await receipt();
    const { page_url } = await waiting('card');
    expect((await fetch(receipt_url.replace('/receipt/', '/challenge/'))).status).toBe(404);
    expect((await fetch(String(page_url).replace('/challenge/', '/receipt/'))).status).toBe(404);
    expect((await fetch(`${service.url}/receipt/x`)).status).toBe(404);
  });
});

test('the tax id of billing_details is stored, changed, shown with the charge, and printed on the receipt', async () => {
  const client = service.client();
  const method = { ...card(), billing_details: { name: 'Ana Souza', tax_id: '000.000.000-00' } };
  const { body: intent } = await client.post('/v1/payment_intents', {
    ...{ amount: 2000, currency: 'usd', confirm: true, expand: ['latest_charge', 'payment_method'] },
    payment_method_data: method,
  });
  expect([intent.payment_method.billing_details.tax_id, intent.latest_charge.billing_details.tax_id]).toEqual(
    Array(2).fill('000.000.000-00'),
  );
  const { receipt_url } = intent.latest_charge;
  expect(await (await fetch(receipt_url)).text()).toContain('000.000.000-00');
  const printed = await (await fetch(`${receipt_url}/pdf`)).arrayBuffer();
  expect((await extractText(await getDocumentProxy(new Uint8Array(printed)), { mergePages: true })).text).toContain(
    'Tax ID 000.000.000-00',
  );
  const customer = (await client.post('/v1/customers')).body.id;
  const kept = (await client.post('/v1/payment_methods', method)).body.id;
  await client.post(`/v1/payment_methods/${kept}/attach`, { customer });
  const changed = await client.post(`/v1/payment_methods/${kept}`, { billing_details: { tax_id: '111.111.111-11' } });
  expect(changed.body.billing_details).toMatchObject({ name: 'Ana Souza', tax_id: '111.111.111-11' });
});

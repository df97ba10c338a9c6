import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { cardOf, pageAt, success_url } from '../support/checkout.js';
import { onBothRoads, roads } from '../support/roads.js';
import { automatic_tax, buyer, openSeller, paris } from '../support/taxed-shop.js';

const both = onBothRoads();

test.each(roads)('%s: a quote shows automatic taxes, and the invoice of its acceptance has them', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const customer = await buyer(client, { address: paris });
  const sent = { customer, automatic_tax, line_items: [{ price: await price(), quantity: 2 }] };
  const draft = await must(client.post('/v1/quotes', sent));
  expect(draft).toMatchObject({ amount_subtotal: 2000, amount_total: 2400, automatic_tax: { enabled: true, status: 'complete' } });
  expect(draft.total_details.breakdown.taxes).toMatchObject([
    { amount: 400, taxability_reason: 'standard_rated', rate: { country: 'FR' } },
  ]);
  await must(client.post(`/v1/quotes/${draft.id}/finalize`));
  const { invoice } = await must(client.post(`/v1/quotes/${draft.id}/accept`));
  expect(await must(client.get(`/v1/invoices/${invoice}`))).toMatchObject({ total: 2400, automatic_tax: { enabled: true } });
});

test.each(roads)('%s: a quote without a location waits for it, and takes no tax rates beside automatic taxes', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const customer = await buyer(client, {});
  const item = { price: await price() };
  const draft = await must(client.post('/v1/quotes', { customer, automatic_tax, line_items: [item] }));
  expect(draft.automatic_tax.status).toBe('requires_location_inputs');
  const refused = await client.post(`/v1/quotes/${draft.id}/finalize`);
  expect([refused.status, refused.body.error.code]).toEqual([400, 'customer_tax_location_invalid']);
  await must(client.post(`/v1/customers/${customer}`, { address: paris }));
  expect((await must(client.post(`/v1/quotes/${draft.id}/finalize`))).amount_total).toBe(1200);
  const rate = await must(client.post('/v1/tax_rates', { display_name: 'VAT', inclusive: false, percentage: 20 }));
  const with_rates = { customer, automatic_tax, line_items: [{ ...item, tax_rates: [rate.id] }] };
  expect((await client.post('/v1/quotes', with_rates)).body.error.param).toBe('line_items[0][tax_rates]');
});

test.each(roads)('%s: an accepted quote of a recurring price starts a subscription with automatic taxes', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const line_items = [{ price: await price({ recurring: { interval: 'month' } }) }];
  const draft = await must(client.post('/v1/quotes', { customer: await buyer(client, { address: paris }), automatic_tax, line_items }));
  expect(draft.computed.recurring.amount_total).toBe(1200);
  await must(client.post(`/v1/quotes/${draft.id}/finalize`));
  const { subscription } = await must(client.post(`/v1/quotes/${draft.id}/accept`));
  const begun = await must(client.get(`/v1/subscriptions/${subscription}?expand[0]=latest_invoice`));
  expect([begun.automatic_tax.enabled, begun.latest_invoice.total]).toEqual([true, 1200]);
});

test.each(roads)('%s: a schedule turns automatic taxes on by its settings or its phase', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const customer = await buyer(client, { address: paris });
  const items = [{ price: await price({ recurring: { interval: 'month' } }) }];
  const begun = async (more: object, of_phase: object = {}) => {
    const sent = { customer, start_date: 'now', phases: [{ items, iterations: 1, ...of_phase }], ...more };
    const schedule = await must(client.post('/v1/subscription_schedules', sent));
    const of = await must(client.get(`/v1/subscriptions/${schedule.subscription}?expand[0]=latest_invoice`));
    return [of.automatic_tax.enabled, of.latest_invoice.total];
  };
  expect(await begun({ default_settings: { automatic_tax } })).toEqual([true, 1200]);
  expect(await begun({}, { automatic_tax })).toEqual([true, 1200]);
  expect(await begun({ default_settings: { automatic_tax } }, { automatic_tax: { enabled: false } })).toEqual([false, 1000]);
  expect(await begun({})).toEqual([false, 1000]);
  const phases = [{ items, iterations: 1, automatic_tax }];
  const shown = await must(client.post('/v1/invoices/create_preview', { customer, schedule_details: { phases } }));
  expect(shown.total).toBe(1200);
  const rate = await must(client.post('/v1/tax_rates', { display_name: 'VAT', inclusive: false, percentage: 20 }));
  const beside = { customer, phases: [{ items, automatic_tax, default_tax_rates: [rate.id] }] };
  expect((await client.post('/v1/subscription_schedules', beside)).body.error.param).toBe('phases[0][default_tax_rates]');
});

test.each(roads)('%s: a schedule of a subscription with automatic taxes leaves them on, and a later phase turns them off', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const customer = await buyer(client, { address: paris });
  const items = [{ price: await price({ recurring: { interval: 'month' } }) }];
  const { id } = await must(client.post('/v1/subscriptions', { customer, items, automatic_tax }));
  const schedule = await must(client.post('/v1/subscription_schedules', { from_subscription: id }));
  expect(schedule.default_settings.automatic_tax).toMatchObject({ enabled: true, liability: { type: 'self' } });
  const [{ start_date, end_date }] = schedule.phases;
  const of = async (phase: object) => {
    await must(client.post(`/v1/subscription_schedules/${schedule.id}`, { phases: [{ items, start_date, end_date, ...phase }] }));
    return (await must(client.get(`/v1/subscriptions/${id}`))).automatic_tax.enabled;
  };
  expect(await of({})).toBe(true);
  expect(await of({ automatic_tax: { enabled: false } })).toBe(false);
});

test.each(roads)('%s: refunds of a paid session take back its recorded taxes', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const sent = { mode: 'payment', success_url, automatic_tax, line_items: [{ price: await price(), quantity: 1 }] };
  const session = await must(client.post('/v1/checkout/sessions', sent));
  const page = pageAt(both.service(road), session.url);
  const path = `/v1/checkout/sessions/${session.id}`;
  await must(page.post(`${path}/adjust`, { address: paris }));
  await must(page.post(`${path}/confirm`, { payment_method_data: cardOf('4242424242424242'), address: paris }));
  const { payment_intent } = await must(client.get(path));
  const newest = async () => (await must(client.get('/v1/tax/transactions'))).data[0];
  await must(client.post('/v1/refunds', { payment_intent, amount: 600 }));
  expect(await newest()).toMatchObject({ type: 'reversal', line_items: { data: [{ amount: -500, amount_tax: -100 }] } });
  await must(client.post('/v1/refunds', { payment_intent }));
  const last = await newest();
  expect(last.line_items.data).toMatchObject([{ amount: -500, amount_tax: -100 }]);
  const more = { mode: 'full', original_transaction: last.reversal.original_transaction, reference: 'again' };
  expect((await client.post('/v1/tax/transactions/create_reversal', more)).body.error.message).toContain('reversed already');
});

test.each(roads)('%s: a refund in the currency of its payer takes back taxes in that of the session', async (road) => {
  const { client, price } = await openSeller(both.service(road));
  const sent = {
    mode: 'payment',
    success_url,
    automatic_tax,
    adaptive_pricing: { enabled: true },
    line_items: [{ price: await price(), quantity: 1 }],
  };
  const session = await must(client.post('/v1/checkout/sessions', sent));
  const page = pageAt(both.service(road), session.url);
  const path = `/v1/checkout/sessions/${session.id}`;
  await must(page.post(`${path}/adjust`, { address: paris, presentment_currency: session.currency === 'jpy' ? 'usd' : 'jpy' }));
  await must(page.post(`${path}/confirm`, { payment_method_data: cardOf('4242424242424242'), address: paris }));
  const { payment_intent } = await must(client.get(path));
  await must(client.post('/v1/refunds', { payment_intent }));
  const [reversal] = (await must(client.get('/v1/tax/transactions'))).data;
  expect(reversal).toMatchObject({ type: 'reversal', line_items: { data: [{ amount: -1000, amount_tax: -200 }] } });
});

import { describe, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { draftOf, eventsSoFar, invoiceNow, itemFor, must, openInvoice, shopWithCustomer, toldSince } from '../support/billing.js';
import { commonService } from '../support/services.js';

const service = await commonService();

test('pending items become a draft, which is finalized under a number and paid by the card of its customer', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa', invoice_prefix: 'ACME' });
  const item = await itemFor(shop, customer, { amount: 2000, description: 'Work' });
  const draft = await draftOf(shop, customer);
  expect(draft).toMatchObject({ object: 'invoice', status: 'draft', number: null, total: 2000, amount_due: 2000, paid: false });
  expect(draft.lines).toMatchObject({ object: 'list', has_more: false, total_count: 1, url: `/v1/invoices/${draft.id}/lines` });
  expect(draft.lines.data[0]).toMatchObject({ object: 'line_item', amount: 2000, description: 'Work', invoice_item: item.id });
  const open = await must(shop.post(`/v1/invoices/${draft.id}/finalize`));
  expect(open).toMatchObject({ status: 'open', number: 'ACME-0001', amount_remaining: 2000, attempted: false });
  const before = await eventsSoFar(shop);
  const paid = await must(shop.post(`/v1/invoices/${draft.id}/pay`));
  expect(paid).toMatchObject({ status: 'paid', paid: true, amount_paid: 2000, amount_remaining: 0, attempt_count: 1, attempted: true });
  expect(await toldSince(shop, before)).toEqual([
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.updated',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
  ]);
  const intent = await must(shop.get(`/v1/payment_intents/${paid.payment_intent}`));
  expect([intent.invoice, intent.status, intent.latest_charge]).toEqual([paid.id, 'succeeded', paid.charge]);
});

test('402: a declined card leaves the invoice open, and another card pays it', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_chargeCustomerFail' });
  const open = await openInvoice(shop, customer);
  const declined = await shop.post(`/v1/invoices/${open.id}/pay`);
  expect([declined.status, declined.body.error.code]).toEqual([402, 'card_declined']);
  expect(await invoiceNow(shop, open)).toMatchObject({ status: 'open', attempted: true, attempt_count: 1, next_payment_attempt: null });
  const method = (await must(shop.post('/v1/payment_methods/pm_card_visa/attach', { customer }))).id;
  expect(await must(shop.post(`/v1/invoices/${open.id}/pay`, { payment_method: method }))).toMatchObject({
    status: 'paid',
    attempt_count: 1,
  });
});

test('402: a payer who must authenticate gets a step, and completes the payment by its client secret', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_authenticationRequired' });
  const open = await openInvoice(shop, customer);
  const before = await eventsSoFar(shop);
  const refused = await shop.post(`/v1/invoices/${open.id}/pay`);
  expect([refused.status, refused.body.error.code]).toEqual([402, 'invoice_payment_intent_requires_action']);
  const event_types = await toldSince(shop, before);
  expect(event_types.filter((type) => type.startsWith('invoice.'))).toEqual([
    'invoice.payment_action_required',
    'invoice.updated',
    'invoice.payment_failed',
  ]);
  expect(event_types.indexOf('payment_intent.requires_action')).toBeLessThan(event_types.indexOf('invoice.payment_action_required'));
  const waiting = await invoiceNow(shop, open, { 'expand[0]': 'confirmation_secret', 'expand[1]': 'payments' });
  expect(waiting.confirmation_secret).toEqual({ client_secret: expect.stringMatching(/^pi_.*_secret_/), type: 'payment_intent' });
  expect(waiting.payments.data[0]).toMatchObject({
    status: 'open',
    amount_requested: 2000,
    payment: { payment_intent: open.payment_intent },
  });
  await must(shop.post(`/v1/test_helpers/payment_intents/${open.payment_intent}/next_action`, { outcome: 'succeed' }));
  expect(await invoiceNow(shop, open)).toMatchObject({ status: 'paid', amount_paid: 2000, attempt_count: 1 });
});

test('400: without a stored payment method, nothing is tried', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const open = await openInvoice(shop, customer);
  const refused = await shop.post(`/v1/invoices/${open.id}/pay`);
  expect([refused.status, refused.body.error.param]).toEqual([400, 'payment_method']);
  expect(await invoiceNow(shop, open)).toMatchObject({ attempted: false, attempt_count: 0 });
});

test('twenty invoices that are finalized concurrently have consecutive numbers', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const drafts = await Promise.all(
    Array.from({ length: 20 }, () => draftOf(shop, customer, { pending_invoice_items_behavior: 'exclude' })),
  );
  expect((await shop.del(`/v1/invoices/${drafts.pop().id}`)).body).toMatchObject({ object: 'invoice', deleted: true });
  const done = await Promise.all(drafts.map(({ id }) => must(shop.post(`/v1/invoices/${id}/finalize`))));
  const counted = done.map(({ number }) => Number(number.split('-')[1])).sort((a, b) => a - b);
  expect(counted).toEqual(Array.from({ length: 19 }, (_, place) => place + 1));
});

test('an account can number all its invoices in one sequence', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const account = (await must(shop.get('/v1/account'))).id;
  await must(shop.post(`/v1/accounts/${account}`, { settings: { invoices: { numbering: 'account', prefix: 'REG' } } }));
  const other = (await must(shop.post('/v1/customers'))).id;
  const numbers = [];
  for (const each of [customer, other, customer]) numbers.push((await openInvoice(shop, each)).number);
  expect(numbers).toEqual(['REG-0001', 'REG-0002', 'REG-0003']);
});

test('400: a number chosen by hand cannot be in any customer’s sequence, now or later', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const other = (await must(shop.post('/v1/customers'))).id;
  const counted = await openInvoice(shop, customer);
  for (const number of [counted.number, 'LATER-0001', 'LATER-10000', 'INV-7']) {
    const { status, body } = await shop.post('/v1/invoices', { customer: other, number });
    expect([status, body.error?.param]).toEqual([400, 'number']);
  }
  const draft = await draftOf(shop, other, { pending_invoice_items_behavior: 'exclude' });
  expect((await shop.post(`/v1/invoices/${draft.id}`, { number: counted.number })).body.error?.param).toBe('number');
  for (const number of ['RE-2026-0001', '2026/0001', 'later-0001', 'R-1']) {
    const chosen = await draftOf(shop, other, { number, pending_invoice_items_behavior: 'exclude' });
    expect((await must(shop.post(`/v1/invoices/${chosen.id}/finalize`))).number).toBe(number);
  }
});

test('credit pays first, and an amount below the minimum charge moves to the next invoice', async () => {
  const { shop, customer } = await shopWithCustomer(service, { balance: -1500 });
  const first = await openInvoice(shop, customer, 2000);
  expect(first).toMatchObject({ status: 'open', total: 2000, starting_balance: -1500, ending_balance: 0, amount_due: 500 });
  const second = await openInvoice(shop, customer, 30);
  expect(second).toMatchObject({ status: 'paid', total: 30, amount_due: 0, amount_paid: 0, ending_balance: 30, payment_intent: null });
  const third = await openInvoice(shop, customer, -100);
  expect(third).toMatchObject({ status: 'paid', total: -100, starting_balance: 30, ending_balance: -70 });
  const { data } = await must(shop.get(`/v1/customers/${customer}/balance_transactions`));
  expect(
    data.map(({ amount, type, invoice }: { amount: number; type: string; invoice: string }) => [amount, type, invoice]).reverse(),
  ).toEqual([
    [-1500, 'initial', null],
    [1500, 'applied_to_invoice', first.id],
    [30, 'invoice_too_small', second.id],
    [-100, 'applied_to_invoice', third.id],
  ]);
  const voided = await must(shop.post(`/v1/invoices/${first.id}/void`));
  expect(voided).toMatchObject({ status: 'void', status_transitions: { voided_at: expect.any(Number) } });
  expect((await must(shop.get(`/v1/customers/${customer}`))).balance).toBe(-1570);
  expect((await must(shop.get(`/v1/payment_intents/${first.payment_intent}`))).status).toBe('canceled');
});

test('tax rates apply to lines after the discount of the customer, in both shapes', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const rate = await must(shop.post('/v1/tax_rates', { display_name: 'VAT', percentage: 20, inclusive: false }));
  await must(shop.post('/v1/coupons', { id: 'HALF', percent_off: 50, duration: 'forever' }));
  await must(shop.post(`/v1/customers/${customer}`, { coupon: 'HALF' }));
  await itemFor(shop, customer, { amount: 1000 });
  const draft = await draftOf(shop, customer, { default_tax_rates: [rate.id] });
  expect(draft).toMatchObject({ subtotal: 1000, tax: 100, total: 600, total_excluding_tax: 500 });
  expect(draft.discount).toMatchObject({ object: 'discount', coupon: { id: 'HALF' } });
  expect(draft.total_discount_amounts).toEqual([{ amount: 500, discount: draft.discounts[0] }]);
  expect(draft.total_tax_amounts).toEqual([
    { amount: 100, inclusive: false, tax_rate: rate.id, taxability_reason: 'standard_rated', taxable_amount: 500 },
  ]);
  expect(draft.total_taxes[0]).toMatchObject({ amount: 100, tax_behavior: 'exclusive', tax_rate_details: { tax_rate: rate.id } });
  expect(draft.default_tax_rates[0]).toMatchObject({ id: rate.id, object: 'tax_rate', percentage: 20 });
});

test('an item’s own discount comes first, then the invoice’s, and each is redeemed once', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  await must(shop.post('/v1/coupons', { id: 'FIVE', amount_off: 500, currency: 'usd', duration: 'once', max_redemptions: 1 }));
  await must(shop.post('/v1/coupons', { id: 'TENTH', percent_off: 10, duration: 'once' }));
  await itemFor(shop, customer, { amount: 2000, discounts: [{ coupon: 'FIVE' }] });
  await itemFor(shop, customer, { amount: 1000 });
  const draft = await draftOf(shop, customer, { discounts: [{ coupon: 'TENTH' }] });
  expect(draft).toMatchObject({ subtotal: 2500, total: 2250 });
  const again = await shop.post('/v1/invoiceitems', { customer, amount: 1, currency: 'usd', discounts: [{ coupon: 'FIVE' }] });
  expect([again.status, again.body.error.code]).toEqual([400, 'coupon_expired']);
  const without = await must(shop.post(`/v1/invoices/${draft.id}`, { discounts: '' }));
  expect(without).toMatchObject({ total: 2500, discounts: [], discount: null });
  const expanded = await invoiceNow(shop, draft, { 'expand[0]': 'lines.data.discounts' });
  expect(expanded.lines.data[1].discounts[0]).toMatchObject({ object: 'discount', coupon: { id: 'FIVE' } });
});

test('a customer’s discount for one invoice is removed with it', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  await must(shop.post('/v1/coupons', { id: 'ONCE', percent_off: 50, duration: 'once' }));
  await must(shop.post(`/v1/customers/${customer}`, { coupon: 'ONCE' }));
  expect((await openInvoice(shop, customer, 1000)).total).toBe(500);
  expect((await openInvoice(shop, customer, 1000)).total).toBe(1000);
});

test('the next invoice is previewed, and nothing of it is stored', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const nothing = await shop.post('/v1/invoices/create_preview', { customer });
  expect([nothing.status, nothing.body.error.code]).toEqual([404, 'invoice_upcoming_none']);
  const item = await itemFor(shop, customer, { amount: 700 });
  const before = await eventsSoFar(shop);
  const preview = await must(
    shop.post('/v1/invoices/create_preview', { customer, invoice_items: [{ amount: 300 }, { invoiceitem: item.id, amount: 800 }] }),
  );
  expect(preview).toMatchObject({ object: 'invoice', status: 'draft', total: 1100, billing_reason: 'upcoming', number: null });
  expect(preview.id).toMatch(/^upcoming_in_/);
  expect(await must(shop.get('/v1/invoices/upcoming', { customer }))).toMatchObject({ total: 700 });
  const lines = await must(shop.get('/v1/invoices/upcoming/lines', { customer }));
  expect(lines.data.map(({ amount }: { amount: number }) => amount)).toEqual([700]);
  expect([(await must(shop.get('/v1/invoices'))).data, await eventsSoFar(shop)]).toEqual([[], before]);
  expect(await must(shop.get(`/v1/invoiceitems/${item.id}`))).toMatchObject({ amount: 700, invoice: null });
});

test('payments created separately pay an invoice together', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const open = await openInvoice(shop, customer, 2000);
  const pay = async (amount: number) =>
    (await must(shop.post('/v1/payment_intents', { amount, currency: 'usd', customer, confirm: true, payment_method: 'pm_card_visa' }))).id;
  const first = await must(shop.post(`/v1/invoices/${open.id}/attach_payment`, { payment_intent: await pay(500) }));
  expect(first).toMatchObject({ status: 'open', amount_paid: 500, amount_remaining: 1500 });
  expect((await must(shop.get(`/v1/payment_intents/${open.payment_intent}`))).amount).toBe(1500);
  const second = await must(shop.post(`/v1/invoices/${open.id}/attach_payment`, { payment_intent: await pay(1500) }));
  expect(second).toMatchObject({ status: 'paid', amount_paid: 2000, amount_remaining: 0, amount_overpaid: 0 });
});

test('every invariant holds afterwards', async () => {
  expect(await audit(service.engine.database)).toEqual([]);
});

test('an invoice takes the first 250 pending items, and the next one the others', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 63; i++) await itemFor(shop, customer, { amount: 100 });
    }),
  );
  const preview = await must(shop.post('/v1/invoices/create_preview', { customer }));
  expect(preview.total).toBe(25_000);
  const first = await draftOf(shop, customer);
  expect(first.total).toBe(25_000);
  expect((await draftOf(shop, customer)).total).toBe(200);
  await must(
    shop.post(`/v1/invoices/${first.id}/add_lines`, { lines: Array.from({ length: 50 }, () => ({ amount: 100, description: 'More' })) }),
  );
  expect((await shop.del(`/v1/invoices/${first.id}`)).status).toBe(200);
  expect((await draftOf(shop, customer)).total).toBe(25_000);
});

test('all invoices of a customer use the customer’s settings, unless they have their own', async () => {
  const custom_fields = [{ name: 'Order', value: '4711' }];
  const { shop, customer } = await shopWithCustomer(service, { invoice_settings: { custom_fields, footer: 'Thanks' } });
  await itemFor(shop, customer, { amount: 1000 });
  expect(await draftOf(shop, customer)).toMatchObject({ custom_fields, footer: 'Thanks' });
  const own = await draftOf(shop, customer, { custom_fields: [{ name: 'Project', value: 'X' }], footer: 'Bye' });
  expect(own).toMatchObject({ custom_fields: [{ name: 'Project', value: 'X' }], footer: 'Bye' });
});

describe('paying a draft', () => {
  test('finalizes it first, and pays it', async () => {
    const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
    await itemFor(shop, customer, { amount: 1500 });
    const draft = await draftOf(shop, customer);
    const before = await eventsSoFar(shop);
    expect(await must(shop.post(`/v1/invoices/${draft.id}/pay`))).toMatchObject({
      status: 'paid',
      amount_paid: 1500,
      number: expect.stringMatching(/-0001$/),
    });
    const event_types = await toldSince(shop, before);
    expect(event_types.filter((type) => type === 'invoice.finalized' || type === 'invoice.paid')).toEqual([
      'invoice.finalized',
      'invoice.paid',
    ]);
  });

  test('collects nothing where the total is zero', async () => {
    const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
    const draft = await draftOf(shop, customer, { currency: 'usd' });
    expect(await must(shop.post(`/v1/invoices/${draft.id}/pay`))).toMatchObject({ status: 'paid', amount_paid: 0 });
  });

  test('leaves it open where the card is declined, and refuses the request without a payment method', async () => {
    const declined = await shopWithCustomer(service, { card: 'pm_card_chargeCustomerFail' });
    await itemFor(declined.shop, declined.customer, { amount: 1500 });
    const draft = await draftOf(declined.shop, declined.customer);
    expect((await declined.shop.post(`/v1/invoices/${draft.id}/pay`)).body.error.code).toBe('card_declined');
    expect(await invoiceNow(declined.shop, draft)).toMatchObject({ status: 'open', attempt_count: 1 });
    const without = await shopWithCustomer(service);
    await itemFor(without.shop, without.customer, { amount: 1500 });
    const other = await draftOf(without.shop, without.customer);
    expect((await without.shop.post(`/v1/invoices/${other.id}/pay`)).body.error.param).toBe('payment_method');
    expect(await invoiceNow(without.shop, other)).toMatchObject({ status: 'draft', number: null });
  });
});

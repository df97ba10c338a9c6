import { afterAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { draftOf, invoiceNow, itemFor, must, openInvoice, shopWithCustomer, toldSince } from '../support/billing.js';
import { intentNow, paid, payerDoes, refusal } from '../support/payments.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

type Shop = { readonly shop: Client; readonly customer: string };

/** An open invoice of 20 euros that a bank debit may pay. */
async function euros({ shop, customer }: Shop) {
  await itemFor(shop, customer, { amount: 2000, currency: 'eur' });
  const draft = await draftOf(shop, customer, { currency: 'eur', payment_settings: { payment_method_types: ['sepa_debit', 'card'] } });
  return must(shop.post(`/v1/invoices/${draft.id}/finalize`));
}

/** A debit with an accepted mandate, which takes its bank days. */
async function debitOf({ shop, customer }: Shop): Promise<string> {
  const sepa_debit = { iban: 'DE89370400440532013000' };
  const { id } = await must(
    shop.post('/v1/payment_methods', { type: 'sepa_debit', sepa_debit, billing_details: { name: 'Jo', email: 'jo@example.com' } }),
  );
  return (await must(shop.post(`/v1/payment_methods/${id}/attach`, { customer }))).id;
}

const inFlight = async (of: Shop, amount = 2000) =>
  paid(of.shop, {
    ...{ amount, currency: 'eur', customer: of.customer, payment_method: await debitOf(of) },
    ...{ payment_method_types: ['sepa_debit'], mandate_data: { customer_acceptance: { type: 'offline' } } },
  });

const unpaidIntent = ({ shop, customer }: Shop, amount: number, params: object = {}) =>
  must(shop.post('/v1/payment_intents', { amount, currency: 'usd', customer, payment_method: 'pm_card_visa', ...params }));

const paidIntent = ({ shop, customer }: Shop, amount: number, params: object = {}) => paid(shop, { amount, customer, ...params });

const attach = (shop: Client, { id }: { id: string }, intent: { id: string }) =>
  shop.post(`/v1/invoices/${id}/attach_payment`, { payment_intent: intent.id });

const payUsual = async (of: Shop, invoice: { id: string }) =>
  must(of.shop.post(`/v1/invoices/${invoice.id}/pay`, { payment_method: await debitOf(of), off_session: false }));

const paymentsOf = async (shop: Client, { id }: { id: string }): Promise<[string, number | null][]> =>
  (await must(shop.get(`/v1/invoice_payments?invoice=${id}&limit=100`))).data
    .map(({ status, amount_paid }: { status: string; amount_paid: number | null }) => [status, amount_paid])
    .reverse();

/** The customer's credit, and the reason of its latest transaction. */
async function balanceOf({ shop, customer }: Shop) {
  const { data } = await must(shop.get(`/v1/customers/${customer}/balance_transactions`));
  return [(await must(shop.get(`/v1/customers/${customer}`))).balance, data[0]?.type, data[0]?.invoice];
}

test('the first of three payments for one invoice pays it, and the others are canceled', async () => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await openInvoice(shop, of.customer);
  const intents = await Promise.all([1, 2, 3].map(() => unpaidIntent(of, 2000)));
  for (const each of intents) await must(attach(shop, invoice, each));
  const tried = await Promise.all(intents.map(({ id }) => shop.post(`/v1/payment_intents/${id}/confirm`, {})));
  expect(tried.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(await invoiceNow(shop, invoice)).toMatchObject({ status: 'paid', amount_paid: 2000, amount_overpaid: 0, amount_remaining: 0 });
  expect((await paymentsOf(shop, invoice)).sort()).toEqual([
    ['canceled', null],
    ['canceled', null],
    ['canceled', null],
    ['paid', 2000],
  ]);
  expect((await intentNow(shop, { id: invoice.payment_intent })).status).toBe('canceled');
});

test('a debit that arrives after another payment has paid the invoice has an overpaid event, and is credited to the customer', async () => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await euros(of);
  await payUsual(of, invoice);
  await must(attach(shop, invoice, await paidIntent(of, 2000, { currency: 'eur' })));
  expect(await invoiceNow(shop, invoice)).toMatchObject({ status: 'paid', amount_paid: 2000, amount_overpaid: 0 });
  await must(payerDoes(shop, { id: invoice.payment_intent }, 'succeed'));
  expect(await invoiceNow(shop, invoice)).toMatchObject({ status: 'paid', amount_paid: 2000, amount_overpaid: 2000, amount_remaining: 0 });
  expect(await paymentsOf(shop, invoice)).toEqual([
    ['paid', 2000],
    ['paid', 2000],
  ]);
  expect(await balanceOf(of)).toEqual([-2000, 'invoice_overpaid', invoice.id]);
  const event_types = (await toldSince(shop)).filter((type) => /^invoice\.(paid|overpaid)$/.test(type));
  expect(event_types).toEqual(['invoice.paid', 'invoice.overpaid']);
});

test('a payment attached in flight is overpaid once the default payment has succeeded', async () => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await euros(of);
  const flying = await inFlight(of);
  await must(attach(shop, invoice, flying));
  await must(shop.post(`/v1/invoices/${invoice.id}/pay`, { payment_method: 'pm_card_visa' }));
  await must(payerDoes(shop, flying, 'succeed'));
  expect(await invoiceNow(shop, invoice)).toMatchObject({ status: 'paid', amount_paid: 2000, amount_overpaid: 2000 });
  expect(await balanceOf(of)).toEqual([-2000, 'invoice_overpaid', invoice.id]);
  const next = await euros(of);
  expect(next).toMatchObject({ status: 'paid', amount_due: 0, starting_balance: -2000 });
});

test('a payment in flight above the remaining amount pays the rest, and the excess is credited to the customer', async () => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await euros(of);
  await payUsual(of, invoice);
  await must(attach(shop, invoice, await paidIntent(of, 500, { currency: 'eur' })));
  await must(payerDoes(shop, { id: invoice.payment_intent }, 'succeed'));
  expect(await invoiceNow(shop, invoice)).toMatchObject({ status: 'paid', amount_paid: 2000, amount_overpaid: 500 });
  expect(await balanceOf(of)).toEqual([-500, 'invoice_overpaid', invoice.id]);
});

test('a payment that fails after the invoice was paid otherwise can no longer be made', async () => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await euros(of);
  await payUsual(of, invoice);
  await must(attach(shop, invoice, await paidIntent(of, 2000, { currency: 'eur' })));
  await payerDoes(shop, { id: invoice.payment_intent }, 'fail');
  expect((await intentNow(shop, { id: invoice.payment_intent })).status).toBe('canceled');
  expect(await paymentsOf(shop, invoice)).toEqual([
    ['canceled', null],
    ['paid', 2000],
  ]);
});

test.each(['usual', 'attached'])('400: while a payment is in flight, the %s one, the invoice cannot be closed otherwise', async (which) => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await euros(of);
  if (which === 'usual') await payUsual(of, invoice);
  else await must(attach(shop, invoice, await inFlight(of)));
  const path = `/v1/invoices/${invoice.id}`;
  for (const answer of [
    await shop.post(`${path}/void`),
    await shop.post(`${path}/mark_uncollectible`),
    await shop.post(`${path}/pay`, { paid_out_of_band: true }),
    await shop.post('/v1/credit_notes', { invoice: invoice.id, amount: 2000 }),
  ]) {
    expect(refusal(answer)).toEqual([400, 'invoice_unexpected_state']);
    expect(answer.body.error.message).toContain('under way');
  }
  expect(await invoiceNow(shop, invoice)).toMatchObject({ status: 'open', amount_remaining: 2000 });
});

test.each([
  ['voided', (shop: Client, id: string) => shop.post(`/v1/invoices/${id}/void`)],
  ['paid out of band', (shop: Client, id: string) => shop.post(`/v1/invoices/${id}/pay`, { paid_out_of_band: true })],
  ['credited as a whole', (shop: Client, id: string) => shop.post('/v1/credit_notes', { invoice: id, amount: 2000 })],
])('an invoice that is %s cancels every payment that could still be made', async (_, end) => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await openInvoice(shop, of.customer);
  const intent = await unpaidIntent(of, 1000);
  await must(attach(shop, invoice, intent));
  await must(end(shop, invoice.id));
  expect([(await intentNow(shop, intent)).status, (await intentNow(shop, { id: invoice.payment_intent })).status]).toEqual([
    'canceled',
    'canceled',
  ]);
  expect(await paymentsOf(shop, invoice)).toEqual([
    ['canceled', null],
    ['canceled', null],
  ]);
});

test('a canceled attached payment is no longer a payment of the invoice', async () => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await openInvoice(shop, of.customer);
  const intent = await unpaidIntent(of, 1000);
  await must(attach(shop, invoice, intent));
  await must(shop.post(`/v1/payment_intents/${intent.id}/cancel`));
  expect(await paymentsOf(shop, invoice)).toEqual([
    ['open', null],
    ['canceled', null],
  ]);
});

test('400: a payment above the remaining amount cannot be attached', async () => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await openInvoice(shop, of.customer);
  await must(attach(shop, invoice, await paidIntent(of, 500)));
  const answer = await attach(shop, invoice, await paidIntent(of, 1600));
  expect(refusal(answer)).toEqual([400, 'amount_too_large', 'payment_intent']);
  expect(answer.body.error.message).toContain('15.00 USD');
  expect(await invoiceNow(shop, invoice)).toMatchObject({ status: 'open', amount_paid: 500, amount_remaining: 1500 });
});

test('400: a partly paid invoice cannot be voided, because the payment would have no purpose', async () => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await openInvoice(shop, of.customer);
  await must(attach(shop, invoice, await paidIntent(of, 500)));
  const answer = await shop.post(`/v1/invoices/${invoice.id}/void`);
  expect(refusal(answer)).toEqual([400, 'invoice_unexpected_state']);
  expect(answer.body.error.message).toContain('5.00 USD');
  expect((await must(shop.post(`/v1/invoices/${invoice.id}/mark_uncollectible`))).status).toBe('uncollectible');
  expect(refusal(await shop.post(`/v1/invoices/${invoice.id}/void`))).toEqual([400, 'invoice_unexpected_state']);
});

test("a partial payment ends the payer's step for the full amount, and the payer is asked for the remaining amount", async () => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await openInvoice(shop, of.customer);
  const way = { payment_method: 'pm_card_threeDSecure2Required', off_session: false };
  expect((await shop.post(`/v1/invoices/${invoice.id}/pay`, way)).status).toBe(402);
  const usual = { id: invoice.payment_intent };
  expect(await intentNow(shop, usual)).toMatchObject({ status: 'requires_action', amount: 2000 });
  await must(attach(shop, invoice, await paidIntent(of, 500)));
  expect(await intentNow(shop, usual)).toMatchObject({ status: 'requires_confirmation', amount: 1500, next_action: null });
  expect((await payerDoes(shop, usual, 'succeed')).status).toBe(400);
  await shop.post(`/v1/invoices/${invoice.id}/pay`, way);
  await must(payerDoes(shop, usual, 'succeed'));
  const charges = (await must(shop.get(`/v1/charges?payment_intent=${invoice.payment_intent}`))).data;
  expect(charges.map(({ amount }: { amount: number }) => amount)).toEqual([1500]);
  expect(await invoiceNow(shop, invoice)).toMatchObject({ status: 'paid', amount_paid: 2000, amount_overpaid: 0 });
});

test('a partly refunded payment pays its net amount, and a fully refunded one pays nothing', async () => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const [part, whole] = [await paidIntent(of, 2000), await paidIntent(of, 2000)];
  await must(shop.post('/v1/refunds', { payment_intent: part.id, amount: 700 }));
  await must(shop.post('/v1/refunds', { payment_intent: whole.id }));
  const invoice = await openInvoice(shop, of.customer);
  const answer = await attach(shop, invoice, whole);
  expect(refusal(answer)).toEqual([400, 'parameter_invalid', 'payment_intent']);
  expect(answer.body.error.message).toContain('refunded');
  expect(await must(attach(shop, invoice, part))).toMatchObject({ status: 'open', amount_paid: 1300, amount_remaining: 700 });
});

test('400: a payment cannot be attached if the remainder would be below the minimum charge', async () => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await openInvoice(shop, of.customer);
  const answer = await attach(shop, invoice, await paidIntent(of, 1980));
  expect(refusal(answer)).toEqual([400, 'amount_too_small', 'payment_intent']);
  expect(answer.body.error.message).toContain('0.20 USD');
  expect(await must(attach(shop, invoice, await paidIntent(of, 1950)))).toMatchObject({ status: 'open', amount_remaining: 50 });
});

test('400: an invoice has a hundred payments at most, and can still be paid', async () => {
  const of = await shopWithCustomer(service);
  const { shop } = of;
  const invoice = await openInvoice(shop, of.customer);
  const attached = async () => attach(shop, invoice, await unpaidIntent(of, 100));
  for (let round = 0; round < 9; round += 1)
    await Promise.all(Array.from({ length: 11 }, () => attached().then((answer) => must(Promise.resolve(answer)))));
  expect(refusal(await attached())).toEqual([400, 'parameter_invalid', 'payment_intent']);
  expect((await must(shop.post(`/v1/invoices/${invoice.id}/pay`, { payment_method: 'pm_card_visa' }))).status).toBe('paid');
  expect((await paymentsOf(shop, invoice)).filter(([status]) => status === 'canceled')).toHaveLength(99);
});

afterAll(async () => {
  expect(await audit(service.engine.database)).toEqual([]);
});

test('the default payment collects the remaining amount after a partial payment, in every view', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const invoice = await openInvoice(shop, customer);
  const part = await paid(shop, { amount: 500, customer });
  await must(shop.post(`/v1/invoices/${invoice.id}/attach_payment`, { payment_intent: part.id }));
  const { data } = (await shop.get(`/v1/invoice_payments?invoice=${invoice.id}&status=open`)).body;
  expect(data.map(({ amount_requested }: { amount_requested: number }) => amount_requested)).toEqual([1500]);
  expect((await shop.get(`/v1/payment_intents/${invoice.payment_intent}`)).body.amount).toBe(1500);
});

import { afterAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { requireMovable } from '../../src/resources/customers/customer-balance/move.js';
import { draftOf, invoiceNow, itemFor, must, openInvoice, shopWithCustomer } from '../support/billing.js';
import { refusalOf } from '../support/decisions.js';
import { paid, refusal } from '../support/payments.js';
import { commonService } from '../support/services.js';

const service = await commonService();

test.each(['default_payment_method', 'default_source'] as const)(
  '400: an invoice is not charged to the %s of another customer',
  async (param) => {
    const { shop, customer } = await shopWithCustomer(service);
    const other = (await must(shop.post('/v1/customers', { payment_method: 'pm_card_visa' }))).id;
    const theirs = {
      default_payment_method: (await must(shop.get(`/v1/payment_methods?customer=${other}&type=card`))).data[0].id,
      default_source: (await must(shop.post(`/v1/customers/${other}/sources`, { source: 'tok_visa' }))).id,
    };
    const given = { [param]: theirs[param] };
    expect(refusal(await shop.post('/v1/invoices', { customer, ...given }))).toEqual([400, 'resource_missing', param]);
    await itemFor(shop, customer, { amount: 2000 });
    const draft = await draftOf(shop, customer);
    expect(refusal(await shop.post(`/v1/invoices/${draft.id}`, given))).toEqual([400, 'resource_missing', param]);
    await must(shop.post(`/v1/invoices/${draft.id}/finalize`));
    expect(refusal(await shop.post(`/v1/invoices/${draft.id}`, given))).toEqual([400, 'resource_missing', param]);
    expect((await invoiceNow(shop, draft))[param]).toBeNull();
  },
);

test('400: a chosen number belongs to one final invoice', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const chosen = async (number: string) => {
    await itemFor(shop, customer, { amount: 2000 });
    return shop.post(`/v1/invoices/${(await draftOf(shop, customer, { number })).id}/finalize`);
  };
  const first = await must(chosen('ABC-1'));
  const answer = await chosen('ABC-1');
  expect(refusal(answer)).toEqual([400, 'resource_already_exists', 'number']);
  expect(answer.body.error.message).toContain(first.id);
  expect((await must(chosen('ABC-2'))).number).toBe('ABC-2');
});

test('400: a customer’s invoices are in one currency, that of their balance', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  await must(shop.post(`/v1/customers/${customer}/balance_transactions`, { amount: -1000, currency: 'usd' }));
  expect(refusal(await shop.post('/v1/invoiceitems', { customer, currency: 'jpy', amount: -50_000 }))).toEqual([
    400,
    'parameter_invalid',
    'currency',
  ]);
  expect(refusal(await shop.post('/v1/invoices', { customer, currency: 'jpy' }))).toEqual([400, 'parameter_invalid', 'currency']);
  expect((await must(shop.get(`/v1/customers/${customer}`))).balance).toBe(-1000);
});

test('400: of two drafts in two currencies the first one finalized sets the customer’s currency', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const [yen, dollars] = await Promise.all(['jpy', 'usd'].map((currency) => must(shop.post('/v1/invoices', { customer, currency }))));
  for (const { id } of [yen, dollars])
    await must(shop.post(`/v1/invoices/${id}/add_lines`, { lines: [{ amount: -50_000, description: 'x' }] }));
  expect(await must(shop.post(`/v1/invoices/${dollars.id}/finalize`))).toMatchObject({ status: 'paid', ending_balance: -50_000 });
  expect(refusal(await shop.post(`/v1/invoices/${yen.id}/finalize`))).toEqual([400, 'parameter_invalid', 'currency']);
  expect(await must(shop.get(`/v1/customers/${customer}`))).toMatchObject({ balance: -50_000, currency: 'usd' });
});

test('400: no invoice moves a balance past its bounds', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const lines = Array.from({ length: 2 }, () => ({ amount: -999_999_999_999, description: 'x' }));
  const draft = await must(shop.post('/v1/invoices', { customer, currency: 'usd' }));
  await must(shop.post(`/v1/invoices/${draft.id}/add_lines`, { lines }));
  expect(refusal(await shop.post(`/v1/invoices/${draft.id}/finalize`))).toEqual([400, 'amount_too_large', 'total']);
  expect((await invoiceNow(shop, draft)).status).toBe('draft');
  expect((await must(shop.get(`/v1/customers/${customer}`))).balance).toBe(0);
});

test('a balance past its bounds can move towards zero, and no further away', () => {
  const beyond = { balance: -2_000_000_000_000, currency: 'usd' };
  expect(refusalOf((asked) => requireMovable(beyond, { amount: 1000, currency: 'usd' }, asked))).toBeNull();
  expect(refusalOf((asked) => requireMovable(beyond, { amount: -1, currency: 'usd' }, asked))).toMatchObject({ code: 'amount_too_large' });
});

test('400: the amount of a line is limited to exact integers', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const draft = await must(shop.post('/v1/invoices', { customer, currency: 'usd' }));
  const huge = { unit_amount: 999_999_999_999, quantity: 9007 };
  expect(refusal(await shop.post('/v1/invoiceitems', { customer, invoice: draft.id, currency: 'usd', ...huge }))).toEqual([
    400,
    'amount_too_large',
    'quantity',
  ]);
});

test('400: a refund of any payment of an invoice is counted, and nothing is refunded twice', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const invoice = await openInvoice(shop, customer);
  const half = await paid(shop, { amount: 1000, customer });
  await must(shop.post(`/v1/invoices/${invoice.id}/attach_payment`, { payment_intent: half.id }));
  await must(shop.post(`/v1/invoices/${invoice.id}/pay`, { payment_method: 'pm_card_visa' }));
  const refund = await must(shop.post('/v1/refunds', { payment_intent: half.id }));
  const all = { invoice: invoice.id, amount: 2000, refund_amount: 1000, credit_amount: 1000 };
  const answer = await shop.post('/v1/credit_notes', all);
  expect(refusal(answer)).toEqual([400, 'amount_too_large', 'amount']);
  expect(answer.body.error.message).toContain('10.00 USD');
  const note = await must(
    shop.post('/v1/credit_notes', { invoice: invoice.id, amount: 2000, refund_amount: 1000, refunds: [{ refund: refund.id }] }),
  );
  expect(note).toMatchObject({ total: 2000, post_payment_amount: 2000 });
});

afterAll(async () => {
  expect(await audit(service.engine.database)).toEqual([]);
});

test('400: a number in the format of automatic numbers cannot be chosen', async () => {
  const { shop, customer } = await shopWithCustomer(service, { invoice_prefix: 'BYHAND' });
  await openInvoice(shop, customer);
  const draft = await draftOf(shop, customer, { number: 'LATER-7' });
  for (const number of ['BYHAND-0001', 'BYHAND-0002', 'INV-0007']) {
    expect(refusal(await shop.post('/v1/invoices', { customer, number }))).toEqual([400, 'parameter_invalid', 'number']);
    expect(refusal(await shop.post(`/v1/invoices/${draft.id}`, { number }))).toEqual([400, 'parameter_invalid', 'number']);
  }
  // An earlier draft gets its time of finalization.
  const account = (await must(shop.get('/v1/account'))).id;
  await must(shop.post(`/v1/accounts/${account}`, { settings: { invoices: { prefix: 'LATER' } } }));
  expect(refusal(await shop.post(`/v1/invoices/${draft.id}/finalize`))).toEqual([400, 'parameter_invalid', 'number']);
});

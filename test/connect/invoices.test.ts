import { afterAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { draftOf, invoiceNow, itemFor, must, shopWithCustomer } from '../support/billing.js';
import { as, connected, whole_account } from '../support/connect.js';
import { intentNow, paid, refusal } from '../support/payments.js';
import type { Answer, Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();
afterAll(async () => {
  expect(await audit(service.engine.database)).toEqual([]);
});

type Body = Answer['body'];
type Params = Readonly<Record<string, unknown>>;
type Platform = { readonly shop: Client; readonly customer: string; readonly account: string };

const card = 'pm_card_visa';

/** A platform with a customer who can be charged off session, and a connected account. */
async function platform(params: Params = {}): Promise<Platform> {
  const { shop, customer } = await shopWithCustomer(service, { card, ...params });
  return { shop, customer, account: (await connected(shop)).id };
}

const finalized = ({ shop }: Platform, { id }: { id: string }): Promise<Body> => must(shop.post(`/v1/invoices/${id}/finalize`));
const pay = ({ shop }: Platform, { id }: { id: string }, params: Params = {}): Promise<Body> =>
  must(shop.post(`/v1/invoices/${id}/pay`, params));

/** A draft with this amount in cents, and its transfer parameters. */
async function drafted({ shop, customer }: Platform, amount: number, params: Params): Promise<Body> {
  await itemFor(shop, customer, { amount });
  return draftOf(shop, customer, { ...params });
}

const chargeOf = async ({ shop }: Platform, { charge }: Body): Promise<Body> => must(shop.get(`/v1/charges/${charge}`));

/** The balance of an account in dollars, available and pending together. */
async function fundsOf({ shop }: Platform, account?: string): Promise<number> {
  const { available, pending } = await must(shop.get('/v1/balance', undefined, account ? as(account) : {}));
  return [...available, ...pending].filter(({ currency }) => currency === 'usd').reduce((sum, { amount }) => sum + amount, 0);
}

test('the paid amount of an invoice is transferred to its destination, less the platform’s fee', async () => {
  const of = await platform();
  const transfer_data = { destination: of.account };
  const draft = await drafted(of, 10_000, { application_fee_amount: 1500, transfer_data, on_behalf_of: of.account });
  const said = { application_fee_amount: 1500, transfer_data: { amount: null, destination: of.account }, on_behalf_of: of.account };
  expect(draft).toMatchObject(said);
  const open = await finalized(of, draft);
  expect(await intentNow(of.shop, { id: open.payment_intent })).toMatchObject({ ...said, application: null });
  const charge = await chargeOf(of, await pay(of, open));
  expect(charge).toMatchObject({
    amount: 10_000,
    transfer: expect.stringMatching(/^tr_/),
    application_fee: expect.stringMatching(/^fee_/),
  });
  expect(await fundsOf(of, of.account)).toBe(8500);
  const expanded = await invoiceNow(of.shop, open, { 'expand[]': 'transfer_data.destination' });
  expect(expanded.transfer_data.destination).toMatchObject({ id: of.account, object: 'account' });
});

test('only the given amount of an invoice is transferred', async () => {
  const of = await platform();
  const draft = await drafted(of, 10_000, { transfer_data: { destination: of.account, amount: 6200 } });
  await pay(of, await finalized(of, draft));
  expect(await fundsOf(of, of.account)).toBe(6200);
});

test('an invoice of a connected account leaves the platform its fee', async () => {
  const { shop, account } = await platform();
  const named = as(account);
  const paying = { payment_method: card, invoice_settings: { default_payment_method: card } };
  const { id: customer } = await must(shop.post('/v1/customers', paying, named));
  await must(shop.post('/v1/invoiceitems', { customer, amount: 5000, currency: 'usd' }, named));
  const params = { customer, pending_invoice_items_behavior: 'include', application_fee_amount: 700 };
  const draft = await must(shop.post('/v1/invoices', params, named));
  const application = expect.stringMatching(/^ca_/);
  expect(draft).toMatchObject({ application, application_fee_amount: 700, transfer_data: null });
  await must(shop.post(`/v1/invoices/${draft.id}/finalize`, {}, named));
  const { charge, payment_intent } = await must(shop.post(`/v1/invoices/${draft.id}/pay`, {}, named));
  expect(await must(shop.get(`/v1/payment_intents/${payment_intent}`, undefined, named))).toMatchObject({
    application,
    application_fee_amount: 700,
  });
  const { application_fee } = await must(shop.get(`/v1/charges/${charge}`, undefined, named));
  expect(await must(shop.get(`/v1/application_fees/${application_fee}`))).toMatchObject({ account, amount: 700 });
  expect(await fundsOf({ shop, customer, account })).toBe(700);
});

test('a fee is limited to the charged amount: after the balance of the customer, and after a credit note', async () => {
  const of = await platform({ balance: -7000 });
  const shares = { application_fee_amount: 4000, transfer_data: { destination: of.account } };
  const open = await finalized(of, await drafted(of, 10_000, shares));
  expect([open.amount_due, open.application_fee_amount]).toEqual([3000, 4000]);
  expect((await intentNow(of.shop, { id: open.payment_intent })).application_fee_amount).toBe(3000);
  await must(of.shop.post('/v1/credit_notes', { invoice: open.id, amount: 1000 }));
  expect(await intentNow(of.shop, { id: open.payment_intent })).toMatchObject({ amount: 2000, application_fee_amount: 2000 });
  await pay(of, open);
  expect([await fundsOf(of, of.account), (await chargeOf(of, await invoiceNow(of.shop, open))).amount]).toEqual([0, 2000]);
});

test('nothing is transferred without a charge: no amount due, or paid elsewhere', async () => {
  const of = await platform({ balance: -5000 });
  const shares = { application_fee_amount: 400, transfer_data: { destination: of.account } };
  expect(await finalized(of, await drafted(of, 5000, shares))).toMatchObject({ status: 'paid', payment_intent: null });
  const elsewhere = await finalized(of, await drafted(of, 5000, shares));
  expect(await pay(of, elsewhere, { paid_out_of_band: true })).toMatchObject({ status: 'paid', paid_out_of_band: true });
  expect(await fundsOf(of, of.account)).toBe(0);
});

test('an attached payment uses its own transfer parameters, and the rest those of the invoice', async () => {
  const of = await platform();
  const open = await finalized(of, await drafted(of, 10_000, { transfer_data: { destination: of.account, amount: 8000 } }));
  const { id } = await paid(of.shop, { amount: 4000, customer: of.customer, payment_method: card });
  await must(of.shop.post(`/v1/invoices/${open.id}/attach_payment`, { payment_intent: id }));
  expect(await fundsOf(of, of.account)).toBe(0);
  expect((await intentNow(of.shop, { id: open.payment_intent })).transfer_data).toEqual({ amount: 6000, destination: of.account });
  expect(await pay(of, open)).toMatchObject({ status: 'paid', amount_paid: 10_000 });
  expect(await fundsOf(of, of.account)).toBe(6000);
});

test('after a decline the invoice is paid by hand and transferred once', async () => {
  const of = await platform({ card: 'pm_card_chargeCustomerFail' });
  const open = await finalized(of, await drafted(of, 10_000, { application_fee_amount: 1000, transfer_data: { destination: of.account } }));
  expect((await of.shop.post(`/v1/invoices/${open.id}/pay`)).status).toBe(402);
  await pay(of, open, { payment_method: card });
  expect(await fundsOf(of, of.account)).toBe(9000);
});

test('400: wrong transfer parameters of an invoice are refused with their names', async () => {
  const of = await platform();
  const { shop, customer, account } = of;
  const lesser = (await connected(shop, { ...whole_account, capabilities: { card_payments: { requested: true } } })).id;
  const draft = await drafted(of, 5000, {});
  const wrong = [
    [{ application_fee_amount: 100 }, 'parameter_invalid', 'application_fee_amount'],
    [{ application_fee_amount: -1 }, 'parameter_invalid_integer', 'application_fee_amount'],
    [{ transfer_data: { amount: 100 } }, 'parameter_missing', 'transfer_data[destination]'],
    [{ transfer_data: { destination: 'acct_nobody' } }, 'resource_missing', 'transfer_data[destination]'],
    [{ transfer_data: { destination: lesser } }, 'insufficient_capabilities_for_transfer', 'transfer_data[destination]'],
    [{ transfer_data: { destination: account, amount: 5 }, application_fee_amount: 5 }, 'parameters_exclusive', 'transfer_data[amount]'],
    [{ on_behalf_of: 'acct_nobody' }, 'resource_missing', 'on_behalf_of'],
    [{ issuer: { type: 'account' } }, 'parameter_missing', 'issuer[account]'],
    [{ issuer: { type: 'self', account } }, 'parameter_invalid', 'issuer[account]'],
    [{ issuer: { type: 'account', account: 'acct_nobody' } }, 'resource_missing', 'issuer[account]'],
  ] as const;
  for (const [params, code, param] of wrong) {
    expect(refusal(await shop.post('/v1/invoices', { customer, ...params }))).toEqual([400, code, param]);
    expect(refusal(await shop.post(`/v1/invoices/${draft.id}`, params))).toEqual([400, code, param]);
  }
});

test('the transfer parameters can be changed while it is a draft', async () => {
  const of = await platform();
  const { id: other } = await connected(of.shop);
  const draft = await drafted(of, 5000, { application_fee_amount: 300, transfer_data: { destination: of.account } });
  const url = `/v1/invoices/${draft.id}`;
  const less = await must(of.shop.post(url, { application_fee_amount: '', transfer_data: { destination: other, amount: 2000 } }));
  expect(less).toMatchObject({ application_fee_amount: null, transfer_data: { amount: 2000, destination: other } });
  const all = await must(of.shop.post(url, { transfer_data: { destination: other } }));
  expect(all.transfer_data).toEqual({ amount: null, destination: other });
  expect((await must(of.shop.post(url, { transfer_data: '' }))).transfer_data).toBeNull();
  const open = await finalized(of, draft);
  const late = refusal(await of.shop.post(url, { application_fee_amount: 5 }));
  expect(late).toEqual([400, 'invoice_not_editable', 'application_fee_amount']);
  const paying = refusal(await of.shop.post(`/v1/payment_intents/${open.payment_intent}`, { application_fee_amount: 5 }));
  expect(paying).toEqual([400, 'payment_intent_unexpected_state', 'application_fee_amount']);
});

test('400: an invoice for an account that cannot receive transfers is not finalized', async () => {
  const of = await platform();
  const draft = await drafted(of, 5000, { transfer_data: { destination: of.account } });
  await must(of.shop.post(`/v1/accounts/${of.account}/capabilities/transfers`, { requested: false }));
  const refused = refusal(await of.shop.post(`/v1/invoices/${draft.id}/finalize`));
  expect(refused).toEqual([400, 'insufficient_capabilities_for_transfer', 'transfer_data[destination]']);
  const { id } = await connected(of.shop);
  const other = await drafted(of, 5000, { transfer_data: { destination: id } });
  await must(of.shop.del(`/v1/accounts/${id}`));
  expect(refusal(await of.shop.post(`/v1/invoices/${other.id}/finalize`))).toEqual([400, 'resource_missing', 'transfer_data[destination]']);
});

test('an invoice shows its issuer, or the account of on_behalf_of', async () => {
  const of = await platform();
  const named = (name: string) =>
    connected(of.shop, {
      ...whole_account,
      business_profile: { ...whole_account.business_profile, name, support_email: `${name}@example.com` },
    });
  const [tea, mug] = [(await named('tea')).id, (await named('mug')).id];
  const behalf = await finalized(of, await drafted(of, 5000, { on_behalf_of: mug }));
  expect(behalf).toMatchObject({ account_name: 'mug', issuer: { type: 'self' } });
  const issued = await finalized(of, await drafted(of, 5000, { on_behalf_of: mug, issuer: { type: 'account', account: tea } }));
  expect(issued).toMatchObject({ account_name: 'tea', issuer: { type: 'account', account: tea } });
});

test('a revision is transferred as its original', async () => {
  const of = await platform();
  const shares = { application_fee_amount: 300, transfer_data: { destination: of.account } };
  const open = await finalized(of, await drafted(of, 5000, { ...shares, issuer: { type: 'account', account: of.account } }));
  const revision = await must(of.shop.post('/v1/invoices', { from_invoice: { action: 'revision', invoice: open.id } }));
  expect(revision).toMatchObject({ ...shares, issuer: { type: 'account', account: of.account } });
  await pay(of, await finalized(of, revision));
  expect(await fundsOf(of, of.account)).toBe(4700);
});

test('a credit note refunds the platform’s part; a refund with reverse_transfer takes back the transferred part', async () => {
  const of = await platform();
  const shares = { application_fee_amount: 1000, transfer_data: { destination: of.account } };
  const invoice = await pay(of, await finalized(of, await drafted(of, 10_000, shares)));
  await must(of.shop.post('/v1/credit_notes', { invoice: invoice.id, amount: 2000, refund_amount: 2000 }));
  expect(await fundsOf(of, of.account)).toBe(9000);
  const back = { charge: invoice.charge, amount: 5000, reverse_transfer: true, refund_application_fee: true };
  const { id: refund } = await must(of.shop.post('/v1/refunds', back));
  await must(of.shop.post('/v1/credit_notes', { invoice: invoice.id, amount: 5000, refund }));
  expect(await fundsOf(of, of.account)).toBe(4500);
  expect((await invoiceNow(of.shop, invoice)).post_payment_credit_notes_amount).toBe(7000);
});

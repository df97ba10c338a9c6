import { expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { draftOf, eventsSoFar, invoiceNow, itemFor, must, openInvoice, shopWithCustomer, toldSince } from '../support/billing.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';
import { moment, openClockedShop } from '../support/subscribed.js';

const service = await commonService();

const revision = (invoice: string) => ({ from_invoice: { action: 'revision', invoice } });
const revise = (shop: Client, invoice: string, more: object = {}) => must(shop.post('/v1/invoices', { ...revision(invoice), ...more }));

test('a revision bills the same lines, and replaces its original when it is finalized', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  const rate = (await must(shop.post('/v1/tax_rates', { display_name: 'VAT', inclusive: false, percentage: 10 }))).id;
  for (const amount of [2000, 500]) await itemFor(shop, customer, { amount, description: `Work ${amount}` });
  const draft = await draftOf(shop, customer, {
    collection_method: 'send_invoice',
    days_until_due: 10,
    default_tax_rates: [rate],
    description: 'August',
    footer: 'Thanks',
    metadata: { a: 'b' },
    custom_fields: [{ name: 'PO', value: '12' }],
  });
  const original = await must(shop.post(`/v1/invoices/${draft.id}/finalize`));
  const waits = await itemFor(shop, customer, { amount: 70 });
  const revised = await revise(shop, original.id, { description: 'September' });
  expect(revised).toMatchObject({
    status: 'draft',
    number: null,
    customer,
    from_invoice: { action: 'revision', invoice: original.id },
    latest_revision: null,
    total: 2750,
    collection_method: 'send_invoice',
    due_date: original.due_date,
    description: 'September',
    footer: 'Thanks',
    metadata: { a: 'b' },
    custom_fields: [{ name: 'PO', value: '12' }],
  });
  const facts = (lines: { amount: number; description: string }[]) => lines.map(({ amount, description }) => [amount, description]);
  expect(facts(revised.lines.data)).toEqual(facts(original.lines.data));
  const ids = (data: { id: string; invoice_item: string }[]) => data.flatMap(({ id, invoice_item }) => [id, invoice_item]);
  expect(new Set(ids([...revised.lines.data, ...original.lines.data])).size).toBe(8);
  expect(JSON.stringify(revised)).not.toMatch(/"revises"|"copied"/);
  const line = revised.lines.data.find(({ amount }: { amount: number }) => amount === 500).id;
  await must(shop.post(`/v1/invoices/${revised.id}/lines/${line}`, { amount: 1000 }));
  expect(await invoiceNow(shop, original)).toMatchObject({ status: 'open', total: 2750, latest_revision: null });
  const before = await eventsSoFar(shop);
  const open = await must(shop.post(`/v1/invoices/${revised.id}/finalize`));
  expect(open).toMatchObject({ status: 'open', total: 3300, amount_due: 3300 });
  expect(open.number).not.toBe(original.number);
  const event_types = await toldSince(shop, before);
  expect(event_types.filter((type) => /invoice\.(voided|finalized)/.test(type))).toEqual(['invoice.voided', 'invoice.finalized']);
  const replaced = await must(shop.get(`/v1/invoices/${original.id}`, { 'expand[0]': 'latest_revision' }));
  expect([replaced.status, replaced.latest_revision.id]).toEqual(['void', revised.id]);
  expect(await must(shop.post(`/v1/invoices/${revised.id}/pay`))).toMatchObject({ status: 'paid', amount_paid: 3300 });
  expect((await must(shop.get(`/v1/invoiceitems/${waits.id}`))).invoice).toBe(null);
});

test('a revision of a revision is the latest of both, and the balance is applied to the final remainder', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  await must(shop.post(`/v1/customers/${customer}/balance_transactions`, { amount: -300, currency: 'usd' }));
  const first = await openInvoice(shop, customer);
  expect(first).toMatchObject({ starting_balance: -300, ending_balance: 0 });
  const finalized = async (of: string) => must(shop.post(`/v1/invoices/${(await revise(shop, of)).id}/finalize`));
  const second = await finalized(first.id);
  const third = await finalized(second.id);
  expect(third).toMatchObject({ starting_balance: -300, ending_balance: 0, amount_due: first.amount_due, total: first.total });
  expect(await invoiceNow(shop, first)).toMatchObject({ status: 'void', latest_revision: third.id });
  expect(await invoiceNow(shop, second)).toMatchObject({ status: 'void', latest_revision: third.id });
  expect((await must(shop.get(`/v1/customers/${customer}`))).balance).toBe(0);
  expect(await audit(service.engine.database)).toEqual([]);
});

test('a discount for one invoice applies to its revision as well, and is redeemed once', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  const coupon = (await must(shop.post('/v1/coupons', { amount_off: 100, currency: 'usd', duration: 'once' }))).id;
  await must(shop.post(`/v1/customers/${customer}`, { coupon }));
  const original = await openInvoice(shop, customer);
  const { id } = await revise(shop, original.id);
  const revised = await must(shop.post(`/v1/invoices/${id}/finalize`));
  expect([original.total, revised.total]).toEqual([original.subtotal - 100, original.total]);
  expect((await must(shop.get(`/v1/coupons/${coupon}`))).times_redeemed).toBe(1);
});

test('a deleted revision keeps its original, and nothing is billed twice', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  const original = await openInvoice(shop, customer);
  const revised = await revise(shop, original.id);
  const added = await itemFor(shop, customer, { amount: 70 });
  await must(shop.post(`/v1/invoices/${revised.id}/add_lines`, { lines: [{ invoice_item: added.id }] }));
  expect((await must(shop.del(`/v1/invoices/${revised.id}`))).deleted).toBe(true);
  expect(await draftOf(shop, customer)).toMatchObject({ total: 70 });
  expect(await invoiceNow(shop, original)).toMatchObject({ status: 'open', latest_revision: null });
});

test('an item removed from a revision is pending like any other, and the original keeps its own', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const original = await openInvoice(shop, customer, 500);
  const revised = await revise(shop, original.id);
  const [line] = revised.lines.data;
  await must(shop.post(`/v1/invoices/${revised.id}/remove_lines`, { lines: [{ id: line.id, behavior: 'unassign' }] }));
  const [kept] = original.lines.data;
  expect((await must(shop.get(`/v1/invoiceitems/${kept.invoice_item}`))).invoice).toBe(original.id);
  for (const _ of ['once', 'again']) {
    const draft = await draftOf(shop, customer);
    expect([draft.total, draft.lines.data[0].invoice_item]).toEqual([500, line.invoice_item]);
    expect((await must(shop.del(`/v1/invoices/${draft.id}`))).deleted).toBe(true);
  }
});

test('a revision bills every original line, also those credited before payment', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const { id: on_behalf_of } = await must(shop.post('/v1/accounts', { type: 'custom', country: 'US' }));
  const original = await openInvoice(shop, customer, 2000, { on_behalf_of });
  await must(shop.post('/v1/credit_notes', { invoice: original.id, amount: 500 }));
  const { id } = await revise(shop, original.id);
  const revised = await must(shop.post(`/v1/invoices/${id}/finalize`));
  expect(revised).toMatchObject({ amount_due: 2000, pre_payment_credit_notes_amount: 0, on_behalf_of });
  expect(await invoiceNow(shop, original)).toMatchObject({ status: 'void', pre_payment_credit_notes_amount: 500 });
});

test('400: a partly paid invoice cannot be revised, because the payment is not returned', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  const open = await openInvoice(shop, customer);
  const paying = { amount: 700, currency: 'usd', customer, payment_method: 'pm_card_visa', confirm: true, off_session: true };
  const { id: payment_intent } = await must(shop.post('/v1/payment_intents', paying));
  expect(await must(shop.post(`/v1/invoices/${open.id}/attach_payment`, { payment_intent }))).toMatchObject({ amount_paid: 700 });
  const { status, body } = await shop.post('/v1/invoices', revision(open.id));
  expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', 'from_invoice[invoice]']);
  expect(body.error.message).toContain('7.00 USD of');
});

test('400: paid, void, draft and subscription invoices cannot be revised, and one paid in between is not replaced', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  const param = 'from_invoice[invoice]';
  const refused = async (invoice: string, more: object = {}) =>
    (await shop.post('/v1/invoices', { ...revision(invoice), ...more })).body.error;
  const open = await openInvoice(shop, customer);
  const revised = await revise(shop, open.id);
  expect(await refused(revised.id)).toMatchObject({ code: 'parameter_invalid', param });
  expect(await refused('in_unknown')).toMatchObject({ code: 'resource_missing', param });
  const other = (await must(shop.post('/v1/customers'))).id;
  expect(await refused(open.id, { customer: other })).toMatchObject({ code: 'parameter_invalid', param: 'customer' });
  expect(await refused(open.id, { currency: 'eur' })).toMatchObject({ code: 'parameter_invalid', param: 'currency' });
  const pending_invoice_items_behavior = 'include';
  expect(await refused(open.id, { pending_invoice_items_behavior })).toMatchObject({ code: 'parameters_exclusive' });
  expect((await shop.post('/v1/invoices', {})).body.error).toMatchObject({ code: 'parameter_missing', param: 'customer' });
  await must(shop.post(`/v1/invoices/${open.id}/pay`));
  expect(await refused(open.id)).toMatchObject({ code: 'parameter_invalid', param });
  const late = await shop.post(`/v1/invoices/${revised.id}/finalize`);
  expect([late.status, late.body.error.code]).toEqual([400, 'invoice_unexpected_state']);
  expect(await invoiceNow(shop, revised)).toMatchObject({ status: 'draft', number: null });
  const { client, price, subscribe } = await openClockedShop(service);
  const sub = await subscribe([{ price: await price(1000) }], { collection_method: 'send_invoice', days_until_due: 10 });
  await must(client.post(`/v1/invoices/${sub.latest_invoice}/finalize`));
  expect((await client.post('/v1/invoices', revision(sub.latest_invoice))).body.error).toMatchObject({ code: 'parameter_invalid', param });
});

test('a subscription is billed between its periods for its own pending items, by its own collection settings', async () => {
  const { client, customer, price, subscribe, advance } = await openClockedShop(service);
  const rate = (await must(client.post('/v1/tax_rates', { display_name: 'VAT', inclusive: false, percentage: 10 }))).id;
  const sub = await subscribe([{ price: await price(1000) }], { default_tax_rates: [rate], metadata: { a: 'b' } });
  const items = { customer, currency: 'usd' };
  await advance('2026-02-10');
  await must(client.post('/v1/invoiceitems', { ...items, amount: 300, subscription: sub.id }));
  const other = await must(client.post('/v1/invoiceitems', { ...items, amount: 70 }));
  const draft = await must(client.post('/v1/invoices', { subscription: sub.id, description: 'Extra' }));
  expect(draft).toMatchObject({
    customer,
    subscription: sub.id,
    parent: { type: 'subscription_details', subscription_details: { subscription: sub.id, metadata: { a: 'b' } } },
    billing_reason: 'manual',
    description: 'Extra',
    status: 'draft',
    subtotal: 300,
    total: 330,
    created: moment('2026-02-10'),
  });
  expect((await must(client.get(`/v1/invoiceitems/${other.id}`))).invoice).toBe(null);
  expect((await client.post('/v1/invoices', { subscription: sub.id })).body.error).toMatchObject({
    code: 'invoice_no_subscription_line_items',
    param: 'subscription',
  });
  expect(await must(client.post('/v1/invoices', { subscription: sub.id, pending_invoice_items_behavior: 'exclude' }))).toMatchObject({
    total: 0,
  });
  await must(client.post(`/v1/invoices/${draft.id}/finalize`));
  expect(await must(client.post(`/v1/invoices/${draft.id}/pay`))).toMatchObject({ status: 'paid', amount_paid: 330 });
  const stranger = (await must(client.post('/v1/customers'))).id;
  const wrong = await client.post('/v1/invoices', { subscription: sub.id, customer: stranger });
  expect(wrong.body.error).toMatchObject({ code: 'parameter_invalid', param: 'customer' });
  const listed = (await must(client.get('/v1/invoices', { subscription: sub.id }))).data;
  expect(listed).toHaveLength(3);
  const owed = await openInvoice(client, customer);
  await advance('2026-02-11');
  expect(await revise(client, owed.id)).toMatchObject({ created: moment('2026-02-11'), test_clock: sub.test_clock });
  expect(await must(client.get(`/v1/subscriptions/${sub.id}`))).toMatchObject({ status: 'active', latest_invoice: sub.latest_invoice });
});

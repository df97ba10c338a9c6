import { expect, test } from 'vitest';
import { draftOf, eventsSoFar, invoiceNow, itemFor, must, openInvoice, shopWithCustomer, toldSince } from '../support/billing.js';
import { commonService } from '../support/services.js';

const service = await commonService();

test('what is pending becomes a draft, is finalized under a number and paid by the card of its customer', async () => {
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

test('402: a card that is declined leaves the invoice open, and another card pays it', async () => {
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

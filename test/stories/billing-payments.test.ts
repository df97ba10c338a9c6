import { expect } from 'vitest';
import { advance, bill_shown, byTheMonth, events_shown, money_shown, openBilledStory, paysBy } from '../support/billing-story.js';
import { onBothRoads, tell } from '../support/story.js';

const record = onBothRoads();

const of_subscription = ['id', 'status', 'current_period_end', 'latest_invoice'];
const tried = ['id', 'status', 'amount_remaining', 'attempt_count', 'next_payment_attempt'];
const default_of = (card: string) => ({ invoice_settings: { default_payment_method: card } });
const as_default = { shown: ['id', 'delinquent', 'invoice_settings.default_payment_method'] };

record('a card that fails and is replaced', async (service) => {
  const story = tell(service, {
    name: 'card-fails-and-is-replaced',
    title: 'A card that fails, is tried again, and is replaced',
    on_test_clock: true,
    introduction: [
      'A renewal is declined. The subscription is past due and continues, the card is retried after 3, 5, 7 and 6 days, and the first',
      'retry after the customer has added another card pays the open invoice.',
    ],
  });
  const price = byTheMonth(2000, 'Tea of the month');
  const shop = await openBilledStory(story, { at: '2024-01-01', words: [], customer: paysBy('pm_card_visa'), price });
  const of_customer = `/v1/customers/${shop.customer}`;
  story.step('January is paid');
  const subscribing = { customer: shop.customer, items: [{ price: shop.price }] };
  const { body: sub } = await story.post('/v1/subscriptions', subscribing, { shown: of_subscription });
  expect(sub.status).toBe('active');
  story.step('The card will be declined from now on', 'In a sandbox, replace it with the test card ending in 0341, which is declined.');
  const { body: bad } = await story.post(
    '/v1/payment_methods/pm_card_chargeCustomerFail/attach',
    { customer: shop.customer },
    {
      shown: ['id', 'card.last4'],
    },
  );
  await story.post(of_customer, default_of(bad.id), as_default);
  story.step('February is declined', 'The customer is `delinquent`, and the invoice shows the time of the next retry.');
  await advance(service, shop, '2024-02-01T01:00');
  const { body: past_due } = await story.get(`/v1/subscriptions/${sub.id}`, { shown: of_subscription });
  const of_bill = `/v1/invoices/${past_due.latest_invoice}`;
  const { body: open } = await story.get(of_bill, { shown: tried });
  expect([past_due.status, open.status, open.attempt_count]).toEqual(['past_due', 'open', 1]);
  const { body: recorded } = await story.get('/v1/events?type=invoice.payment_failed', { shown: events_shown });
  expect(recorded.data.length).toBe(1);
  story.step('Three days later it is declined again');
  await advance(service, shop, '2024-02-04T01:00');
  expect((await story.get(of_bill, { shown: tried })).body.attempt_count).toBe(2);
  story.step('The customer adds another card');
  const { body: good } = await story.post(
    '/v1/payment_methods/pm_card_mastercard/attach',
    { customer: shop.customer },
    {
      shown: ['id', 'card.last4'],
    },
  );
  await story.post(of_customer, default_of(good.id), as_default);
  story.step('The next retry pays', 'A shop that does not want to wait pays the invoice itself: `POST /v1/invoices/:id/pay`.');
  await advance(service, shop, '2024-02-09T01:00');
  expect((await story.get(of_bill, { shown: tried })).body.status).toBe('paid');
  expect((await story.get(`/v1/subscriptions/${sub.id}`, { shown: of_subscription })).body.status).toBe('active');
  expect((await story.get(of_customer, as_default)).body.delinquent).toBe(false);
  story.end();
});

record('an invoice that is sent, paid late, and credited in part', async (service) => {
  const story = tell(service, {
    name: 'invoice-paid-late-and-credited',
    title: 'An invoice that is sent, paid late, and credited in part',
    on_test_clock: true,
    introduction: [
      'Some customers do not leave a card. They get an invoice with a page to pay it on. It is overdue after 30 days, and is paid',
      'later. Then one of three chairs turns out to be broken, and a credit note refunds its price.',
    ],
  });
  const price = { unit_amount: 4000, product_data: { name: 'Chair' } };
  const shop = await openBilledStory(story, { at: '2024-01-01', words: [], price });
  story.step('An invoice for three chairs', 'Invoice items are pending until an invoice includes them.');
  const item = { customer: shop.customer, pricing: { price: shop.price }, quantity: 3 };
  await story.post('/v1/invoiceitems', item, { shown: ['id', 'amount', 'quantity', 'description'] });
  const drafting = {
    customer: shop.customer,
    collection_method: 'send_invoice',
    days_until_due: 30,
    pending_invoice_items_behavior: 'include',
  };
  const { body: draft } = await story.post('/v1/invoices', drafting, { shown: ['id', 'status', 'total', 'due_date'] });
  story.step('It is sent', 'Now it is final: it has a number, a page for its payer, and a PDF.');
  const { body: sent } = await story.post(
    `/v1/invoices/${draft.id}/send`,
    {},
    {
      shown: ['id', 'status', 'number', 'amount_due', 'due_date', 'hosted_invoice_url', 'invoice_pdf'],
    },
  );
  expect([sent.status, sent.amount_due]).toEqual(['open', 12_000]);
  story.step('January passes without a payment', 'The shop gets an event shortly before the due date, and when the invoice is overdue.');
  await advance(service, shop, '2024-02-02');
  await story.get('/v1/events?type=invoice.will_be_due', { shown: events_shown });
  const { body: overdue } = await story.get('/v1/events?type=invoice.overdue', { shown: events_shown });
  expect(overdue.data.length).toBe(1);
  story.step('In February the customer pays', 'On the page, or as here with a card that they give the shop by telephone.');
  await advance(service, shop, '2024-02-10');
  const { body: card } = await story.post(
    '/v1/payment_methods/pm_card_visa/attach',
    { customer: shop.customer },
    {
      shown: ['id', 'card.last4'],
    },
  );
  const { body: paid } = await story.post(
    `/v1/invoices/${draft.id}/pay`,
    { payment_method: card.id },
    {
      shown: ['id', 'status', 'amount_paid', 'status_transitions', 'lines.data.id', 'lines.data.amount', 'lines.data.quantity'],
    },
  );
  expect([paid.status, paid.amount_paid]).toEqual(['paid', 12_000]);
  story.step('One chair is broken', 'The credit note names the line and the quantity; the money is refunded to the card.');
  const lines = [{ type: 'invoice_line_item', invoice_line_item: paid.lines.data[0].id, quantity: 1 }];
  const crediting = { invoice: draft.id, lines, refund_amount: 4000, reason: 'product_unsatisfactory', memo: 'Sorry for the broken leg.' };
  const { body: note } = await story.post('/v1/credit_notes', crediting, {
    shown: ['id', 'status', 'type', 'total', 'reason', 'memo', 'refunds'],
  });
  expect([note.total, note.refunds[0].amount_refunded]).toEqual([4000, 4000]);
  const { body: after } = await story.get(`/v1/invoices/${draft.id}`, {
    shown: ['status', 'total', 'amount_paid', 'post_payment_credit_notes_amount'],
  });
  expect(after.post_payment_credit_notes_amount).toBe(4000);
  const { body: money } = await story.get('/v1/balance_transactions', { shown: money_shown });
  expect(money.data.map(({ amount }: { amount: number }) => amount)).toEqual([-4000, 12_000]);
  story.end();
});

record('3D Secure on a renewal', async (service) => {
  const story = tell(service, {
    name: 'three-d-secure-on-renewal',
    title: '3D Secure on a renewal',
    on_test_clock: true,
    introduction: [
      "The customer's bank requires authentication while the customer is away. Nothing is charged until they have authenticated; until",
      'then the subscription is past due, and it is active as soon as they have.',
    ],
  });
  const price = byTheMonth(2000, 'Tea of the month');
  const shop = await openBilledStory(story, { at: '2024-01-01', words: [], customer: paysBy('pm_card_visa'), price });
  story.step('January is paid, by a card without authentication');
  const subscribing = { customer: shop.customer, items: [{ price: shop.price }] };
  const { body: sub } = await story.post('/v1/subscriptions', subscribing, { shown: of_subscription });
  expect(sub.status).toBe('active');
  story.step('The customer changes to a card that always requires authentication');
  const { body: card } = await story.post(
    '/v1/payment_methods/pm_card_authenticationRequired/attach',
    { customer: shop.customer },
    {
      shown: ['id', 'card.last4'],
    },
  );
  await story.post(`/v1/customers/${shop.customer}`, default_of(card.id), as_default);
  story.step('February waits for the customer', '`invoice.payment_action_required` is the event to write to them on.');
  await advance(service, shop, '2024-02-01T01:00');
  const { body: waiting } = await story.get(`/v1/subscriptions/${sub.id}`, { shown: of_subscription });
  const of_bill = `/v1/invoices/${waiting.latest_invoice}`;
  const { body: open } = await story.get(of_bill, { shown: [...tried, 'payment_intent'] });
  expect([waiting.status, open.status]).toEqual(['past_due', 'open']);
  const { body: recorded } = await story.get('/v1/events?type=invoice.payment_action_required', { shown: events_shown });
  expect(recorded.data.length).toBe(1);
  story.step('They authenticate', 'On the page of the invoice, or with Stripe.js on a page of the shop; a sandbox has a test helper.');
  const shown = ['id', 'status', 'amount', 'amount_received', 'next_action.type'];
  expect((await story.get(`/v1/payment_intents/${open.payment_intent}`, { shown })).body.status).toBe('requires_action');
  await story.post(`/v1/test_helpers/payment_intents/${open.payment_intent}/next_action`, { outcome: 'succeed' }, { shown });
  story.step('It is paid', 'No retry happened or is needed: the waiting payment itself succeeded.');
  expect((await story.get(of_bill, { shown: bill_shown })).body.status).toBe('paid');
  expect((await story.get(`/v1/subscriptions/${sub.id}`, { shown: of_subscription })).body.status).toBe('active');
  story.end();
});

import type Stripe from 'stripe';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { connect, forEachSdk, type Sdk } from '../support/sdk.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({ FLORIN_WEBHOOK_ALLOW: '127.0.0.0/8' });
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

type Listening = { readonly stripe: Stripe; readonly told: (type: string) => Promise<Stripe.Event> };

/** An endpoint for all events, and its deliveries as the SDK reads them. */
async function listening(sdk: Sdk, path: string): Promise<Listening> {
  const stripe = connect(sdk, service);
  const { secret } = await stripe.webhookEndpoints.create({ url: receiver.url(path), enabled_events: ['*'] });
  const read = ({ body, headers }: ReturnType<Receiver['at']>[number]): Stripe.Event =>
    stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), String(secret));
  const told = (type: string): Promise<Stripe.Event> =>
    service.until(async () =>
      receiver
        .at(path)
        .map(read)
        .find((event) => event.type === type),
    );
  return { stripe, told };
}

const paying = { amount: 2000, currency: 'usd', confirm: true } as const;

forEachSdk('$name: constructEvent returns the typed events of a payment', async (sdk) => {
  const { stripe, told } = await listening(sdk, `/paid/${sdk.version}`);
  const intent = await stripe.paymentIntents.create({ ...paying, payment_method: 'pm_card_visa' });
  const paid = (await told('payment_intent.succeeded')) as Stripe.PaymentIntentSucceededEvent;
  expect(paid.data.object).toMatchObject({ id: intent.id, status: 'succeeded', amount_received: 2000 });
  expect(paid).toMatchObject({ object: 'event', api_version: sdk.version, livemode: false });
  const charged = (await told('charge.succeeded')) as Stripe.ChargeSucceededEvent;
  expect(charged.data.object).toMatchObject({ id: intent.latest_charge, paid: true, payment_intent: intent.id });
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 500 });
  const refunded = (await told('charge.refunded')) as Stripe.ChargeRefundedEvent;
  expect(refunded.data).toMatchObject({ object: { amount_refunded: 500 }, previous_attributes: { amount_refunded: 0 } });
  expect((await told('refund.created')).data.object).toMatchObject({ id: refund.id });
});

forEachSdk('$name: the event of a failed payment contains the reason', async (sdk) => {
  const { stripe, told } = await listening(sdk, `/failed/${sdk.version}`);
  await stripe.paymentIntents.create({ ...paying, payment_method: 'pm_card_chargeDeclined' }).catch(() => null);
  const failed = (await told('payment_intent.payment_failed')) as Stripe.PaymentIntentPaymentFailedEvent;
  expect(failed.data.object).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } });
  expect((await told('charge.failed')).data.object).toMatchObject({ failure_code: 'card_declined' });
});

forEachSdk('$name: a dispute has events from its beginning to its end, in seconds', async (sdk) => {
  const { stripe, told } = await listening(sdk, `/disputed/${sdk.version}`);
  const { latest_charge } = await stripe.paymentIntents.create({ ...paying, payment_method: 'pm_card_createDispute' });
  const created = (await told('charge.dispute.created')) as Stripe.ChargeDisputeCreatedEvent;
  const { id } = created.data.object;
  expect(created.data.object).toMatchObject({ charge: latest_charge, status: 'needs_response', amount: 2000 });
  await told('charge.dispute.funds_withdrawn');
  await stripe.disputes.close(id);
  const closed = (await told('charge.dispute.closed')) as Stripe.ChargeDisputeClosedEvent;
  const dispute = await stripe.disputes.retrieve(id);
  expect(closed.data.object).toMatchObject({ id, status: 'lost', created: dispute.created });
  expect(closed.data.object.evidence_details.due_by).toBe(dispute.evidence_details.due_by);
  expect(closed.created - dispute.created).toBeLessThan(60);
  const [listed] = (await stripe.events.list({ type: 'charge.dispute.closed' })).data as Stripe.ChargeDisputeClosedEvent[];
  expect([listed?.id, listed?.data.object]).toEqual([closed.id, closed.data.object]);
});

import { disputeBy, refundOf, slowRefund } from './money-back.js';
import { paid, pay } from './payments.js';
import { type Client, card } from './service.js';

/** A file as evidence. */
const file_members = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
] as const;

type Known = { readonly account: string; readonly customer: string; readonly payment_method: string; readonly file: string };

/** Payments in all outcomes, and their ids. */
export async function populateMoney(
  client: Client,
  { account, customer, payment_method, file }: Known,
): Promise<Readonly<Record<string, string>>> {
  const mandate_data = { customer_acceptance: { type: 'offline' } };
  const kept = { customer, payment_method, mandate_data, setup_future_usage: 'off_session' };
  const intent = await paid(client, { ...kept, on_behalf_of: account });
  for (let count = 0; count < 2; count++) await refundOf(client, intent, { amount: 100 });
  const refund = await refundOf(client, intent, { amount: 100 });
  const { id: slow } = await slowRefund(client);
  await client.post(`/v1/refunds/${slow}/cancel`);
  const dispute = await disputeBy(client, 'pm_card_createDispute');
  const evidence = Object.fromEntries(file_members.map((name) => [name, file]));
  await client.post(`/v1/disputes/${dispute.id}`, { evidence, submit: false });
  await declinedPayment(client);
  return {
    charge: intent.latest_charge,
    dispute: dispute.id,
    payment_intent: intent.id,
    payment_intent_secret: intent.client_secret,
    refund: refund.id,
  };
}

/** A payment that failed with a card of a customer. */
async function declinedPayment(client: Client): Promise<void> {
  const { body: customer } = await client.post('/v1/customers');
  const { body: method } = await client.post('/v1/payment_methods', { ...card('4000000000000341') });
  await client.post(`/v1/payment_methods/${method.id}/attach`, { customer: customer.id });
  await pay(client, { confirm: true, customer: customer.id, payment_method: method.id });
}

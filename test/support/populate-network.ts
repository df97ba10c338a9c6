import { fund, network, used } from './issuing.js';
import { made } from './populate.js';
import type { Client } from './service.js';

/** A held purchase with an issued card, and one that was captured, refunded in part and disputed, with files. */
export async function populateNetwork(client: Client, card: string, file: string): Promise<Readonly<Record<string, string>>> {
  await fund(client, 50_000);
  const of = { client, card };
  const fuel = { type: 'diesel', unit: 'liter', quantity_decimal: '40.5', unit_cost_decimal: '1.75' };
  const fleet = {
    cardholder_prompt_data: { driver_id: 'D-7', odometer: 1200 },
    purchase_type: 'fuel_purchase',
    service_type: 'self_service',
  };
  // A worn-out card, which is declined.
  const { replacement_for } = (await client.get(`/v1/issuing/cards/${card}`)).body;
  await used({ client, card: replacement_for });
  const token = (await client.get('/v1/issuing/tokens', { card })).body.data[0].id;
  const network_data = { acquiring_institution_id: 'A-1' };
  const { id: authorization } = await used(of, { amount: 700, fuel, fleet, network_data, token });
  const { id: captured } = await used(of, { amount: 900, token, amount_details: { cashback_amount: 100 } });
  const purchase_details = {
    flight: { passenger_name: 'Jenny Rosen', segments: [{ carrier: 'LH', flight_number: '1' }] },
    lodging: { nights: 2 },
    receipt: [{ description: 'Rolls', quantity: 2, total: 900, unit_cost: 450 }],
    reference: 'R-1',
  };
  const { transactions } = (await network(of, `authorizations/${captured}/capture`, { purchase_details })).body;
  const transaction = transactions[0].id;
  await network(of, `transactions/${transaction}/refund`, { refund_amount: 100 });
  const { id: dispute } = await made(client, '/v1/issuing/disputes', { transaction, evidence: evidenceWith(file, transaction) });
  return { 'issuing.authorization': authorization, 'issuing.transaction': transaction, transaction, 'issuing.dispute': dispute };
}

/** A file for each kind of evidence. */
const evidenceWith = (file: string, original_transaction: string): object => ({
  reason: 'duplicate',
  duplicate: {
    additional_documentation: file,
    card_statement: file,
    cash_receipt: file,
    check_image: file,
    explanation: 'Paid in cash.',
    original_transaction,
  },
  ...Object.fromEntries(
    [
      'canceled',
      'fraudulent',
      'merchandise_not_as_described',
      'no_valid_authorization',
      'not_received',
      'other',
      'service_not_as_described',
    ].map((reason) => [reason, { additional_documentation: file }]),
  ),
});

import { made } from './populate.js';
import { type Client, card } from './service.js';

/** Rules about fraud and routing, a value list with three values, a payment under review and one with an early fraud warning. */
export async function populateRadar(client: Client, name: string): Promise<Readonly<Record<string, string>>> {
  const value_list = (await made(client, '/v1/radar/value_lists', { alias: `list_${name}`, name: 'Emails', item_type: 'email' })).id;
  const values = ['jo', 'jenny', 'max'].map((each) => `${each}@blocked.example.com`);
  const items: string[] = [];
  for (const value of values) items.push((await made(client, '/v1/radar/value_list_items', { value_list, value })).id);
  await made(client, '/v1/radar/rules', { action: 'block', conditions: [{ attribute: 'email', operator: 'in_list', value_list }] });
  const flagged = [{ attribute: 'metadata', metadata_key: 'look', operator: 'is', values: [name] }];
  const rule = await made(client, '/v1/radar/rules', { action: 'review', conditions: flagged });
  const paying = { amount: 2000, currency: 'usd', confirm: true, metadata: { look: name } };
  const seen = await made(client, '/v1/payment_intents', { ...paying, payment_method: 'pm_card_visa' });
  const warned = await made(client, '/v1/payment_intents', { ...paying, payment_method_data: card('4000000000005423') });
  const [warning] = (await client.get('/v1/radar/early_fraud_warnings', { payment_intent: warned.id })).body.data;
  const routed = { processors: ['sandbox'], conditions: [{ attribute: 'currency', operator: 'is', values: ['usd'] }] };
  const routing_rule = await made(client, '/v1/routing_rules', routed);
  await made(client, '/v1/payment_intents', { ...paying, payment_method: 'pm_card_visa' });
  return {
    routing_rule: routing_rule.id,
    'radar.rule': rule.id,
    'radar.value_list': value_list,
    'radar.value_list_item': items[0] ?? '',
    'radar.early_fraud_warning': warning.id,
    review: seen.review,
    value_list,
  };
}

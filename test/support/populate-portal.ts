import { type Ids, made } from './populate.js';
import { everything } from './portal.js';
import type { Client } from './service.js';

type Of = { readonly customer: string; readonly price: string; readonly product: string; readonly subscription: string };

/** A custom and a default portal configuration, and a session of each with a flow. */
export async function populatePortal(client: Client, { customer, price, product, subscription }: Of): Promise<Ids> {
  const features = everything(product, [price]);
  const business_profile = { headline: 'Tea', privacy_policy_url: 'https://example.com/privacy' };
  const params = { business_profile, default_return_url: 'https://example.com/', features, metadata: { a: '1' }, name: 'Whole' };
  const configuration = await made(client, '/v1/billing_portal/configurations', params);
  await made(client, '/v1/billing_portal/sessions', { customer });
  const hosted_confirmation = { custom_message: 'See you' };
  const flow_data = {
    type: 'subscription_cancel',
    subscription_cancel: { subscription },
    after_completion: { type: 'hosted_confirmation', hosted_confirmation },
  };
  const session = await made(client, '/v1/billing_portal/sessions', { configuration: configuration.id, customer, flow_data, locale: 'de' });
  return { 'billing_portal.configuration': configuration.id, 'billing_portal.session': session.id };
}

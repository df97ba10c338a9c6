import { must } from './billing.js';
import { cardOf, club, mug, pageAt, sessionOf, success_url } from './checkout.js';
import type { Ids } from './populate.js';
import type { Client, TestService } from './service.js';

type Of = { readonly account: string; readonly connected: string; readonly customer: string };

/** Sessions in every mode and state, payment links, and shipping rates. */
export async function populateCheckout(service: TestService, client: Client, of: Of): Promise<Ids> {
  const { customer } = of;
  const data = { display_name: 'Post', fixed_amount: { amount: 500, currency: 'usd' } };
  const rate = await must(client.post('/v1/shipping_rates', { ...data, metadata: { order: 'a-1' } }));
  await must(client.post('/v1/checkout/sessions', { customer, mode: 'setup', success_url }));
  const bought = await sessionOf(client, { customer, metadata: { order: 'a-1' }, shipping_options: [{ shipping_rate: rate.id }] });
  const subscribing = await sessionOf(client, { customer, line_items: [club], mode: 'subscription' });
  const paying = { email: 'jo@example.com', payment_method_data: cardOf('4242424242424242') };
  await must(pageAt(service, subscribing.url).post(`/v1/checkout/sessions/${subscribing.id}/confirm`, paying));
  await recovered(service, client);
  const link = await linked(client, of);
  const opened = await must(pageAt(service, link.url).post(`/v1/payment_links/${link.id}/open`));
  await must(pageAt(service, opened.url).post(`/v1/checkout/sessions/${opened.id}/confirm`, paying));
  return { 'checkout.session': bought.id, payment_link: link.id, shipping_rate: rate.id };
}

/** A session that has expired, and the one that its payer has recovered. */
async function recovered(service: TestService, client: Client): Promise<void> {
  const { id, url } = await sessionOf(client, { after_expiration: { recovery: { enabled: true } } });
  await must(client.post(`/v1/checkout/sessions/${id}/expire`));
  await must(pageAt(service, url).post(`/v1/checkout/sessions/${id}/recover`));
}

/** A payment link, beside others with transfers to a connected account. */
async function linked(client: Client, { account, connected }: Of): Promise<{ id: string; url: string }> {
  const shared = { on_behalf_of: connected, transfer_data: { destination: connected } };
  const issued = { invoice_settings: { issuer: { type: 'account', account } } };
  await must(client.post('/v1/payment_links', { line_items: [club], ...shared, subscription_data: { ...shared, ...issued } }));
  await must(client.post('/v1/payment_links', { line_items: [mug], ...shared, payment_intent_data: shared }));
  return must(client.post('/v1/payment_links', { line_items: [mug], metadata: { order: 'a-1' } }));
}

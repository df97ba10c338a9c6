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
  await sessionOf(client, await rich(client, of));
  await sessionOf(client, { adaptive_pricing: { enabled: true } });
  const subscribing = await sessionOf(client, { customer, line_items: [club], mode: 'subscription' });
  const paying = { email: 'jo@example.com', payment_method_data: cardOf('4242424242424242') };
  await must(pageAt(service, subscribing.url).post(`/v1/checkout/sessions/${subscribing.id}/confirm`, paying));
  await recovered(service, client);
  const link = await linked(client, of);
  const opened = await must(pageAt(service, link.url).post(`/v1/payment_links/${link.id}/open`));
  await must(pageAt(service, opened.url).post(`/v1/checkout/sessions/${opened.id}/confirm`, paying));
  return {
    'checkout.session': bought.id,
    payment_link: link.id,
    quote: await quoted(client, of),
    shipping_rate: rate.id,
    invoice_rendering_template: await templated(client),
  };
}

/** What a session says of its page and its invoice. */
async function rich(client: Client, of: Of): Promise<Readonly<Record<string, unknown>>> {
  const price = await must(client.post('/v1/prices', { currency: 'usd', unit_amount: 300, product_data: { name: 'Lid' } }));
  return {
    branding_settings: { button_color: '#aa0055', logo: { type: 'url', url: 'https://pictures.example/logo.png' } },
    invoice_creation: await invoiced(client, of),
    optional_items: [{ price: price.id, quantity: 1 }],
    origin_context: 'web',
    wallet_options: { link: { display: 'auto' } },
  };
}

/** Invoices of payments, with all that they can say. */
async function invoiced(client: Client, { account }: Of): Promise<object> {
  const { id: template } = await must(client.post('/v1/invoice_rendering_templates', { nickname: 'Receipts' }));
  return {
    enabled: true,
    invoice_data: { footer: 'Thank you', issuer: { type: 'account', account }, rendering_options: { template } },
  };
}

/** A session that has expired, and the one that its payer has recovered. */
async function recovered(service: TestService, client: Client): Promise<void> {
  const { id, url } = await sessionOf(client, { after_expiration: { recovery: { enabled: true } } });
  await must(client.post(`/v1/checkout/sessions/${id}/expire`));
  await must(pageAt(service, url).post(`/v1/checkout/sessions/${id}/recover`));
}

/** A template of invoices, beside others of which one is archived. */
async function templated(client: Client): Promise<string> {
  const path = '/v1/invoice_rendering_templates';
  const { id } = await must(client.post(path, { nickname: 'Old' }));
  await must(client.post(`${path}/${id}/archive`));
  await must(client.post(path, { footer: 'Thank you' }));
  return (await must(client.post(path, { nickname: 'Letters', memo: 'Net 14' }))).id;
}

/** A draft quote, beside others in every state, with all that they can become. */
async function quoted(client: Client, { account, connected, customer }: Of): Promise<string> {
  const rate = await must(client.post('/v1/tax_rates', { display_name: 'VAT', percentage: 10, inclusive: false }));
  const coupon = await must(client.post('/v1/coupons', { percent_off: 10, duration: 'forever' }));
  const given = { customer, default_tax_rates: [rate.id], discounts: [{ coupon: coupon.id }] };
  const product = (await must(client.post('/v1/products', { name: 'Mug' }))).id;
  const price_data = { currency: 'usd', product, unit_amount: 1000 };
  const once = [{ price_data }];
  const monthly = [{ price_data: { ...price_data, recurring: { interval: 'month' } } }];
  const accepted = async (params: Readonly<Record<string, unknown>>): Promise<string> => {
    const { id } = await must(client.post('/v1/quotes', params));
    await must(client.post(`/v1/quotes/${id}/finalize`));
    return (await must(client.post(`/v1/quotes/${id}/accept`))).id;
  };
  const shared = { on_behalf_of: connected, transfer_data: { destination: connected } };
  const issued = { invoice_settings: { issuer: { type: 'account', account } } };
  await accepted({ ...given, ...shared, line_items: once });
  await accepted({ ...given, ...issued, line_items: monthly });
  await accepted({ ...given, line_items: monthly, subscription_data: { effective_date: 2_000_000_000 } });
  const clock = await must(client.post('/v1/test_helpers/test_clocks', { frozen_time: 1_800_000_000 }));
  await must(client.post('/v1/quotes', { line_items: once, test_clock: clock.id }));
  const { id } = await must(client.post('/v1/quotes', { ...given, line_items: once }));
  return (await must(client.post('/v1/quotes', { from_quote: { quote: id } }))).id;
}

/** A payment link, beside others with transfers to a connected account. */
async function linked(client: Client, of: Of): Promise<{ id: string; url: string }> {
  const { account, connected } = of;
  const shared = { on_behalf_of: connected, transfer_data: { destination: connected } };
  const issued = { invoice_settings: { issuer: { type: 'account', account } } };
  await must(client.post('/v1/payment_links', { line_items: [club], ...shared, subscription_data: { ...shared, ...issued } }));
  await must(client.post('/v1/payment_links', { line_items: [mug], ...shared, payment_intent_data: shared }));
  await must(client.post('/v1/payment_links', { line_items: [mug], invoice_creation: await invoiced(client, of) }));
  return must(client.post('/v1/payment_links', { line_items: [mug], metadata: { order: 'a-1' } }));
}

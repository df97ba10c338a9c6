import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Row } from './rows.js';
import type { Shop } from './shop.js';

const success_url = 'https://shop.example.com/thanks';

const sold = (name: string, unit_amount: number, more: object = {}) => ({
  price_data: { currency: 'usd', product_data: { name }, unit_amount, ...more },
  quantity: 1,
});

const goods = {
  allow_promotion_codes: true,
  cancel_url: 'https://shop.example.com/cart',
  line_items: [
    { ...sold('Two tickets to the moon', 12_900), adjustable_quantity: { enabled: true, maximum: 9 } },
    sold('Space suit, rented', 4500),
  ],
  mode: 'payment',
  shipping_address_collection: { allowed_countries: ['BR', 'DE', 'FR', 'US'] },
  shipping_options: [{ shipping_rate_data: { display_name: 'By post', fixed_amount: { amount: 900, currency: 'usd' } } }],
  success_url,
};

const sessionOf = async (shop: Shop, params: object): Promise<string> => (await shop.post('/v1/checkout/sessions', params)).url;

const club = { line_items: [sold('Rocket club', 1900, { recurring: { interval: 'month' } })], mode: 'subscription', success_url };

/** A session of a returning payer. */
async function knownPayer(shop: Shop): Promise<string> {
  const customer = (await shop.post('/v1/customers', { name: 'Jo Doe', email: 'jo@example.com', payment_method: 'pm_card_visa' })).id;
  return sessionOf(shop, { ...club, customer, subscription_data: { trial_period_days: 14 } });
}

async function expired(shop: Shop): Promise<string> {
  const { id, url } = await shop.post('/v1/checkout/sessions', { ...goods, after_expiration: { recovery: { enabled: true } } });
  await shop.post(`/v1/checkout/sessions/${id}/expire`);
  return url;
}

async function link(shop: Shop): Promise<string> {
  const { url } = await shop.post('/v1/payment_links', { line_items: [sold('Coffee', 500)], submit_type: 'donate' });
  return url;
}

/** A page of a merchant's own, with the Payment Element on it. */
async function elements(shop: Shop): Promise<string> {
  const { client_secret } = await shop.post('/v1/payment_intents', {
    ...{ amount: 12_900, currency: 'eur', payment_method_types: ['card', 'sepa_debit', 'ideal'] },
  });
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>A shop</title><style>:root{color-scheme:light dark}body{font:1rem system-ui;max-inline-size:30rem;margin:2rem auto;padding:0 1rem}</style>
<h1>A shop of its own</h1><div id="payment"></div><script src="${shop.url}/js/v3"></script><script>
const dark = matchMedia('(prefers-color-scheme: dark)').matches;
const stripe = Stripe(${JSON.stringify(shop.publishable_key)});
const elements = stripe.elements({ clientSecret: ${JSON.stringify(client_secret)}, appearance: { theme: dark ? 'night' : 'stripe' } });
elements.create('payment').mount('#payment');
</script></html>`;
  return served(page);
}

/** Serves a page until the last picture is taken. */
export async function served(page: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page));
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** The pages of a purchase. */
export const checkout_rows: readonly Row[] = [
  { name: 'checkout', title: 'Checkout', address: (shop) => sessionOf(shop, goods) },
  { name: 'checkout-trial', title: 'Checkout: a trial, with a card that was saved', address: knownPayer },
  {
    name: 'checkout-setup',
    title: 'Checkout: a card is kept, in German',
    language: 'de',
    address: (shop) => sessionOf(shop, { mode: 'setup', success_url }),
  },
  { name: 'checkout-right-to-left', title: 'Checkout, in Arabic', language: 'ar', address: (shop) => sessionOf(shop, club) },
  { name: 'checkout-expired', title: 'Checkout: a session that has expired', address: expired },
  { name: 'payment-link', title: 'Payment link', address: link },
  { name: 'payment-element', title: "Payment Element on a merchant's page", address: elements },
];

import { must } from './billing.js';
import type { Answer, Client, TestService } from './service.js';

type Params = Readonly<Record<string, unknown>>;
type Body = Answer['body'];

/** The address that payers are redirected to. */
export const success_url = 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}';

/** A one-time item, at ten dollars. */
export const mug = {
  price_data: { currency: 'usd', product_data: { name: 'Mug' }, unit_amount: 1000 },
  quantity: 1,
} as const;

/** A monthly item, at twenty dollars. */
export const club = {
  price_data: { currency: 'usd', product_data: { name: 'Club' }, recurring: { interval: 'month' }, unit_amount: 2000 },
  quantity: 1,
} as const;

/** A card as a payer types it in. */
export const cardOf = (number: string): Params => ({
  type: 'card',
  card: { number, exp_month: 12, exp_year: 2034, cvc: '123' },
  billing_details: { email: 'jo@example.com', name: 'Jo' },
});

/** An open session of a shop. */
export const sessionOf = (shop: Client, params: Params = {}): Promise<Body> =>
  must(shop.post('/v1/checkout/sessions', { line_items: [mug], mode: 'payment', success_url, ...params }));

/** The page of a session, or of a link: the API as a visitor of its address may call it. */
export const pageAt = (service: Pick<TestService, 'client'>, url: string): Client => service.client(`page_${url.split('/').at(-1)}`);

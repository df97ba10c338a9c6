import { must } from './billing.js';
import { made } from './populate.js';
import { everything, visitor } from './portal.js';
import type { Client } from './service.js';

/** The objects of the latest session. */
type Trial = {
  readonly id: string;
  readonly subscription: string;
  readonly item: string;
  readonly other_price: string;
  readonly other_method: string;
};

let trial: Trial | null = null;

/** The subscription of the latest trial. */
function of(): Trial {
  if (!trial) throw new Error('No session was opened yet');
  return trial;
}

/** Opens a session of a new customer with a subscription and every permission. */
async function opened(client: Client, flowing: (subscription: string) => object = () => ({})): Promise<string> {
  const { id: customer } = await made(client, '/v1/customers', { payment_method: 'pm_card_visa' });
  const other = await made(client, '/v1/payment_methods/pm_card_mastercard/attach', { customer });
  const product = (await made(client, '/v1/products', { name: 'Tea' })).id;
  const monthly = async (unit_amount: number): Promise<string> =>
    (await made(client, '/v1/prices', { product, currency: 'usd', unit_amount, recurring: { interval: 'month' } })).id;
  const [small, large] = [await monthly(1000), await monthly(3000)];
  const features = everything(product, [small, large]);
  const configuration = (await made(client, '/v1/billing_portal/configurations', { features })).id;
  const { id: subscription, items } = await made(client, '/v1/subscriptions', { customer, items: [{ price: small }] });
  const session = await made(client, '/v1/billing_portal/sessions', { configuration, customer, ...flowing(subscription) });
  await must(client.post(`/v1/billing_portal/sessions/${session.id}/open`, { session: visitor }));
  trial = { id: session.id, subscription, item: items.data[0].id, other_price: large, other_method: other.id };
  return session.id;
}

/** The same, where the customer is about to cancel and gets an offer. */
async function leaving(client: Client): Promise<string> {
  const coupon = (await made(client, '/v1/coupons', { percent_off: 10, duration: 'forever' })).id;
  const retention = { type: 'coupon_offer', coupon_offer: { coupon } };
  return opened(client, (subscription) => ({
    flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription, retention } },
  }));
}

/** The same, where the customer has canceled. */
async function left(client: Client): Promise<string> {
  const id = await opened(client);
  await must(client.post(`/v1/billing_portal/sessions/${id}/leave`, { session: visitor, subscription: of().subscription }));
  return id;
}

const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' };
const adding = { session: visitor, card, return_url: 'https://example.com/' };

/** The same, where the customer has added a card. */
async function withCard(client: Client): Promise<string> {
  const id = await opened(client);
  await must(client.post(`/v1/billing_portal/sessions/${id}/add_card`, adding));
  return id;
}

/** Opened sessions, by the routes that need them. */
export const portal_sessions: Readonly<Record<string, (client: Client) => Promise<string>>> = {
  ...Object.fromEntries(
    ['look', 'preview', 'change', 'leave', 'pause', 'choose', 'drop', 'add_card', 'tell'].map((verb) => [
      `POST /v1/billing_portal/sessions/:id/${verb}`,
      (client: Client) => opened(client),
    ]),
  ),
  'POST /v1/billing_portal/sessions/:id/stay': leaving,
  'POST /v1/billing_portal/sessions/:id/go_on': left,
  'POST /v1/billing_portal/sessions/:id/take_card': withCard,
};

const changed = (): object => ({
  session: visitor,
  subscription: of().subscription,
  items: [{ id: of().item, price: of().other_price, quantity: 2 }],
});

/** Their parameters. */
export const portal_changes: Readonly<Record<string, () => object>> = {
  'POST /v1/billing_portal/sessions/:id/open': () => ({ session: visitor }),
  'POST /v1/billing_portal/sessions/:id/look': () => ({ session: visitor }),
  'POST /v1/billing_portal/sessions/:id/preview': changed,
  'POST /v1/billing_portal/sessions/:id/change': changed,
  'POST /v1/billing_portal/sessions/:id/leave': () => ({ session: visitor, subscription: of().subscription }),
  'POST /v1/billing_portal/sessions/:id/pause': () => ({
    session: visitor,
    subscription: of().subscription,
    duration: { interval: 'week' },
  }),
  'POST /v1/billing_portal/sessions/:id/stay': () => ({ session: visitor }),
  'POST /v1/billing_portal/sessions/:id/go_on': () => ({ session: visitor, subscription: of().subscription }),
  'POST /v1/billing_portal/sessions/:id/choose': () => ({ session: visitor, payment_method: of().other_method }),
  'POST /v1/billing_portal/sessions/:id/drop': () => ({ session: visitor, payment_method: of().other_method }),
  'POST /v1/billing_portal/sessions/:id/add_card': () => adding,
  'POST /v1/billing_portal/sessions/:id/take_card': () => ({ session: visitor }),
  'POST /v1/billing_portal/sessions/:id/tell': () => ({ session: visitor, name: 'Al' }),
};

import { must } from './billing.js';
import type { Answer, Client, TestService } from './service.js';
import { type ClockedShop, openClockedShop } from './subscribed.js';

/** The access of an opened session. */
export const visitor = 'an-unguessable-session-1742';

/** A shop whose customer has subscribed to one of three prices of a product, and can change to the others. */
export type PortalShop = ClockedShop & {
  readonly prices: Readonly<Record<'small' | 'large' | 'yearly', string>>;
  readonly configuration: string;
};

/** Every feature of a portal, enabled. */
export const everything = (product: string, prices: readonly string[], more: object = {}) => ({
  customer_update: { enabled: true, allowed_updates: ['address', 'email', 'name', 'phone', 'shipping', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, cancellation_reason: { enabled: true, options: ['too_expensive', 'unused', 'other'] } },
  subscription_pause: {
    enabled: true,
    duration: {
      interval_options: [
        { interval: 'month', interval_count: 2 },
        { interval: 'week', interval_count: 1 },
      ],
    },
  },
  subscription_update: {
    enabled: true,
    default_allowed_updates: ['price', 'quantity', 'promotion_code'],
    products: [{ product, prices, adjustable_quantity: { enabled: true, minimum: 1, maximum: 10 } }],
    proration_behavior: 'always_invoice',
    ...more,
  },
});

/** Opens such a shop. */
export async function openPortalShop(service: TestService, options: Parameters<typeof openClockedShop>[1] = {}): Promise<PortalShop> {
  const shop = await openClockedShop(service, { at: '2026-01-01', ...options });
  const prices = {
    small: await shop.price(1000, { nickname: 'Small' }),
    large: await shop.price(3000, { nickname: 'Large' }),
    yearly: await shop.price(9000, { nickname: 'Yearly', recurring: { interval: 'year' } }),
  };
  const features = everything(shop.product, Object.values(prices));
  const { id } = await must(shop.client.post('/v1/billing_portal/configurations', { features }));
  return { ...shop, prices, configuration: id };
}

/** A session of the shop's customer. */
export const sessionOf = ({ client, configuration, customer }: PortalShop, more: object = {}): Promise<Answer['body']> =>
  must(client.post('/v1/billing_portal/sessions', { configuration, customer, ...more }));

/** The requests of a session's pages. */
export type Visiting = (verb: string, params?: object) => Promise<Answer>;

/** Opens a session without its page. */
export async function visit(client: Client, { id }: { readonly id: string }): Promise<Visiting> {
  const act: Visiting = (verb, params = {}) => client.post(`/v1/billing_portal/sessions/${id}/${verb}`, { session: visitor, ...params });
  await must(act('open'));
  return act;
}

/** An opened new session of the shop's customer. */
export const visiting = async (shop: PortalShop, more: object = {}): Promise<Visiting> => visit(shop.client, await sessionOf(shop, more));

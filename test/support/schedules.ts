import { made } from './populate.js';
import { type ClockedShop, dated } from './subscribed.js';

/** The body of an API answer. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into it.
export type Body = any;

/** The object at a path. */
export const get = async ({ client }: ClockedShop, path: string): Promise<Body> => (await client.get(path)).body;

/** Creates a schedule for the shop's customer. */
export const scheduled = ({ client, customer }: ClockedShop, params: object): Promise<Body> =>
  made(client, '/v1/subscription_schedules', { customer, ...params });

/** The current state of a schedule. */
export const scheduleNow = (shop: ClockedShop, { id }: { id: string }): Promise<Body> => get(shop, `/v1/subscription_schedules/${id}`);

/** The current state of a subscription. */
export const subscriptionNow = (shop: ClockedShop, id: string): Promise<Body> => get(shop, `/v1/subscriptions/${id}`);

/** All invoices of the customer, the oldest first. */
export const billsOf = async (shop: ClockedShop): Promise<Body[]> =>
  (await get(shop, `/v1/invoices?customer=${shop.customer}&limit=100`)).data.reverse();

/** The times and amounts of the customer's invoices. */
export const billed = async (shop: ClockedShop): Promise<[string, number][]> =>
  (await billsOf(shop)).map(({ created, total }) => [dated(created), total]);

import { made } from './populate.js';
import { type ClockedShop, dated } from './subscribed.js';

/** What the API answers with. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into it.
export type Body = any;

/** What is at a path. */
export const get = async ({ client }: ClockedShop, path: string): Promise<Body> => (await client.get(path)).body;

/** Schedules what the shop's customer subscribes to. */
export const scheduled = ({ client, customer }: ClockedShop, params: object): Promise<Body> =>
  made(client, '/v1/subscription_schedules', { customer, ...params });

/** A schedule as it is by now. */
export const scheduleNow = (shop: ClockedShop, { id }: { id: string }): Promise<Body> => get(shop, `/v1/subscription_schedules/${id}`);

/** A subscription as it is by now. */
export const subscriptionNow = (shop: ClockedShop, id: string): Promise<Body> => get(shop, `/v1/subscriptions/${id}`);

/** All that the customer was billed for, the oldest first. */
export const billsOf = async (shop: ClockedShop): Promise<Body[]> =>
  (await get(shop, `/v1/invoices?customer=${shop.customer}&limit=100`)).data.reverse();

/** When the customer was billed, and for how much. */
export const billed = async (shop: ClockedShop): Promise<[string, number][]> =>
  (await billsOf(shop)).map(({ created, total }) => [dated(created), total]);

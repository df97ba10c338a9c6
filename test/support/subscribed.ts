import { made } from './populate.js';
import type { Client, TestService } from './service.js';

/** Seconds of a time as people write it: `2026-01-31` or `2026-01-31T10:00`. */
export const moment = (date: string): number => Date.parse(date.includes('T') ? `${date}Z` : `${date}T00:00Z`) / 1000;

/** A time in seconds as people write it. */
export const dated = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T00:00', '');

/** A merchant whose customer runs on a test clock, with a product to subscribe to. */
export type ClockedShop = {
  readonly client: Client;
  readonly clock: string;
  readonly customer: string;
  readonly product: string;
  /** A monthly price, of this many minor units; or with these parameters. */
  price(unit_amount: number, more?: object): Promise<string>;
  /** Subscribes the customer to prices. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it.
  subscribe(items: readonly object[], more?: object): Promise<any>;
  /** Runs all work that is due by then. */
  advance(to: string | number): Promise<void>;
};

/** Opens one; its customer pays with a saved card, by default a working one. */
export async function openClockedShop(
  service: TestService,
  { at = '2026-01-31', card = 'pm_card_visa' }: { at?: string; card?: string | null } = {},
): Promise<ClockedShop> {
  const client = service.client();
  const clock = (await made(client, '/v1/test_helpers/test_clocks', { frozen_time: moment(at) })).id;
  const paying = card && { payment_method: card };
  const customer = (await made(client, '/v1/customers', { email: 'jo@example.com', name: 'Jo', test_clock: clock, ...paying })).id;
  const product = (await made(client, '/v1/products', { name: 'Tea' })).id;
  return {
    ...{ client, clock, customer, product },
    price: async (unit_amount, more = {}) =>
      (await made(client, '/v1/prices', { product, currency: 'usd', unit_amount, recurring: { interval: 'month' }, ...more })).id,
    subscribe: (items, more = {}) => made(client, '/v1/subscriptions', { customer, items, ...more }),
    advance: async (to) => {
      const frozen_time = typeof to === 'string' ? moment(to) : to;
      const path = `/v1/test_helpers/test_clocks/${clock}`;
      await made(client, `${path}/advance`, { frozen_time });
      const status = await service.until(async () => {
        const { body } = await client.get(path);
        return body.status !== 'advancing' && body.status;
      });
      if (status !== 'ready') throw new Error(`The clock is ${status}`);
    },
  };
}

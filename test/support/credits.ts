import { made } from './populate.js';
import type { TestService } from './service.js';
import { type ClockedShop, moment, openClockedShop } from './subscribed.js';

/** A shop whose customer pays for metered calls in April 2026, and gets billing credits. */
export type CreditShop = ClockedShop & {
  readonly meter: string;
  /** A monthly price of a call. */
  readonly call: string;
  /** Credits for all metered prices, in cents. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it.
  grant(value: number, more?: object): Promise<any>;
  /** Records calls of the customer on this day. */
  calls(count: number, day: string): Promise<void>;
  /** The draft for April of a subscription, on the first of May. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it.
  draftOf(subscription: string): Promise<any>;
  /** The available credits in cents. */
  available(): Promise<number>;
  /** The changes of credits, oldest first: their reasons and amounts. */
  changes(): Promise<readonly (readonly [string, number])[]>;
};

/** Opens one, with a price of so many cents for a call. */
export async function openCreditShop(service: TestService, cents = 10): Promise<CreditShop> {
  const shop = await openClockedShop(service, { at: '2026-04-01' });
  const { client, customer } = shop;
  const counting = { display_name: 'Calls', event_name: 'calls', default_aggregation: { formula: 'sum' } };
  const { id: meter } = await made(client, '/v1/billing/meters', counting);
  const call = await shop.price(cents, { recurring: { interval: 'month', usage_type: 'metered', meter } });
  const scope = { price_type: 'metered' };
  return {
    ...shop,
    meter,
    call,
    grant: (value, more = {}) =>
      made(client, '/v1/billing/credit_grants', {
        amount: { type: 'monetary', monetary: { currency: 'usd', value } },
        applicability_config: { scope },
        customer,
        ...more,
      }),
    calls: (count, day) =>
      made(client, '/v1/billing/meter_events', {
        event_name: 'calls',
        payload: { stripe_customer_id: customer, value: String(count) },
        timestamp: moment(day),
      }),
    draftOf: async (subscription) => {
      await shop.advance('2026-05-01');
      return (await client.get('/v1/invoices', { subscription, limit: 1 })).body.data[0];
    },
    available: async () => {
      const filter = { 'filter[type]': 'applicability_scope', 'filter[applicability_scope][price_type]': 'metered' };
      const { body } = await client.get('/v1/billing/credit_balance_summary', { customer, ...filter });
      return body.balances[0]?.available_balance.monetary.value ?? 0;
    },
    changes: async () => {
      const { body } = await client.get('/v1/billing/credit_balance_transactions', { customer, limit: 100 });
      return body.data.toReversed().map(({ credit, debit }: Record<'credit' | 'debit', never>) => {
        const { type, amount } = (credit ?? debit) as { type: string; amount: { monetary: { value: number } } };
        return [type, amount.monetary.value];
      });
    },
  };
}

import type { BillingShop } from './bills-commands.js';
import type { Answered } from './money-model.js';
import type { Client, TestService } from './service.js';
import { openClockedShop } from './subscribed.js';

/** The service itself, as the counterpart of the model of billing; its customers run on a test clock. */
export async function billingShopOverHttp(service: TestService, at: string): Promise<BillingShop> {
  const { client, clock, advance } = await openClockedShop(service, { at, card: null });
  const paths: Readonly<Record<string, (id: string) => string>> = {
    credit_note: (id) => `/v1/credit_notes?customer=${id}`,
    customer_balance_transaction: (id) => `/v1/customers/${id}/balance_transactions?limit=100`,
    invoice: (id) => `/v1/invoices?customer=${id}`,
    invoiceitem: (id) => `/v1/invoiceitems?customer=${id}`,
    subscription: (id) => `/v1/subscriptions?status=all&customer=${id}`,
  };
  return {
    ask: (method, path, params = {}) =>
      method === 'POST' ? client.post(path, params as Record<string, unknown>) : client.del(path, params as Record<string, unknown>),
    of_customers: { test_clock: clock },
    documents: async (object, { id }) => {
      const path = paths[object];
      return path ? oldestFirst(client, path(id)) : [(await client.get(`/v1/customers/${id}`)).body];
    },
    now: async () => (await client.get(`/v1/test_helpers/test_clocks/${clock}`)).body.frozen_time,
    advance,
    told: async () =>
      (await oldestFirst(client, '/v1/events?limit=100')).map(({ type, data: { object } }) => ({
        ...{ type, id: object.id, status: object.status, payment_intent: null },
      })),
  };
}

async function oldestFirst(client: Client, path: string): Promise<Answered['body'][]> {
  const found: Answered['body'][] = [];
  for (let more = true; more; ) {
    const after = found.length ? `${path.includes('?') ? '&' : '?'}starting_after=${found.at(-1).id}` : '';
    const { body } = await client.get(`${path}${after}`);
    found.push(...body.data);
    more = body.has_more;
  }
  return found.reverse();
}

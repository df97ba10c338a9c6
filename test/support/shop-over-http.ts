import { expect } from 'vitest';
import { moveClockTo } from './merchant.js';
import type { Answered, Shop, Told } from './money-model.js';
import { balanceOf } from './payments.js';
import type { Client } from './service.js';

const paths: Readonly<Record<string, string>> = {
  charge: '/v1/charges',
  dispute: '/v1/disputes',
  payment_intent: '/v1/payment_intents',
  payout: '/v1/payouts',
  refund: '/v1/refunds',
};

/** The service itself, as the counterpart of the model. */
export function shopOverHttp(client: Client): Shop {
  return {
    post: (path, params = {}) => client.post(path, params as Record<string, unknown>),
    document: async (object, id) => (await client.get(`${paths[object]}/${id}`)).body,
    balance: (currency) => balanceOf(client, currency),
    now: async () => (await client.get('/v1/test_helpers/sandbox_clock')).body.frozen_time,
    advance: async (to) => expect((await moveClockTo(client, to)).status).toBe(200),
    told: () => everyEvent(client),
  };
}

async function everyEvent(client: Client): Promise<Told[]> {
  const found: Answered['body'][] = [];
  for (let more = true; more; ) {
    const { body } = await client.get('/v1/events', { limit: 100, ...(found.length && { starting_after: found.at(-1).id }) });
    found.push(...body.data);
    more = body.has_more;
  }
  return found.reverse().map(({ type, data: { object } }) => {
    const { id, status, payment_intent = null } = object;
    return { type, id, status, payment_intent };
  });
}

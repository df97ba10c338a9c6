import { createRequire } from 'node:module';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import type { Delivery, Receiver } from './receiver.js';
import type { Answer, Client } from './service.js';

const older = createRequire(import.meta.url)('stripe-17') as typeof Stripe;

/** Creates an endpoint; its answer contains the secret. */
export async function endpointAt(client: Client, url: string, enabled_events = ['*'], more: object = {}): Promise<Answer['body']> {
  const { status, body } = await client.post('/v1/webhook_endpoints', { url, enabled_events, ...more });
  if (status !== 200) throw new Error(`The endpoint was refused: ${JSON.stringify(body)}`);
  return body;
}

/** Stored attempts, the first one first. */
export async function attemptsOf(client: Client, filter: Readonly<Record<string, string>>): Promise<Answer['body'][]> {
  const { body } = await client.get('/v1/webhook_attempts', { ...filter, limit: 100 });
  return body.data.reverse();
}

/** The newest event of a type. */
export const newestEvent = async (client: Client, type: string): Promise<Answer['body']> =>
  (await client.get('/v1/events', { type, limit: 1 })).body.data[0];

/** The number of pending deliveries of an event, which callers with a pinned version see. */
export const pendingOf = async (client: Client, event: string): Promise<number> =>
  (await client.get(`/v1/events/${event}`, undefined, { headers: { 'stripe-version': '2025-09-30.clover' } })).body.pending_webhooks;

/** The event of a delivery to a path. */
export const deliveriesOf = (receiver: Receiver, path: string, event: string): Delivery[] =>
  receiver.at(path).filter(({ headers }) => headers['webhook-id'] === event);

/** The verifiers of a delivery: each as its own documentation says. */
export const verifiers: Readonly<Record<string, (delivery: Delivery, secret: string) => unknown>> = {
  'stripe 23': ({ body, headers }, secret) => Stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), secret),
  'stripe 17': ({ body, headers }, secret) => older.webhooks.constructEvent(body, String(headers['stripe-signature']), secret),
  'stripe 23 by Florin’s own header': ({ body, headers }, secret) =>
    Stripe.webhooks.constructEvent(body, String(headers['florin-signature']), secret),
  standardwebhooks: ({ body, headers }, secret) => new Webhook(secret).verify(body, headers as Record<string, string>),
};

/** Whether all of them accept a delivery, none, or some. */
export function acceptedBy(delivery: Delivery, secret: string): string[] {
  return Object.keys(verifiers).filter((name) => {
    try {
      return Boolean(verifiers[name]?.(delivery, secret));
    } catch {
      return false;
    }
  });
}

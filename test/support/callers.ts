import qs from 'qs';
import type { Answer, Client, TestService } from './service.js';

/** The two dialects of the API: native, and that of every official SDK. */
export const dialects = ['a native caller with JSON', 'a caller of a dated version with forms'] as const;

/** One of them. */
export type Dialect = (typeof dialects)[number];

/** A caller with a new sandbox in that dialect; or with the same sandbox as `client`. */
export const callerIn = (dialect: Dialect, service: TestService, client = service.client()): Client =>
  dialect === dialects[0] ? client : dated(service.url, client);

/** The same caller in the form of an official SDK: form bodies, and a version in every request. */
export function dated(url: string, client: Client): Client {
  const call: Client['post'] = async (path, params = {}, extra = {}) => {
    const headers = {
      authorization: `Bearer ${extra.key ?? client.key}`,
      'content-type': 'application/x-www-form-urlencoded',
      'stripe-version': '2025-09-30.clover',
      ...extra.headers,
    };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: qs.stringify(params) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
  const version = { headers: { 'stripe-version': '2025-09-30.clover' } };
  return {
    ...client,
    get: (path, query) => client.get(path, query, version),
    post: call,
    del: (path) => client.del(path, undefined, version),
  };
}

/** The types of the events of an object, oldest first. */
export async function eventsOf(client: Client, id: string): Promise<string[]> {
  const events = await allEvents(client);
  return events.filter(({ data }) => data.object.id === id).map(({ type }) => type);
}

/** Every event of a sandbox, oldest first, except those of its opening. */
export async function allEvents(client: Client): Promise<Answer['body'][]> {
  const { body } = await client.get('/v1/events', { limit: 100 });
  return body.data.filter(({ type }: { type: string }) => !type.startsWith('account.')).reverse();
}

/** Creates a customer. */
export const newCustomer = async (client: Client, params: object = {}): Promise<Answer['body']> =>
  (await client.post('/v1/customers', { ...params })).body;

import { expect } from 'vitest';
import { accountOf } from './merchant.js';
import type { Client, TestService } from './service.js';

/** The address of a platform in tests. */
export const redirect_uri = 'https://platform.example/back';

/** Registers the address of a platform, and answers with its client id. */
export async function clientIdOf(client: Client): Promise<string> {
  const account = await accountOf(client);
  const { status, text } = await client.post(`/v1/accounts/${account}`, { settings: { connect: { redirect_uris: [redirect_uri] } } });
  expect(status, text).toBe(200);
  return account.replace('acct_', 'ca_');
}

/** The address of the page where accounts authorize a platform. */
export const authorizeUrl = (service: TestService, client_id: string, more: Readonly<Record<string, string>> = {}): string =>
  `${service.url}/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id, scope: 'read_write', redirect_uri, ...more })}`;

/** Sends the form of that page, as a browser does. */
export const consent = (url: string, typed: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(typed) });

/** Authorizes a platform, and answers with the parameters of its address. */
export async function authorized(
  service: TestService,
  client: Client,
  typed: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
): Promise<URLSearchParams> {
  const answer = await consent(authorizeUrl(service, await clientIdOf(client), more), typed);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

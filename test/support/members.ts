import { randomUUID } from 'node:crypto';
import type { Answer, Client, TestService } from './service.js';

/** A browser without a page: it keeps the cookies of one service, and sends the token of its session. */
export type Visitor = {
  readonly cookies: Map<string, string>;
  /** Calls a route of the dashboard: a GET without a body, otherwise a POST. */
  auth(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Calls the API with the session. */
  api(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The session as its page knows it. */
  csrf(): Promise<string>;
};

/** A browser that has not signed in. */
export function visitor(service: TestService, mode: 'live' | 'test' = 'test'): Visitor {
  const cookies = new Map<string, string>();
  let token = '';
  const call = async (
    method: string,
    path: string,
    body: object | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> => {
    const sent = {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'florin-csrf': token,
      'florin-mode': mode,
      ...headers,
    };
    const with_body = body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...sent } } : { headers: sent };
    const response = await fetch(`${service.url}${path}`, { method, redirect: 'manual', ...with_body });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : null,
    };
  };
  const auth: Visitor['auth'] = (path, body, headers = {}) => call(body ? 'POST' : 'GET', `/dashboard/auth/${path}`, body, headers);
  const csrf = async (): Promise<string> => {
    token = (await auth('session')).body.csrf ?? '';
    return token;
  };
  return {
    cookies,
    csrf,
    auth: async (path, body, headers) => {
      const answer = await auth(path, body, headers);
      if (answer.body?.status === 'signed_in') await csrf();
      return answer;
    },
    api: (method, path, body, headers = {}) => call(method, path, body, headers),
  };
}

/** A password that no rule refuses. */
export const good_password = 'four plain words together';

/** Invites a member with a key of the account. */
export async function invited(
  client: Client,
  role = 'administrator',
  email = `${randomUUID()}@example.com`,
): Promise<{ id: string; email: string; invitation: string }> {
  const { status, body, text } = await client.post('/v1/members', { email, role });
  if (status !== 200) throw new Error(text);
  return { id: body.id, email: body.email, invitation: body.invitation };
}

/** A member with a session, of which the ids are told. */
export async function memberWithSession(
  service: TestService,
  client: Client,
): Promise<{ readonly member: string; readonly member_session: string }> {
  const browser = await signedIn(service, client);
  return { member: browser.id, member_session: (await browser.auth('session')).body.member.session };
}

/** A member of the account who has accepted, with a browser that is signed in. */
export async function signedIn(
  service: TestService,
  client: Client,
  role = 'administrator',
  mode: 'live' | 'test' = 'test',
): Promise<Visitor & { id: string; email: string }> {
  const { id, email, invitation } = await invited(client, role);
  const browser = visitor(service, mode);
  const { status, text } = await browser.auth('invitation/accept', { secret: invitation, password: good_password, name: 'Jo' });
  if (status !== 200) throw new Error(text);
  return { ...browser, id, email };
}

import type { Client, TestService } from './service.js';

type Logged = { readonly object: string; readonly path: string; readonly response: { readonly error?: unknown } | null };

/** The text of a list without what callers have sent themselves: the log of a request shows the ids that it named, whosever they are. */
export function withoutOwnWords(text: string): string {
  const { data = [], ...list } = JSON.parse(text) as { readonly data?: readonly Logged[] };
  const shown = data.map((each) => (each.object === 'request_log' ? withoutSent(each) : each));
  return JSON.stringify({ ...list, data: shown });
}

const withoutSent = ({ response, ...log }: Logged): object => {
  const { path: _, parameters: __, error: ___, ...kept } = log as Logged & { readonly parameters: unknown; readonly error: unknown };
  return { ...kept, response: response?.error === undefined ? response : null };
};

/** The id of the log of a request, which is stored after its response. */
export async function loggedRequest(service: TestService, client: Client): Promise<string> {
  const { headers } = await client.post('/v1/customers', { name: 'Logged' });
  const id = headers.get('request-id') ?? '';
  await service.until(async () => (await client.get(`/v1/request_logs/${id}`)).status === 200);
  return id;
}

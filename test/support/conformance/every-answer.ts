import Stripe from 'stripe';
import type { Everything } from '../everything.js';
import { pathWith, type Routed, routes } from '../routes.js';
import type { Answer } from '../service.js';

const headers = { 'stripe-version': Stripe.API_VERSION };

/** Every object of a sandbox that can be listed or retrieved, and apart from them the objects of its events, as the installed SDK gets them. */
export async function everyAnswer({ client, ids }: Everything): Promise<Record<'answers' | 'in_events', readonly unknown[]>> {
  const get = async (path: string, params?: Readonly<Record<string, string>>): Promise<Answer['body']> =>
    (await client.get(path, params, { headers })).body;
  const answers: unknown[] = [];
  const in_events: unknown[] = [];
  for (const routed of routes.filter(({ entry }) => entry.kind === 'list' || entry.kind === 'retrieve')) {
    const body = await get(pathWith(routed, ids), routed.entry.kind === 'list' ? filtersOf(routed, ids) : undefined);
    answers.push(...(Array.isArray(body?.data) ? body.data : [body]));
  }
  for (let after: string | undefined, more = true; more; ) {
    const page = await get('/v1/events', { limit: '100', ...(after && { starting_after: after }) });
    answers.push(...page.data);
    in_events.push(...page.data.map((event: { data: { object: unknown } }) => event.data.object));
    more = page.has_more;
    after = page.data.at(-1)?.id;
  }
  return { answers, in_events };
}

/** What some lists cannot be without. */
const filtersOf = ({ fields }: Routed, ids: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  limit: '100',
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, { presence, refers_to = name }]) => {
      const id = ids[refers_to] ?? ids[name];
      return presence === 'required' && id ? [[name, id]] : [];
    }),
  ),
});

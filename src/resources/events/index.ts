import { refused } from '../../base/errors.js';
import { listOf, nullable, object } from '../../base/fields.js';
import { oneOf, ref, text } from '../../base/kinds.js';
import { handler, list, resource, retrieve } from '../../base/resource.js';

/** Something that happened: `data.object` is the object as it then was (seed, Event). */
export const event = resource({
  object: 'event',
  prefix: 'evt',
  fields: { api_version: nullable(text), data: object({ object: object({}) }), request: nullable(text), type: text },
  start: null,
  table: 'events',
  created_in: 'milliseconds',
  columns: ['type'],
});

/** Delivers an event again: to one endpoint, or to every endpoint that wants it. */
const resend = handler(
  'POST /v1/events/:id/retry',
  { webhook_endpoint: ref('webhook_endpoint'), account: text, for_stripecli: oneOf('true', 'false') },
  'Deliver an event again',
  async ({ read, params, path }) => {
    const id = path.id ?? '';
    const found = await read.find(event, id);
    if (!found) throw refused({ code: 'resource_missing', param: 'id', message: `No such event: '${id}'` });
    await read.resend(id, params.webhook_endpoint ?? null);
    return found;
  },
);

/** The events group. */
export const events = [
  resend,
  retrieve(event, 'GET /v1/events/:id'),
  list(event, ['GET /v1/events', 'GET /v1/events/list'], { type: text, types: listOf(text, 20) }),
] as const;

import { about, field, nullable } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { integer, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { type Document, resource } from '../../../kernel/base/resource.js';
import { list, retrieve } from '../../../kernel/base/rules.js';
import { intentForSdks } from '../next-actions/for-sdks.js';
import { type_filter } from './type-filter.js';

/** A document of any kind, or what some of its members were before. */
const any_document = field<object>({ type: 'object' }, {}, (value) => value as object);

type Data = { readonly object: Document };

/** Nothing but intents looks otherwise to SDKs. */
const dataForSdks = (data: Data): Data => ({ ...data, object: intentForSdks.shape(data.object) });

/** Something that happened: `data.object` is the object as it then was (seed, Event). */
export const event = resource({
  object: 'event',
  prefix: 'evt',
  fields: {
    api_version: nullable(text),
    data: object({ object: any_document, previous_attributes: any_document }),
    pending_webhooks: integer(),
    request: nullable(object({ id: nullable(text), idempotency_key: nullable(text) })),
    type: text,
  },
  for_sdks: {
    differs: intentForSdks.differs,
    shape: (told) => ({ ...told, data: dataForSdks(told.data as Data) }),
  },
  start: null,
  table: 'events',
  created_in: 'milliseconds',
  columns: ['type'],
});

/** Delivers an event again: to one endpoint, to every endpoint that wants it, or to the Stripe CLI. */
const resend = handler(
  'POST /v1/events/:id/retry',
  {
    webhook_endpoint: about('The endpoint; by default all that want the event.', ref('webhook_endpoint')),
    account: about('The connected account that the event belongs to, with `for_stripecli`.', text),
    for_stripecli: about('Whether the open sockets of the Stripe CLI receive the event, instead of endpoints.', oneOf('true', 'false')),
  },
  'Deliver an event again',
  async ({ read, params, path, refuse }) => {
    const id = path.id ?? '';
    const { webhook_endpoint, for_stripecli } = params;
    const account = for_stripecli === 'true' ? params.account : undefined;
    const found = await read.find(event, id, account);
    if (!found) return refuse({ code: 'resource_missing', param: 'id', message: `No such event: '${id}'` });
    if (for_stripecli === 'true') {
      await read.resendToListeners(id, account);
      return found;
    }
    const { count } = await read.resend({ event: id, endpoint: webhook_endpoint });
    if (webhook_endpoint !== undefined && count === 0) {
      const message = `No such webhook_endpoint that is enabled: '${webhook_endpoint}'`;
      return refuse({ code: 'resource_missing', status: 400, param: 'webhook_endpoint', message });
    }
    return found;
  },
);

/** The events group. */
export const events = [
  resend,
  retrieve(event, 'GET /v1/events/:id'),
  list(
    event,
    ['GET /v1/events', 'GET /v1/events/list'],
    { related_object: about('Only events of this object, by its id.', text), type: type_filter, types: listOf(text, 20) },
    { columns: { object_id: { of: 'related_object' } } },
  ),
] as const;

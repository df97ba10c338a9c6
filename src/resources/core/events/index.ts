import { about, field, nullable, sometimes } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { idElsewhere, integer, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { type Document, resource } from '../../../kernel/base/resource.js';
import { list, retrieve } from '../../../kernel/base/rules.js';
import { intentForSdks } from '../next-actions/for-sdks.js';
import { sent_events } from './sent-events.js';
import { type_filter } from './type-filter.js';

/** A document of any kind, or what some of its members were before. */
const any_document = field<object>({ type: 'object' }, {}, (value) => value as object);

/** The types that are sent, each with its sentence. */
const sent_type = { ...text, schema: { anyOf: Object.entries(sent_events).map(([type, description]) => ({ const: type, description })) } };

type Data = { readonly object: Document };

/** The object of an event in the shape of its kind; the next step of an intent is the only member with other names. */
const dataForSdks = (data: Data): Data => ({ ...data, object: intentForSdks.shape(data.object) });

/** Something that happened: `data.object` is the object as it then was (seed, Event). */
export const event = resource({
  object: 'event',
  prefix: 'evt',
  fields: {
    account: about(
      'The connected account of the event; only in deliveries to endpoints of its platform.',
      sometimes(idElsewhere('account')),
    ),
    api_version: about('The version whose form the event has; null for the native form.', nullable(text)),
    data: about(
      'The object of the event.',
      object({
        object: about('The object as it was after the change.', any_document),
        previous_attributes: about('The values that changed members had before; only in events of updates.', sometimes(any_document)),
      }),
    ),
    pending_webhooks: about(
      'The number of endpoints that have not accepted the event yet. The native form has it only where a single event is retrieved.',
      sometimes(integer()),
    ),
    request: about(
      'The request that caused the event; null, or with members that are null, if no request did.',
      nullable(
        object({
          id: about('The id of the request.', nullable(text)),
          idempotency_key: about('The idempotency key of the request.', nullable(text)),
        }),
      ),
    ),
    type: about('The type of the event, such as `payment_intent.succeeded`.', sent_type),
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
    webhook_endpoint: about('Only this endpoint; by default all that are subscribed to the type of the event.', ref('webhook_endpoint')),
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
  { about: 'Delivers an event again, to one endpoint or to all that are subscribed to its type.' },
);

/** The events group. */
export const events = [
  resend,
  retrieve(event, 'GET /v1/events/:id', { about: 'Retrieves an event.' }),
  list(
    event,
    ['GET /v1/events', 'GET /v1/events/list'],
    {
      related_object: about('Only events of this object, by its id.', text),
      type: about('Only events of this type, or of all types with a common beginning, such as `invoice.*`.', type_filter),
      types: about('Only events of these types; up to 20.', listOf(text, 20)),
    },
    { columns: { object_id: { of: 'related_object' } }, about: 'Lists events, newest first.' },
  ),
] as const;

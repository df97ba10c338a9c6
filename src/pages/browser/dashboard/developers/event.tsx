import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import { dates, equal } from '../kit/filters.js';
import { type Event as Base, Json } from '../kit/history.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';
import { Deliveries } from './deliveries.js';

/** Its time is in milliseconds, so lists sort and show it by themselves. */
type Event = Base;

/** Events. */
export const events: Description<Event> = {
  name: 'events',
  path: 'events',
  label: 'Events',
  one: 'event',
  title: ({ type }) => type,
  columns: [
    member.text('Type', (it) => it.type),
    member.reference('Object', ({ data }) => data.object.id),
    member.text('Waiting deliveries', (it) => it.pending_webhooks),
    member.time('Created', (it) => it.created / 1000),
    member.extra(member.text('Request', (it) => it.request?.id)),
    member.id,
  ],
  filters: [equal('type', 'Type', 'invoice.paid'), equal('related_object', 'Object', 'pi_…'), dates()],
  empty: { text: 'Every change causes an event. This command causes one:', command: 'customers -d email=jo@example.com' },
  facts: [
    member.time('Created', (it) => it.created / 1000),
    member.reference('Object', ({ data }) => data.object.id),
    member.text('Waiting deliveries', (it) => it.pending_webhooks),
    member.reference('Request', (it) => it.request?.id),
    member.text('Idempotency key', (it) => it.request?.idempotency_key),
  ],
  sections: [
    { label: 'Deliveries', Show: ({ item }) => <Deliveries of={{ event: item.id }} /> },
    { label: 'Body', Show: ({ item }) => <Json of={item} /> },
  ],
  actions: [
    {
      label: 'Send again',
      is_primary: true,
      fields: () => [{ name: 'webhook_endpoint', label: 'Endpoint', kind: 'object', of: 'webhooks', is_required: true }],
      request: ({ id }, parameters) => post(`events/${id}/retry`, parameters),
      done: () => say('The event is delivered again.'),
    },
  ],
  is_silent: true,
};

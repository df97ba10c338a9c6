import type { Description } from '../kit/description.js';
import { choice, dates, equal } from '../kit/filters.js';
import { RequestBody, type RequestLog } from '../kit/history.js';
import * as member from '../kit/members.js';

const titleOf = ({ method, path }: RequestLog): string => `${method} ${path}`;

/** The log of API requests. */
export const requestLogs: Description<RequestLog> = {
  name: 'requests',
  path: 'request_logs',
  label: 'API requests',
  one: 'request',
  title: titleOf,
  status: ({ outcome }) => outcome,
  columns: [
    member.text('Request', titleOf),
    { ...member.text('Status', (it) => it.status_code), is_aside: true },
    member.text('Error', (it) => it.error?.code),
    member.reference('Object', (it) => it.object_id),
    member.text('Duration', (it) => `${it.duration_ms} ms`),
    member.created,
    member.extra(member.text('Key', (it) => it.key)),
    member.extra(member.text('IP address', (it) => it.address)),
    member.extra(member.text('Client', (it) => it.user_agent)),
    member.id,
  ],
  filters: [
    choice('outcome', ['succeeded', 'failed'], 'Outcome'),
    equal('status_code', 'Status code', '402'),
    equal('path', 'Path', '/v1/refunds'),
    equal('object_id', 'Object', 'pi_…'),
    dates(),
  ],
  empty: {
    text: 'Requests that write or are refused appear here for 30 days. This command makes one:',
    command: 'customers -d email=jo@example.com',
  },
  facts: [
    member.created,
    member.text('Status code', (it) => it.status_code),
    member.text('Duration', (it) => `${it.duration_ms} ms`),
    member.reference('Object', (it) => it.object_id),
    member.text('Error', (it) => it.error?.message),
    member.text('Parameter', (it) => it.error?.param),
    member.copied('Idempotency key', (it) => it.idempotency_key),
    member.flag('Replayed', (it) => it.replayed),
    member.constant('Kind of key', (it) => it.key_type),
    member.text('IP address', (it) => it.address),
    member.text('Client', (it) => it.user_agent),
  ],
  sections: [{ label: 'Request', Show: ({ item }) => <RequestBody log={item} /> }],
  read_again_ms: 3000,
  is_silent: true,
};

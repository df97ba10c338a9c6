import type { Description } from '../kit/description.js';
import { choice, dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';

type AuditRecord = {
  readonly id: string;
  readonly created: number;
  readonly action: string;
  readonly actor: string;
  readonly actor_type: string;
  readonly from: string | null;
  readonly outcome: string;
  readonly request: string | null;
  readonly subject: string | null;
};

/** The audit log: privileged operations. */
export const auditRecords: Description<AuditRecord> = {
  name: 'audit-log',
  path: 'audit_records',
  label: 'Audit log',
  one: 'record',
  title: ({ action }) => action,
  columns: [
    member.text('Action', (it) => it.action),
    { ...member.text('Outcome', (it) => it.outcome), is_aside: true },
    member.text('Actor', (it) => it.actor),
    member.reference('Subject', (it) => it.subject),
    member.text('IP address', (it) => it.from),
    member.created,
  ],
  filters: [
    equal('action', 'Action'),
    equal('actor', 'Actor'),
    equal('subject', 'Subject'),
    choice('outcome', ['succeeded', 'refused', 'failed'], 'Outcome'),
    dates(),
  ],
  empty: {
    text: 'Privileged operations appear here, such as a new webhook endpoint:',
    command: "webhook_endpoints -d url=http://localhost:3000/webhooks -d 'enabled_events[]=*'",
  },
  facts: [],
  is_flat: true,
};

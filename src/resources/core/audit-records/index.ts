import { nullable } from '../../../kernel/base/fields.js';
import { oneOf, text } from '../../../kernel/base/kinds.js';
import { resource } from '../../../kernel/base/resource.js';
import { list } from '../../../kernel/base/rules.js';

const outcomes = ['failed', 'refused', 'succeeded'] as const;

/** A privileged operation that was done or attempted (docs/decisions/0024). Stored with its cause, and only ever appended. */
export const auditRecord = resource({
  object: 'audit_record',
  prefix: 'audit',
  fields: {
    action: text,
    actor: text,
    actor_type: oneOf('ephemeral', 'member', 'operator', 'page', 'publishable', 'restricted', 'sandbox', 'secret', 'visitor'),
    from: text,
    outcome: oneOf(...outcomes),
    request: text,
    subject: nullable(text),
  },
  start: null,
  table: 'audit_records',
  columns: ['action', 'actor', 'outcome', 'subject'],
});

/** The audit records group. */
export const auditRecords = [
  list(auditRecord, ['GET /v1/audit_records', 'GET /v1/audit_records/list'], {
    action: text,
    actor: text,
    outcome: oneOf(...outcomes),
    subject: text,
  }),
] as const;

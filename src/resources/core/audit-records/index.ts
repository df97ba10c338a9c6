import { about, nullable } from '../../../kernel/base/fields.js';
import { oneOf, text } from '../../../kernel/base/kinds.js';
import { resource } from '../../../kernel/base/resource.js';
import { list } from '../../../kernel/base/rules.js';

const outcomes = ['failed', 'refused', 'succeeded'] as const;

/** A privileged operation that was done or attempted (docs/decisions/0024). Stored with its cause, and only ever appended. */
export const auditRecord = resource({
  object: 'audit_record',
  prefix: 'audit',
  fields: {
    action: about('The operation, such as `POST /v1/refunds`, or the command of the operator.', text),
    actor: about('The actor: the id of an API key or of a member, or the name of the operator.', text),
    actor_type: about(
      'The kind of actor: a kind of API key, a member, a page or device of a payer, or the operator.',
      oneOf('ephemeral', 'member', 'operator', 'page', 'publishable', 'restricted', 'sandbox', 'secret', 'visitor'),
    ),
    from: about('The IP address, or the host of the operator.', text),
    outcome: about('Whether the action `succeeded`, was `refused`, or `failed` because of an error.', oneOf(...outcomes)),
    request: about('The id of the request.', text),
    subject: about('The id of the object that the action was about; null without one.', nullable(text)),
  },
  start: null,
  table: 'audit_records',
  columns: ['action', 'actor', 'outcome', 'subject'],
});

/** The audit records group. */
export const auditRecords = [
  list(
    auditRecord,
    ['GET /v1/audit_records', 'GET /v1/audit_records/list'],
    {
      action: about('Only records of this action.', text),
      actor: about('Only records of this actor.', text),
      outcome: about('Only records with this outcome.', oneOf(...outcomes)),
      subject: about('Only records about this object.', text),
    },
    {
      about: 'Lists privileged actions, newest first. Records are never changed or deleted; a chain of hashes shows tampering.',
    },
  ),
] as const;

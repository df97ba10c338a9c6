import type { Finished } from '../../api/http/server.js';
import { auditRow, outcomeOf, type Privileged } from '../../kernel/audit/record.js';
import type { Caller, Engine } from '../../kernel/engine/engine.js';
import { type Access, access, privileged } from '../../resources/access.js';

type Rows = Readonly<Record<string, Access>>;

/** The caller and address for the audit record, if the route is privileged or can show vault content; otherwise null. */
export function privilegedOf(caller: Caller, route: string, request: { readonly id: string; readonly ip: string }): Privileged | null {
  const { restricted = null, unseals = false, privileged: always = false } = (access as Rows)[route] ?? {};
  if (!unseals && !always && !privileged.has(restricted)) return null;
  const { member, key_id, kind } = caller;
  return { request: request.id, action: route, actor: member?.id ?? key_id, actor_type: member ? 'member' : kind, from: request.ip };
}

const too_many = 429;
const unavailable = 503;

/**
 * Records a privileged request that was refused or failed. A successful request was recorded in its own write, and so was a refusal stored under an
 * idempotency key. Rate-limited requests are not recorded, nor are requests that failed because the database was unavailable.
 */
export async function recordRefused(
  { store }: Pick<Engine, 'store'>,
  { caller, route, status, address, replayed }: Finished,
  request_id: string,
): Promise<void> {
  if (status < 400 || status === too_many || status === unavailable || replayed || !caller) return;
  const asked = privilegedOf(caller, route, { id: request_id, ip: address });
  if (!asked) return;
  const row = auditRow(caller, { ...asked, subject: null, outcome: outcomeOf(status) });
  await store({ now: row.created_at, audited: [row] });
}

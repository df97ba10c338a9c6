import { auditRow, type Privileged } from '../../kernel/audit/record.js';
import { type Refusal, refused } from '../../kernel/base/refusal.js';
import type { AnyRule } from '../../kernel/base/rules.js';
import { real_clock, storedClock } from '../../kernel/engine/clock.js';
import { type Engine, own_view, tenantFrom } from '../../kernel/engine/engine.js';
import { perform } from '../../kernel/engine/perform.js';

/** Who acts, from where, in which request. */
export type Acting = {
  /** The books that hold the member. */
  readonly account: string;
  /** The member. */
  readonly id: string;
  readonly request: string;
  readonly address: string;
  /** What the audit record says; null for what needs no record. */
  readonly action: string | null;
};

const recordOf = ({ id, request, address, action }: Acting): Privileged | null =>
  action === null ? null : { request, action, actor: id, actor_type: 'member', from: address };

/** Runs a rule as a member, and returns the object that it has changed. A refusal is thrown. */
export const act = (engine: Engine, acting: Acting, rule: AnyRule, subject: string | null, params: object): Promise<unknown> =>
  runRule(engine, { ...acting, by: recordOf(acting) }, rule, subject, params);

/** Who runs a rule, and the audit record of it. */
type Running = Omit<Acting, 'action'> & { readonly by: Privileged | null };

/** Runs a rule that has no route, in the books of an account. */
export async function runRule(
  engine: Engine,
  { account, id, address, request, by }: Running,
  rule: AnyRule,
  subject: string | null,
  params: object,
): Promise<unknown> {
  const tenant = tenantFrom(account, await storedClock(engine, account));
  const reply = await perform(engine, {
    caller: { ...tenant, kind: 'secret', key_id: id, permissions: [] },
    address,
    sure: Promise.resolve(),
    action: { kind: 'action', routes: [], resource: rule.resource, params: rule.takes, rule },
    id: subject,
    params: params as Readonly<Record<string, unknown>>,
    view: own_view,
    key: null,
    client_secret: null,
    request_id: request,
    audit: by,
  });
  const answer = JSON.parse(reply.text) as {
    readonly error?: Pick<Refusal, 'code'> & { readonly message: string; readonly param?: string };
  };
  if (reply.status === 200) return answer;
  const { code = 'internal_error', message, param } = answer.error ?? {};
  throw refused({ code, ...(message !== undefined && { message }), ...(param !== undefined && { param }) });
}

/** Records an attempt that was refused before any rule ran. */
export async function recordRefused({ store }: Pick<Engine, 'store'>, acting: Acting): Promise<void> {
  const record = recordOf(acting);
  if (!record) return;
  const row = auditRow(tenantFrom(acting.account, real_clock), { ...record, subject: acting.id, outcome: 'refused' });
  await store({ now: row.created_at, audited: [row] });
}

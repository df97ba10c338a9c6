import { timeOfId } from '../base/ids.js';
import type { Database, Statement } from '../storage/database.js';
import type { AuditRow } from '../storage/rows.js';

/** A privileged request: the action, its actor, and where it came from. */
export type Privileged = {
  /** The id of the request, or of a command's run. The record's id derives from it, so each has only one record. */
  readonly request: string;
  /** The route, or the command. */
  readonly action: string;
  readonly actor: string;
  readonly actor_type: 'ephemeral' | 'member' | 'operator' | 'page' | 'publishable' | 'restricted' | 'sandbox' | 'secret' | 'visitor';
  /** An IP address, or a host name. */
  readonly from: string;
};

/** A privileged request with its outcome. */
export type Done = Privileged & {
  /** The id of the object that it is about. */
  readonly subject: string | null;
  readonly outcome: 'failed' | 'refused' | 'succeeded';
};

type Tenant = { readonly account: string; readonly livemode: boolean };

/** The outcome of a request by its status. */
export const outcomeOf = (status: number): Done['outcome'] => (status < 400 ? 'succeeded' : status < 500 ? 'refused' : 'failed');

/** A record to store. Its timestamp is the request's, on the service's clock. */
export function auditRow({ account, livemode }: Tenant, { request, ...done }: Done): AuditRow {
  const id = `audit${request.slice(request.indexOf('_'))}`;
  const created_ms = timeOfId(request);
  const doc = { id, object: 'audit_record', created: Math.floor(created_ms / 1000), livemode, ...done, request };
  const { action, actor, outcome, subject } = done;
  return { account, id, created_at: new Date(created_ms), action, actor, outcome, subject, doc: JSON.stringify(doc) };
}

/** Stores a record in a transaction without a write. */
export const recording = ({ account, id, created_at, action, actor, outcome, subject, doc }: AuditRow): Statement => ({
  text: 'insert into audit_records (account, id, created_at, action, actor, outcome, subject, doc) values ($1, $2, $3, $4, $5, $6, $7, $8)',
  values: [account, id, created_at, action, actor, outcome, subject, doc],
});

/** The filters of a query; all records without any. */
export type Asked = {
  readonly account?: string;
  readonly action?: string;
  readonly actor?: string;
  readonly subject?: string;
  readonly limit: number;
};

/** Records of all accounts, newest first. */
export const readRecords = (
  { transaction }: Pick<Database, 'transaction'>,
  { account, action, actor, subject, limit }: Asked,
): Promise<{ doc: string }[]> =>
  transaction(async (query) => {
    // There is no index over all accounts by time alone.
    await query({ text: `set local statement_timeout = '10min'; set local enable_seqscan = on`, values: [] });
    return query({
      text: `select doc from audit_records where ($1::text is null or account in ($1, $1 || '_test')) and ($2::text is null or action = $2)
        and ($3::text is null or actor = $3) and ($4::text is null or subject = $4) order by created_at desc, id desc limit $5`,
      values: [account ?? null, action ?? null, actor ?? null, subject ?? null, limit],
    });
  });

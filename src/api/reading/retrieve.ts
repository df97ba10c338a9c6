import { auditRow } from '../../kernel/audit/record.js';
import type { Fields } from '../../kernel/base/fields.js';
import { inForm, storedOf } from '../../kernel/base/form.js';
import type { AnyResource, Document } from '../../kernel/base/resource.js';
import type { Retrieve } from '../../kernel/base/rules.js';
import { mayTouch, perform } from '../../kernel/engine/perform.js';
import { shownRow } from '../../kernel/engine/reply.js';
import { unknown as missing } from '../../kernel/engine/step.js';
import { wantOf } from '../../kernel/storage/load.js';
import { isViewed } from '../present/expandable.js';
import type { Answer, Asked, Means } from './read-request.js';
import { contents } from './reader.js';

/** Answers with one object; one that the caller may not access is reported as missing. */
export const retrieving =
  ({ present }: Means, entry: Retrieve): Answer =>
  async (asked) => {
    const { resource, within, own, view: rule } = entry;
    const { engine, caller, view, path, params, client_secret } = asked;
    const id = own ? caller.account_id : (path.id ?? '');
    if (rule && view.expand.some((name) => isViewed(entry, name, view)))
      return perform(engine, { ...asked, action: { ...entry, kind: 'action', rule, preview: resource.prefix }, id });
    const { account } = caller;
    const stored = storedOf(resource);
    const [row] = await engine.load([wantOf(stored, account, id)]);
    if (!row || (row.deleted && !stored.tombstone) || !(own || mayTouch(caller, row, client_secret))) throw missing(resource, id);
    if (resource.form_of && !inForm(resource, JSON.parse(row.doc))) throw missing(resource, id);
    if (within && (JSON.parse(row.doc) as Document)[within] !== params[within]) throw missing(resource, id);
    const text = resource.table === 'events' && view.version !== null ? withDeliveries(row.doc, row.version) : row.doc;
    const shown = await present({ ...shownRow(resource, row), text }, account, view);
    return { status: 200, text: await unsealed(asked, resource, row.doc, shown) };
  };

/** The response with the vault content that the caller expanded; the access is recorded in the audit log first. */
async function unsealed({ engine, caller, view, sure, audit }: Asked, resource: AnyResource, text: string, shown: string): Promise<string> {
  const fields = resource.fields as Fields;
  if (!view.expand.some((name) => fields[name]?.unsealed)) return shown;
  const doc = JSON.parse(text) as Document;
  const names = view.expand.filter((name) => fields[name]?.unsealed?.(doc));
  if (!names.length) return shown;
  await sure;
  const now = new Date(engine.now_ms());
  if (audit) await engine.store({ now, audited: [auditRow(caller, { ...audit, subject: doc.id, outcome: 'succeeded' })] });
  const kept = await contents(engine, caller.account, doc.id);
  const told = Object.fromEntries(names.map((name) => [name, kept[name]?.reveal()]));
  return JSON.stringify({ ...(JSON.parse(shown) as object), ...told });
}

/** The event with its number of pending deliveries; native callers see the event as stored. */
const withDeliveries = (doc: string, pending: number | null): string =>
  JSON.stringify({ ...(JSON.parse(doc) as object), pending_webhooks: pending ?? 0 });

import { inForm, storedOf } from '../base/form.js';
import type { Document } from '../base/resource.js';
import type { Retrieve } from '../base/rules.js';
import { mayTouch } from '../engine/perform.js';
import { shownRow } from '../engine/secret-member.js';
import { unknown as missing } from '../engine/step.js';
import { wantOf } from '../storage/load.js';
import type { Answer, Means } from './asked.js';

/** Answers with one object; what the caller may not touch is as unknown as what never was. */
export const retrieving =
  ({ present }: Means, { resource, within, own }: Retrieve): Answer =>
  async ({ engine, caller, view, path, params, client_secret }) => {
    const id = own ? caller.account_id : (path.id ?? '');
    const { account } = caller;
    const stored = storedOf(resource);
    const [row] = await engine.load([wantOf(stored, account, id)]);
    if (!row || (row.deleted && !stored.tombstone) || !(own || mayTouch(caller, row, client_secret))) throw missing(resource, id);
    if (resource.form_of && !inForm(resource, JSON.parse(row.doc))) throw missing(resource, id);
    if (within && (JSON.parse(row.doc) as Document)[within] !== params[within]) throw missing(resource, id);
    const text = resource.table === 'events' && view.version !== null ? withDeliveries(row.doc, row.version) : row.doc;
    return { status: 200, text: await present({ ...shownRow(resource, row), text }, account, view) };
  };

/** How many deliveries of an event are still under way; native callers see the event as it was stored. */
const withDeliveries = (doc: string, pending: number | null): string =>
  JSON.stringify({ ...(JSON.parse(doc) as object), pending_webhooks: pending ?? 0 });

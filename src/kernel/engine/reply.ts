import { isOfInput } from '../base/errors.js';
import type { Fields } from '../base/fields.js';
import type { AnyResource, Document } from '../base/resource.js';
import type { Drive } from './drive.js';
import type { Engine, Near, Reply, Shown } from './engine.js';
import type { Denied } from './step.js';
import { keyOf, startUnit, type Tracked, textOf, trackRow, type Unit } from './unit.js';
import { store } from './write.js';

/** An object for its caller: a signing secret only in the reply that creates it, a client secret always. */
export const shownOf = ({ shown, views }: Unit, tracked: Tracked): Shown => ({
  resource: tracked.resource,
  text: textOf(tracked),
  viewed: views.get(keyOf(tracked.doc)),
  secret: shown.get(keyOf(tracked.doc)) ?? (secretMember(tracked.resource)?.kind === 'client' && !tracked.deleted ? tracked.secret : null),
});

/** The reply of work without a caller. */
const unseen: Reply = { status: 200, text: '' };

/** The reply shows the requested object, or the refusal reported about it; otherwise another object's, unless it has changed since. */
export async function replyOf(engine: Engine, unit: Unit, { reply_to, view, tenant, is_preview }: Drive): Promise<Reply> {
  if (!reply_to) return unseen;
  const key = keyOf(reply_to);
  if (!unit.objects.has(key)) await readReply(engine, unit, reply_to);
  const others = [...unit.objects.values()].filter(({ resource }) => resource.object === reply_to.instead);
  const named = others.find(({ doc }) => reply_to.named?.includes(doc.id));
  const tracked = named ?? others.find(({ changed }) => changed) ?? unit.objects.get(key);
  const form = engine.index.forms.find(({ object }) => object === reply_to.instead);
  const shownIf = (each: Tracked | undefined): Shown | null => (each ? shownOf(unit, each) : null);
  const found = shownIf(tracked && is_preview ? withoutImagined(unit, tracked) : tracked);
  const shown = found && form ? { ...found, resource: form } : found;
  const report = unit.reports.get(key) ?? [...unit.reports.values()].at(-1);
  if (report) return engine.render.refusal(report, tracked?.deleted ? null : shown, view);
  if (!shown) throw new Error(`${reply_to.id} must be shown, but does not exist`);
  const near: Near = {
    find: (object, id) => shownIf(unit.objects.get(keyOf({ object, id }))),
    all: (object) => [...unit.objects.values()].flatMap((each) => (each.resource.object === object ? [shownOf(unit, each)] : [])),
  };
  return { status: 200, text: await engine.render.object(shown, tenant.account, view, near) };
}

/** A preview has no stored id: members that refer to its unstored objects are null. */
function withoutImagined({ objects }: Unit, { doc, resource, ...rest }: Tracked): Tracked {
  const imagined = Object.keys(doc).filter((name) => resource.fields[name]?.refers_to && objects.get(String(doc[name]))?.version === 0);
  return { ...rest, resource, doc: { ...doc, ...Object.fromEntries(imagined.map((name) => [name, null])) }, text: null };
}

/** The reply's object may be missing from the unit of an answer, or may not have been created. */
async function readReply(engine: Engine, unit: Unit, { object, id }: NonNullable<Drive['reply_to']>): Promise<void> {
  const { tenant } = unit;
  const [row] = await engine.load([{ of: 'object', account: tenant.account, object, id }]);
  if (row) trackRow(engine, unit, tenant, object, row);
}

/** A refusal that depends on state is stored under the key: a later retry must not succeed (promise 15). */
export async function refusedReply(engine: Engine, driving: Drive, { refusal, subject }: Denied['denied']): Promise<Reply> {
  const { view, claim, finished, tenant } = driving;
  const of_input = isOfInput(refusal.code);
  const concerned = !of_input && subject && isShownWhenRefused(subject) ? shownOf(startUnit(engine, tenant), subject) : null;
  const reply = engine.render.refusal(refusal, concerned, view);
  // A rate limit is not a refusal: the same key can be sent again.
  const kept = of_input || refusal.code === 'rate_limit' ? null : claim;
  if (kept || finished.length) await store(engine, startUnit(engine, tenant), { ...driving, claim: kept, bounds: [], jobs: [], reply });
  return reply;
}

/** A caller with a client secret sees the object's state in a refusal. */
const isShownWhenRefused = ({ version, resource }: Tracked): boolean => version > 0 && secretMember(resource)?.kind === 'client';

type SecretMember = { readonly name: string; readonly kind: 'client' | 'key' | 'signing' } | null;

const known = new WeakMap<AnyResource, { readonly found: SecretMember }>();

/** The kind of secret of a resource's objects, and the member that shows it. */
export function secretMember(resource: AnyResource): SecretMember {
  const before = known.get(resource);
  if (before) return before.found;
  const [name, field] = Object.entries(resource.fields as Fields).find(([, { secret }]) => secret) ?? [];
  const found = name && field?.secret ? { name, kind: field.secret } : null;
  known.set(resource, { found });
  return found;
}

/** A stored row to show. */
export const shownRow = (resource: AnyResource, { doc, secret }: { doc: string; secret: string | null }): Shown => ({
  resource,
  text: doc,
  secret: secretMember(resource)?.kind === 'client' ? secret : null,
});

/** Whether an object's client secret is null for its callers, because a hosted page needs none. */
export const hidesSecret = ({ hides_secret }: AnyResource, text: string): boolean => hides_secret?.(JSON.parse(text) as Document) ?? false;

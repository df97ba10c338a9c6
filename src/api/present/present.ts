import { isVersion, newest_version } from '../../kernel/base/api-version.js';
import { holdsCardNumber } from '../../kernel/base/concealed.js';
import type { Viewed } from '../../kernel/base/effects.js';
import { type AnyPart, partsOf } from '../../kernel/base/for-payer.js';
import { inForm } from '../../kernel/base/form.js';
import { outward } from '../../kernel/base/internal.js';
import { scaled, told_in_milliseconds } from '../../kernel/base/moments.js';
import { refused } from '../../kernel/base/refusal.js';
import { type AnyResource, type Document, seenByPages } from '../../kernel/base/resource.js';
import { isOfPayer, type Shown, type View } from '../../kernel/engine/engine.js';
import { hidesSecret, secretMember } from '../../kernel/engine/reply.js';

/** An object as it is shown without expansions. */
export function presentPlain(stored_as: Shown, view: View): string {
  const { resource } = stored_as;
  const shown = resource.form_of ? { ...stored_as, text: JSON.stringify(inForm(resource, JSON.parse(stored_as.text))) } : stored_as;
  if (!isPayer(view) && view.version !== null && resource.created_in === 'milliseconds')
    return JSON.stringify(eventForSdks(resource, JSON.parse(shown.text) as Document, view.version));
  // Internal members are removed, except for pages that use them.
  const is_page = view.kind === 'page' || view.kind === 'visitor';
  const stored = is_page ? shown.text : outward(resource, shown.text);
  const text = view.version === null ? withSecret(shown, stored) : forSdks(resource, withSecret(shown, stored));
  if (!isPayer(view)) return text;
  const doc = seen(JSON.parse(text), seenBy(resource, view));
  return JSON.stringify(is_page && shown.viewed ? { ...(doc as object), ...viewedBy(shown.viewed) } : doc);
}

/** The members that a view has computed, without what its fields do not declare. */
const viewedBy = ({ fields, members }: Viewed): object => seen(members, partsOf(fields)) as object;

/** A document in the shape of the official SDKs; nearly always that is the stored text itself. */
const forSdks = ({ for_sdks }: AnyResource, text: string): string =>
  for_sdks?.differs(text) ? JSON.stringify(for_sdks.shape(JSON.parse(text) as Document)) : text;

/** The secret is inserted after `id` and `object`, which begin every document. It consists of letters and digits, so it needs no escaping. */
function withSecret({ resource, secret }: Shown, text: string): string {
  if (secret === null) return text;
  const start = text.indexOf(',', text.indexOf('"object":')) + 1;
  const shown = hidesSecret(resource, text) ? 'null' : `"${secret}"`;
  return `${text.slice(0, start)}"${secretMember(resource)?.name}":${shown},${text.slice(start)}`;
}

/** Whether the caller is a payer: a publishable key, a payer's page, a visitor, or a device with an ephemeral key. */
export const isPayer = ({ kind }: View): boolean => isOfPayer(kind);

/** The members of a resource that a payer sees; only `id` and `object` by default. */
export function seenBy(resource: AnyResource, { kind }: View): AnyPart {
  const { publishable = { id: true, object: true }, visitor, device } = resource;
  if (kind === 'visitor') return visitor ?? { id: true, object: true };
  if (kind === 'ephemeral') return { ...publishable, ...device };
  return kind === 'page' ? seenByPages(resource) : publishable;
}

/** The visible part of a value. Hidden values are undefined, as is an object where a plain value was declared, and vice versa. */
export function seen(value: unknown, part: AnyPart | undefined): unknown {
  if (part === undefined) return undefined;
  if (part === 'whole' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => seen(each, part)).filter((each) => each !== undefined);
  const plain = typeof value !== 'object';
  if (part === true || plain) return part === true && plain ? value : undefined;
  const members = Object.entries(value).map(([name, each]) => [name, seen(each, Object.hasOwn(part, name) ? part[name] : undefined)]);
  return Object.fromEntries(members.filter(([, each]) => each !== undefined));
}

/** An event in the shape of the official SDKs. */
export const eventForSdks = ({ for_sdks }: AnyResource, doc: Document, version: string | null): object =>
  inSeconds(for_sdks ? for_sdks.shape(doc) : doc, version);

/** An event for callers that pinned a version: timestamps in seconds, and the members their SDKs know (spec README, decision 7). */
function inSeconds(doc: Document, version: string | null): object {
  const data = doc.data as { object: { object: string } };
  const object = scaled(data.object, told_in_milliseconds[data.object.object] ?? [], 1 / 1000);
  const request = doc.request ?? { id: null, idempotency_key: null };
  return {
    ...doc,
    api_version: version,
    created: Math.floor(doc.created / 1000),
    data: { ...data, object },
    pending_webhooks: doc.pending_webhooks ?? 0,
    request,
  };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The version whose shape a response has; null for the native shape. `Stripe-Version` is stored with the endpoints that a caller creates, so it must
 * be a valid version. An SDK that sends none is recognized by its other headers.
 */
export function versionIn({ 'stripe-version': pinned, 'x-stripe-client-user-agent': client, 'user-agent': agent }: Headers): string | null {
  if (pinned === undefined) return client !== undefined || String(agent).startsWith('Stripe/') ? newest_version : null;
  if (typeof pinned === 'string' && isVersion(pinned) && !holdsCardNumber(pinned)) return pinned;
  const message =
    'Invalid Stripe-Version: send an API version such as 2025-09-30.clover, 2026-10-28.preview or 2022-11-15; a_beta=v1, or leave the header out.';
  throw refused({ code: 'parameter_invalid', param: 'Stripe-Version', message });
}

/** Indents a response for curl in a terminal, unless it sends JSON: scripts that do so get compact JSON. */
export const readable = (text: string, { 'user-agent': agent, 'content-type': type }: Headers): string =>
  String(agent).startsWith('curl/') && !String(type).startsWith('application/json')
    ? `${JSON.stringify(JSON.parse(text), null, 2)}\n`
    : text;

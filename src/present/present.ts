import { scaled, told_in_milliseconds } from '../base/moments.js';
import type { Document } from '../base/resource.js';
import type { Shown, View } from '../engine/engine.js';
import { secretMember } from '../engine/secret-member.js';

/** An object as it is shown without expansions. */
export function presentPlain(shown: Shown, view: View): string {
  const dated = view.version !== null && shown.resource.created_in === 'milliseconds';
  if (view.kind === 'publishable' || view.kind === 'page') return JSON.stringify(reduced(shown, view));
  return dated ? JSON.stringify(inSeconds(JSON.parse(shown.text) as Document, view.version)) : withSecret(shown);
}

/** The secret goes right behind `id` and `object`, which begin every document. It is letters and digits, so nothing in it is to be escaped. */
function withSecret({ resource, text, secret }: Shown): string {
  if (secret === null) return text;
  const start = text.indexOf(',', text.indexOf('"object":')) + 1;
  return `${text.slice(0, start)}"${secretMember(resource)?.name}":"${secret}",${text.slice(start)}`;
}

/** What a publishable key sees (seed: fields marked retrievable); of other resources nothing but that they are there. */
function reduced(shown: Shown, { kind }: View): object {
  const doc = JSON.parse(withSecret(shown)) as Record<string, unknown>;
  const { publishable = ['id', 'object'], seen_by_page = [] } = shown.resource;
  const visible: readonly PropertyKey[] = kind === 'page' ? [...publishable, ...seen_by_page] : publishable;
  return Object.fromEntries(Object.entries(doc).flatMap(([name, value]) => (visible.includes(name) ? [[name, forPayer(value)]] : [])));
}

/** An object inside another shows a payer no more than its own kind shows: nothing of the merchant's. */
export const forPayer = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, each) => (merchants.has(name) ? undefined : each));

const merchants = new Set(['customer', 'detached_at', 'metadata']);

/** An event for callers that pinned a version: seconds, and the members their SDKs know (spec README, decision 7). */
export function inSeconds(doc: Document, version: string | null): object {
  const data = doc.data as { object: { object: string } };
  const object = scaled(data.object, told_in_milliseconds[data.object.object] ?? [], 1 / 1000);
  const request = { id: null, idempotency_key: null };
  return {
    ...doc,
    api_version: version,
    created: Math.floor(doc.created / 1000),
    data: { ...data, object },
    pending_webhooks: doc.pending_webhooks ?? 0,
    request,
  };
}

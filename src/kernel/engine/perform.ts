import { createHash, timingSafeEqual } from 'node:crypto';
import type { Privileged } from '../audit/record.js';
import { seal } from '../base/effects.js';
import { hasPlace } from '../base/place.js';
import type { Subject } from '../base/question.js';
import { refused } from '../base/refusal.js';
import type { AnyResource } from '../base/resource.js';
import type { Action } from '../base/rules.js';
import { drive } from './drive.js';
import { type Caller, clockOffset, type Engine, idTime, type Reply, resourceOf, type View } from './engine.js';
import { foldBeside } from './fold.js';
import { isNamed, withNamed } from './gather/references.js';
import type { Key } from './idempotency.js';
import { around, askerOf, firstStep } from './step.js';
import { type AskedBy, type Step, type Tracked, textOf, type Unit } from './unit.js';

/** A validated request for an action. */
export type Performing = {
  readonly caller: Caller;
  /** The IP address of the client. */
  readonly address: string;
  /** Resolves once the caller is revalidated; awaited before anything is stored. */
  readonly sure: Promise<void>;
  readonly action: Action;
  /** The object of the route's `:id`; null for a route that creates one. */
  readonly id: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly view: View;
  readonly key: Key | null;
  /** The parameters in the path. */
  readonly in_path?: readonly string[];
  /** The client secret that a publishable key must send. */
  readonly client_secret: string | null;
  /** The request's id, which owns the key it claims. */
  readonly request_id: string;
  /** The id of the new object, if its contents were uploaded first. */
  readonly made_as?: string | undefined;
  /** The actor and address for the audit record, if the route is privileged. */
  readonly audit: Privileged | null;
  /** How the deliveries of its events differ, if the request asks for that. */
  readonly deliveries?: AskedBy['deliveries'];
};

/** Stops 3 to 5 of a request: one read, a pure decision, one write. After a lost race or a conflict on the key it reads again. */
export async function perform(engine: Engine, performing: Performing): Promise<Reply> {
  const { caller, sure, action, id, view, key, request_id, audit } = performing;
  const { resource } = action;
  const named = id !== null && isNamed(engine.index, resource.object, id);
  const fresh = (): string => performing.made_as ?? engine.ids.fresh(action.preview ?? resource.prefix, idTime(engine.now_ms(), caller));
  const subject = id === null ? (chosenIn(performing) ?? fresh()) : named ? fresh() : id;
  const { reply } = await drive(engine, {
    tenant: caller,
    sure,
    begin: (unit) => [begun(engine, unit, { ...performing, subject, named: named ? id : null })],
    reply_to: { object: resource.object, id: subject, instead: action.replies?.object, named: performing.in_path },
    view,
    request: { id: request_id, idempotency_key: key?.key ?? null, deliveries: performing.deliveries },
    is_preview: action.preview !== undefined,
    claim: key && action.preview === undefined ? { ...key, owner: request_id, claimed: false } : null,
    audit: audit && { ...audit, subject },
    finished: [],
  });
  return reply;
}

/** The id that the caller has chosen for a new object. */
const chosenIn = ({ action, params }: Performing): string | null =>
  hasPlace(action.resource) && typeof params.id === 'string' ? params.id : null;

type Beginning = Performing & { readonly subject: string; readonly named: string | null };

/** The first step of a request, with one new object for each test object's name, even if it is repeated. */
function begun(engine: Engine, unit: Unit, { caller, action, address, params, view, client_secret, subject, named }: Beginning): Step {
  const { rule, resource } = action;
  const now_ms = unit.service_ms + clockOffset(engine, caller);
  const naming = { tenant: caller, now_ms, clock: null };
  const made = new Map<string, string>();
  const make = (kind: string, name: string, param: string): string => {
    const named = resourceOf(engine.index, kind);
    const id = made.get(name) ?? engine.ids.fresh(named.prefix, idTime(unit.service_ms, caller));
    if (!made.has(name)) made.set(name, madeByName(engine, unit, naming, named, name, param, id));
    return id;
  };
  if (named) madeByName(engine, unit, naming, resource, named, null, subject);
  const input = withNamed(engine.index, rule.takes, params, make);
  const step = firstStep(rule, { tenant: caller, subject, given: { input }, now_ms });
  const inPath = (param: string): boolean => action.routes.some((route) => route.includes(`/:${param}/`));
  return {
    ...step,
    inPath,
    asker: askerOf(engine, caller, view.version, address),
    allows: (it) => it.version === 0 || mayTouch(caller, rowOf(it), client_secret, params),
  };
}

const rowOf = (it: Tracked): Touched => ({
  id: it.doc.id,
  secret: it.secret,
  // Only evaluated for pages.
  get doc() {
    return textOf(it);
  },
});

function madeByName(
  engine: Engine,
  unit: Unit,
  naming: Pick<Step, 'tenant' | 'now_ms' | 'clock'>,
  resource: AnyResource,
  name: string,
  param: string | null,
  id: string,
): string {
  if (naming.tenant.livemode) throw inTestModeOnly(resource, name, param);
  const surroundings = around(engine, unit, naming);
  const { set: given = {}, vault } = resource.named?.made(name, surroundings) ?? {};
  const made = surroundings.make(resource, given as never, id);
  foldBeside(engine, unit, naming, [made, vault && seal(made, vault)]);
  return id;
}

/** Names of test objects do not exist in live mode. */
const inTestModeOnly = ({ object }: AnyResource, name: string, param: string | null): Error =>
  refused({
    code: 'resource_missing',
    param: param ?? 'id',
    ...(param && { status: 400 }),
    message: `No such ${object}: '${name}'. It exists in test mode only.`,
  });

/** The parts of an object that decide whether a caller may access it. */
type Touched = { readonly id: string; readonly secret: string | null; readonly doc: string };

/**
 * A secret or restricted key may access its whole account; a publishable key the objects whose client secret it sends; a page likewise, and its own
 * attempt; an ephemeral key its holder, objects that name the holder in the member of its kind, and an object that names none if the request assigns it
 * to the holder.
 */
export function mayTouch(
  caller: Caller,
  it: Touched,
  client_secret: string | null,
  params: Readonly<Record<string, unknown>> = {},
): boolean {
  if (caller.kind === 'secret' || caller.kind === 'restricted') return true;
  const { id, secret } = it;
  if (caller.kind === 'ephemeral') {
    const { object, id: holder } = caller.holder ?? no_holder;
    const { [object]: named } = JSON.parse(it.doc) as Readonly<Record<string, unknown>>;
    return [id, named ?? params[object]].includes(holder);
  }
  const holds = secret !== null && client_secret !== null && sameText(secret, client_secret);
  if (caller.kind === 'publishable' || holds) return holds;
  const { latest_attempt = id } = JSON.parse(it.doc) as { latest_attempt?: string };
  return caller.page?.id === id && latest_attempt === caller.page.attempt;
}

const no_holder: Subject = { object: '', id: '' };

/** Compares texts in constant time. */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(hash(a), hash(b));

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

import { createHash, timingSafeEqual } from 'node:crypto';
import type { AnyDecided } from '../base/decision.js';
import { refused } from '../base/errors.js';
import type { Fields } from '../base/fields.js';
import type { Action, AnyResource } from '../base/resource.js';
import { movementOf } from '../ledger/movements.js';
import { sendAsk } from './ask.js';
import type { Write } from './commit.js';
import { type Caller, type Engine, type Reply, resourceOf, type Shown, type View } from './engine.js';
import { applyMade, blank, type Fold, secretMember, startFold, take, type Working } from './fold.js';
import { type Gathered, type Gathering, gather, isNamed, refsOf } from './gather.js';
import { type Key, replay } from './idempotency.js';
import { isAsked, realize, refuse, shownOf, surroundings } from './realize.js';
import { untilWon } from './retry.js';

/** A request to change something, validated. */
export type Performing = {
  readonly caller: Caller;
  readonly action: Action;
  /** The object of the route's `:id`; null for a route that makes one. */
  readonly id: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly view: View;
  readonly key: Key | null;
  /** What a publishable key must know of the object. */
  readonly client_secret: string | null;
  /** Names this request as the owner of the key it claims. */
  readonly request_id: string;
};

/** Stops 3 to 5 of a request: one read, a pure decision, one write. A lost race or a taken key goes back to the read. */
export async function perform(engine: Engine, performing: Performing): Promise<Reply> {
  const result = await untilWon(engine, () => attempt(engine, performing));
  return isAsked(result) ? (await sendAsk(engine, performing.caller, result)).reply : result;
}

async function attempt(engine: Engine, performing: Performing): ReturnType<typeof realize> {
  const { caller, key, view, request_id } = performing;
  const gathered = await gather(engine, gatheringOf(engine, performing));
  if (key && gathered.key) return replay(engine, caller.account, key, gathered.key);
  const fold = startFold(engine, caller);
  const params = withNamed(engine, fold, performing);
  const working = targetOf(engine, fold, performing, gathered);
  const decision = decide(engine, fold, { ...performing, params }, working, gathered);
  const claim = key && { ...key, owner: request_id, claimed: false };
  const rest = { fold, contents: gathered.contents, claim, view, finished: null, guards: guardsOf(performing, decision, gathered) };
  if (decision.refuse && !decision.to && !decision.set) return refuse(engine, rest, decision.refuse, stored(fold, working));
  return realize(engine, { ...rest, working, decision });
}

/** Whoever may act on an intent without being its maker learns how far it is when it refuses. */
const stored = (fold: Fold, working: Working): Shown | null =>
  working.version > 0 && secretMember(working.resource)?.kind === 'client' ? shownOf(fold, working) : null;

const gatheringOf = (engine: Engine, { caller, action, id, params, key }: Performing): Gathering => ({
  account: caller.account,
  account_id: caller.account_id,
  resource: action.resource,
  id: id !== null && isNamed(engine.index, action.resource.object, id) ? null : id,
  fields: action.params,
  params,
  needs: action.needs,
  key: key?.key ?? null,
  balance: action.balance ? { ledger_account: action.balance.ledger_account, currency: action.balance.currency(params) } : null,
});

/** The parameters, with an object made for each name of a test object. */
function withNamed(
  engine: Engine,
  fold: Fold,
  { action, params }: Pick<Performing, 'params'> & { action: { params: Fields } },
  at = '',
): Performing['params'] {
  const changed = Object.entries(params).flatMap(([name, value]): [string, unknown][] => {
    const { refers_to: kind, members } = action.params[name] ?? {};
    const param = at ? `${at}[${name}]` : name;
    if (members && value !== null && typeof value === 'object') {
      return [[name, withNamed(engine, fold, { action: { params: members }, params: value as Performing['params'] }, param)]];
    }
    return kind && typeof value === 'string' && isNamed(engine.index, kind, value)
      ? [[name, madeByName(engine, fold, kind, value, param).doc.id]]
      : [];
  });
  return changed.length ? { ...params, ...Object.fromEntries(changed) } : params;
}

function madeByName(engine: Engine, fold: Fold, kind: string, name: string, param: string | null): Working {
  const resource = resourceOf(engine.index, kind);
  if (fold.tenant.livemode) throw inTestModeOnly(resource, name, param);
  const made = resource.named?.made(name, surroundings(engine, fold));
  return applyMade(fold, { resource, id: fold.ids.fresh(resource.prefix, fold.now_ms), set: {}, ...made });
}

/** Names of test objects stand for nothing where money is real. */
const inTestModeOnly = ({ object }: AnyResource, name: string, param: string | null): Error =>
  refused({
    code: 'resource_missing',
    param: param ?? 'id',
    ...(param && { status: 400 }),
    message: `No such ${object}: '${name}'. It exists in test mode only.`,
  });

function targetOf(
  engine: Engine,
  fold: Fold,
  { action: { resource }, caller, id, client_secret }: Performing,
  { target }: Gathered,
): Working {
  if (id === null) return blank(fold, resource, fold.ids.fresh(resource.prefix, fold.now_ms));
  if (isNamed(engine.index, resource.object, id)) return madeByName(engine, fold, resource.object, id, null);
  if (!target || target.deleted || !mayTouch(caller, target, client_secret)) throw missing(resource, id);
  return take(fold, resource, target);
}

/** The answer for an unknown id, and word for word for another account's. */
export const missing = (resource: AnyResource, id: string): Error =>
  refused({ code: 'resource_missing', param: 'id', message: `No such ${resource.object}: '${id}'` });

/** A secret or restricted key reaches all of its account; a publishable one what it has the secret of; a page its own attempt. */
export function mayTouch(
  caller: Caller,
  { id, secret, doc }: { id: string; secret: string | null; doc: string },
  client_secret: string | null,
): boolean {
  if (caller.kind === 'secret' || caller.kind === 'restricted') return true;
  if (caller.kind === 'page') {
    const { latest_attempt = id } = JSON.parse(doc) as { latest_attempt?: string };
    return caller.page?.id === id && latest_attempt === caller.page.attempt;
  }
  return secret !== null && client_secret !== null && sameText(secret, client_secret);
}

/** Compares in a time that does not tell how much of it was right. */
const sameText = (a: string, b: string): boolean => timingSafeEqual(hash(a), hash(b));

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

const decide = (
  engine: Engine,
  fold: Fold,
  { action, caller, params, view }: Performing,
  working: Working,
  gathered: Gathered,
): AnyDecided =>
  action.decide({
    ...surroundings(engine, fold),
    it: working.doc,
    params,
    refs: refsOf(fold, action.needs, gathered.needed, working.doc, params),
    version: view.version,
    by_browser: caller.kind === 'publishable',
    balance: gathered.balance.amount,
  });

function guardsOf({ action, params }: Performing, { post }: AnyDecided, gathered: Gathered): Write['guards'] {
  if (!post?.some(({ movement }) => movementOf(movement).bounded)) return [];
  if (!action.balance) throw new Error(`${action.routes[0]} posts a bounded movement without reading the balance it is bounded by`);
  return [{ ledger_account: action.balance.ledger_account, currency: action.balance.currency(params), guard: gathered.balance.guard }];
}

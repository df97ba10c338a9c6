import type { AnyDecided } from '../base/decision.js';
import { isOfInput, type Refusal } from '../base/errors.js';
import type { Answer, Ask, Processor } from '../base/processor.js';
import type { AskedOf, Surroundings } from '../base/resource.js';
import { askProcessor, type Contents } from './asking.js';
import { commit, type Idempotent, type Job, type Write } from './commit.js';
import type { Engine, Reply, Shown, Tenant, View } from './engine.js';
import { apply, type Fold, leftBy, secretMember, textOf, type Working } from './fold.js';
import { refsOf } from './gather.js';
import { type Claim, sealReply } from './idempotency.js';
import { askJob, dueJobs } from './later.js';

/** A decision about to become real, and whatever its write has to take along. */
export type Intention = {
  readonly fold: Fold;
  readonly working: Working;
  readonly decision: AnyDecided;
  /** Content of the vault that was read for it, by object. */
  readonly contents: Contents;
  readonly claim: Claim | null;
  readonly view: View;
  /** The job that ends with this write. */
  readonly finished: string | null;
  /** The job that goes on later, at a moment of the service's clock. */
  readonly postponed?: Write['postponed'];
  readonly guards: Write['guards'];
};

/** An ask that has been stored and is now to be sent. */
export type Asked = {
  readonly job: string;
  readonly ask: Ask;
  /** The name of the processor that is to be asked first. */
  readonly processor: string;
  /** It may have been sent before. */
  readonly resumed?: true;
  readonly claim: Claim | null;
  readonly view: View;
  readonly contents: Contents;
  /** The objects of the request that asks, as its write has left them; a worker that asks again has to read them. */
  readonly left?: Fold['objects'] | undefined;
  /** The account's moment at which a timer asked; a request asks now. */
  readonly now_ms?: number | undefined;
};

/** Makes a Decision real. Where it asks a remote processor, the ask is stored and given back to be sent. */
export async function realize(engine: Engine, intention: Intention): Promise<Reply | Asked> {
  const { fold, working, decision } = intention;
  apply(fold, working, decision);
  const ask = fold.ask;
  if (!ask) return finish(engine, intention, decision.refuse ?? null);
  const [processor] = engine.processorsFor(fold.tenant, ask);
  if (!processor) {
    // A job that asks for what nobody can do yet is kept and repeated; only a request can be told.
    if (intention.finished) throw new Error(`No processor is configured for ${ask.verb}`);
    return refuse(engine, intention, { code: 'payment_method_unactivated' });
  }
  const contents = allContents(intention);
  const answer = processor.local && engine.one_write ? await answerAtOnce(engine, processor, fold.tenant, ask, contents) : null;
  if (answer) return finish(engine, intention, settleInFold(engine, intention, { answer, asked: askedOf(ask, processor) }));
  const { claim, view } = intention;
  const asked = { job: engine.ids.fresh('ask', engine.now_ms()), ask, processor: processor.name, claim, view };
  await write(engine, intention, [askJob(engine, fold.tenant, asked)], null);
  await engine.failpoint('after_ask_stored');
  return { ...asked, claim: claim && { ...claim, claimed: true }, contents, left: leftBy(fold) };
}

/** A local processor that does not answer is asked again by the road of the others. */
const answerAtOnce = (engine: Engine, processor: Processor, tenant: Tenant, ask: Ask, contents: Contents): Promise<Answer | null> =>
  askProcessor(engine, processor, tenant, ask, contents).catch((error) => {
    engine.fault(error, ask.attempt);
    return null;
  });

/** What an answer needs to know of its ask. */
export const askedOf = (ask: Ask, { name }: Processor): AskedOf => ({
  verb: ask.verb,
  attempt: ask.attempt,
  processor: name,
  amount: 'amount' in ask ? ask.amount : null,
});

/** Tells a reply from an ask that is still to be sent. */
export const isAsked = (result: Reply | Asked): result is Asked => 'ask' in result;

function allContents({ fold, contents }: Intention): Contents {
  const made = [...fold.objects.values()].flatMap(({ doc, vault }) => (vault ? [[doc.id, vault] as const] : []));
  return new Map([...contents, ...made]);
}

/** The answer of a local processor, folded into the same write. */
function settleInFold(engine: Engine, { fold, working }: Intention, answered: { answer: Answer; asked: AskedOf }): Refusal | null {
  const decision = decideSettle(engine, fold, working, answered, {});
  apply(fold, working, decision);
  return decision.refuse ?? null;
}

/** What becomes of an object by its processor's answer. */
export function decideSettle(
  engine: Engine,
  fold: Fold,
  working: Working,
  answered: { answer: Answer; asked: AskedOf },
  needed: Parameters<typeof refsOf>[2],
): AnyDecided {
  const settle = engine.index.settles.get(working.resource.object);
  if (!settle) throw new Error(`${working.resource.object} asks processors but has no answer entry`);
  return settle.decide({
    ...surroundings(engine, fold),
    it: working.doc,
    ...answered,
    refs: refsOf(fold, settle.needs, needed, working.doc, {}),
  });
}

/** What every `decide` is given, whatever it decides on. */
export const surroundings = (engine: Engine, fold: Fold): Surroundings => ({
  now: Math.floor(fold.now_ms / 1000),
  livemode: fold.tenant.livemode,
  account: fold.tenant.account_id,
  version: null,
  by_browser: false,
  fresh: (resource) => fold.ids.fresh(resource.prefix, fold.now_ms),
  pageUrl: (page, subject, attempt) => engine.pageUrl(page, fold.tenant.account, subject, attempt),
  fingerprint: (number) => engine.vault.hash(`fingerprint ${fold.tenant.account}`, number.reveal()).toString('base64url').slice(0, 16),
  refusalOfUrl: engine.refusalOfUrl,
  balance: 0,
});

async function finish(engine: Engine, intention: Intention, refusal: Refusal | null): Promise<Reply> {
  const { fold, working, view } = intention;
  const shown = shownOf(fold, working);
  const near = (id: string): Shown | null => {
    const made = fold.objects.get(id);
    return made ? shownOf(fold, made) : null;
  };
  const reply = refusal
    ? engine.render.refusal(refusal, shown, view)
    : { status: 200, text: await engine.render.object(shown, fold.tenant.account, view, near) };
  await write(engine, intention, [], reply);
  return reply;
}

/** A refusal that depends on state is remembered under the key: repeating it later must not do it after all (promise 15). */
export async function refuse(
  engine: Engine,
  intention: Omit<Intention, 'decision' | 'working'>,
  refusal: Refusal,
  concerned: Shown | null = null,
): Promise<Reply> {
  const { fold, claim, finished, view } = intention;
  const reply = engine.render.refusal(refusal, isOfInput(refusal.code) ? null : concerned, view);
  const nothing: Fold = { ...fold, objects: new Map(), events: [], postings: [], later: [] };
  const kept = isOfInput(refusal.code) ? null : claim;
  if (kept || finished) await write(engine, { ...intention, claim: kept, fold: nothing, guards: [] }, [], reply);
  return reply;
}

/** An object as its caller may see it now: a signing secret in the one reply that makes it, a client secret always. */
export const shownOf = (fold: Fold, working: Working): Shown => ({
  resource: working.resource,
  text: textOf(working),
  secret: fold.shown.get(working.doc.id) ?? (secretMember(working.resource)?.kind === 'client' ? working.secret : null),
});

/** The one write, between its failpoints. */
async function write(
  engine: Engine,
  intention: Omit<Intention, 'decision' | 'working'>,
  jobs: readonly Job[],
  reply: Reply | null,
): Promise<void> {
  const { fold, finished, postponed, guards, claim } = intention;
  await engine.failpoint('before_commit');
  await commit(engine, {
    fold,
    service_ms: engine.now_ms(),
    jobs: [...jobs, ...dueJobs(engine, fold)],
    finished,
    postponed,
    guards,
    idempotent: claim && idempotent(engine, fold, claim, reply),
  });
  if (fold.events.length || jobs.length || fold.later.length) engine.wake();
  await engine.failpoint('after_commit_before_response');
}

const idempotent = (engine: Engine, fold: Fold, claim: Claim, reply: Reply | null): Idempotent => ({
  ...claim,
  reply: reply && sealReply(engine.vault, fold.tenant.account, claim.key, reply),
});

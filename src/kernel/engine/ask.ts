import { type Answerer, type AnyAnswer, type AnyAsk, type AnyQuestion, type Contents, isUnreached, type Silent } from '../base/question.js';
import { openContents } from '../vault/vault.js';
import type { Engine, Tenant } from './engine.js';
import { nameNext } from './later.js';
import { denied } from './step.js';
import { type Asked, contentsInHand, type Unit } from './unit.js';

/** A question to send, or to send again. */
export type Asking = Asked & {
  /** The first processor to ask. */
  readonly processor: string;
  /** It may have been sent before. */
  readonly resumed: boolean;
  readonly contents: Contents;
};

/** The result of a question; null if it is not known in time. */
export type Answered = { readonly asked: Asked; readonly answer: AnyAnswer | Silent | null; readonly by: string };

/** The processors that can answer; without any a request is refused, and other work is kept and retried. */
function answerersFor(engine: Engine, unit: Unit, { tenant, ask, question }: Asked): readonly Answerer[] {
  const answerers = engine.processorsFor(tenant, ask);
  const message = answerers[0]?.absent;
  if (answerers.length > 0 && !(unit.refusable && message !== undefined)) return answerers;
  if (unit.refusable) throw denied({ ...question.unanswered, ...(message !== undefined && { message }) });
  throw new Error(`No processor is configured for ${ask.verb}`);
}

/** A question with the content needed to send it. */
export const askedIn = async (engine: Engine, unit: Unit, asked: Asked): Promise<Asking> => ({
  ...asked,
  processor: answerersFor(engine, unit, asked)[0]?.name ?? '',
  resumed: false,
  contents: contentsIn(unit, asked) ?? (await contentsOf(engine, asked.tenant, asked.question, asked.ask)),
});

/** The first question that a local processor can answer before the write, with its answer; null if there is none. */
export async function localAnswer(engine: Engine, unit: Unit, silent: ReadonlySet<string>): Promise<[Asked, Answered | null] | null> {
  for (const asked of unit.asks) {
    if (asked.question.background) continue;
    const [processor] = answerersFor(engine, unit, asked);
    if (!processor?.local || !engine.one_write || silent.has(asked.job)) continue;
    const contents = contentsIn(unit, asked) ?? (await contentsOf(engine, asked.tenant, asked.question, asked.ask));
    const answer = await askProcessor(engine, processor, { ...asked, contents }).catch((error) => {
      engine.fault(error, asked.ask.attempt);
      return null;
    });
    return [asked, answer && { asked, answer, by: processor.name }];
  }
  return null;
}

/** The vault content for a question, if the unit has it. */
const contentsIn = (unit: Unit, { question: { sealed }, ask }: Asked): Contents | null =>
  sealed ? contentsInHand(unit, sealed.of(ask)) : {};

/** Sends stored questions concurrently. */
export const answersTo = (engine: Engine, asking: readonly Asking[]): Promise<Answered[]> =>
  Promise.all(asking.map((each) => answerTo(engine, each)));

/**
 * Sends a question. If a processor was certainly not reached, the next one is asked, but only at the first attempt: later it is unknown whether an
 * earlier attempt succeeded.
 */
export async function answerTo(engine: Engine, asking: Asking): Promise<Answered> {
  const { tenant, ask, question, resumed } = asking;
  const all = engine.processorsFor(tenant, ask);
  const candidates = resumed ? all.filter(({ name }) => name === asking.processor) : all;
  const answered = (answer: Answered['answer'], by: string): Answered => ({ asked: asking, answer, by });
  const silence = question.silence === 'result' ? ({ result: 'silent' } as const) : null;
  // If silence counts as an answer, a resumed question has already been silent for the full time.
  if (resumed && silence) return answered(silence, asking.processor);
  const deadline = deadlineIn(Math.min(engine.answer_deadline_ms, question.deadline_s * 1000));
  try {
    for (const processor of candidates) {
      if (processor !== candidates[0] && !(await nameNext(engine, tenant, asking.job, processor.name))) return answered(null, '');
      const answer = Promise.race([askProcessor(engine, processor, asking), deadline.passed]);
      const known = await answer.catch((error) => nothingOf(error, engine, asking));
      if (known !== 'unreached') return answered(known ?? silence, processor.name);
    }
  } finally {
    deadline.end();
  }
  const unreached = resumed ? null : (question.unreached?.(ask) ?? null);
  return answered(unreached ?? silence, candidates[0]?.name ?? '');
}

/** Sends a question that takes long, to its first processor and without a deadline. */
export async function answerAtLength(engine: Engine, asking: Asking): Promise<Answered> {
  const [processor] = engine.processorsFor(asking.tenant, asking.ask);
  if (!processor) throw new Error(`No processor is configured for ${asking.ask.verb}`);
  return { asked: asking, answer: await askProcessor(engine, processor, asking), by: processor.name };
}

function nothingOf(error: unknown, engine: Engine, { job }: Asked): 'unreached' | null {
  engine.fault(error, job);
  return isUnreached(error) ? 'unreached' : null;
}

/** One deadline for all processors in turn, so that a worker does not take over a question that is still failing over. */
function deadlineIn(ms: number): { readonly passed: Promise<never>; readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The processor did not answer in time')), ms);
  });
  // It may reject while no processor is being awaited.
  passed.catch(() => {});
  return { passed, end: () => clearTimeout(timer) };
}

type AskedOfProcessor = {
  readonly question: AnyQuestion;
  readonly ask: AnyAsk;
  readonly tenant: Pick<Tenant, 'account'>;
  readonly contents: Contents;
};

/** Asks a processor, with the numbers from the vault. */
async function askProcessor(
  engine: Engine,
  processor: Answerer,
  { question, ask, tenant, contents }: AskedOfProcessor,
): Promise<AnyAnswer> {
  const { account } = tenant;
  await engine.failpoint('before_processor');
  const asking = {
    idempotency_key: keyOf(question, ask),
    account,
    // Signed on access, because most questions need no page.
    get page_url() {
      return engine.pageUrl('challenge', account, ask.subject, ask.attempt);
    },
  };
  const whole = question.sealed ? question.sealed.put(ask, contents) : ask;
  const answers = processor[ask.verb];
  if (typeof answers !== 'function') throw new Error(`${processor.name} does not support ${ask.verb}`);
  const answer: AnyAnswer = await answers(whole, asking);
  await engine.failpoint('after_processor');
  return answer;
}

/** A question has the same key at every attempt and from every process, so that a repeated question moves no money twice. */
const keyOf = ({ step }: AnyQuestion, ask: AnyAsk): string => [ask.verb, ask.attempt, step?.(ask)].filter(Boolean).join(' ');

/** The vault content for a question. A verification code is lost once its request is over. */
export async function contentsOf({ load, vault }: Engine, { account }: Tenant, { sealed }: AnyQuestion, ask: AnyAsk): Promise<Contents> {
  if (!sealed) return {};
  const id = sealed.of(ask);
  const [row] = await load([{ of: 'vault', account, object: sealed.kind, id, member: '' }]);
  return row?.bytes ? openContents(vault, account, id, { key_id: row.secret ?? '', sealed: row.bytes }) : {};
}

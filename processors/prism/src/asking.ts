import type { Connector } from './configuration.js';
import { type Answer, isFinal, type Question } from './contract.js';
import type { Exchanged } from './exchange.js';
import { exchange } from './exchange.js';
import { knownOf } from './knowing.js';
import { isUnbuildable, type Prepared, type Reading } from './library.js';
import { redacted, secretsOf, withoutSecrets } from './redaction.js';
import { customerIn } from './steps/charge.js';
import { notPossible } from './steps/declines.js';
import { steps } from './steps/index.js';
import { type Known, type Plan, verbs_of_try } from './steps/step.js';
import { pendingUntil } from './steps/try.js';
import { type CallRow, type Change, type Row, type Session, shown } from './store.js';
import { tokenFor } from './tokens.js';
import type { World } from './world.js';

/** The reply to a question: an answer, that certainly nothing was sent, or that the outcome is unknown. */
export type Reply = { readonly status: 200; readonly answer: Answer } | { readonly status: 503 | 504; readonly why: string };

/** A question while this process alone works on it. */
type At = { readonly world: World; readonly connector: Connector; readonly session: Session; readonly question: Question };

/** The questions that this process is answering: the same question is not worked on twice at a time. */
const under_way = new Map<string, Promise<Reply>>();

/** Answers a question of Florin. The same verb and attempt move money once. */
export function answerTo(world: World, connector: Connector, asked: Question): Promise<Reply> {
  const key = `${asked.verb} ${asked.attempt}`;
  const name = `${connector.name} ${key}`;
  const present = under_way.get(name);
  if (present) return present;
  const working = world.store
    .holding(connector.name, key, true, (session) => replied(world, connector, session, asked))
    .then((reply) => reply as Reply)
    .finally(() => under_way.delete(name));
  under_way.set(name, working);
  return working;
}

async function replied(world: World, connector: Connector, session: Session, asked: Question): Promise<Reply> {
  const found = await session.load();
  const row = found ?? (await session.ask(asked, redacted(asked, world.configuration.hidden), world.token()));
  const finished_step = stepOf(asked);
  // Florin asks about a try that never arrived. The decline is stored, so that the try cannot be carried out if it arrives after all.
  if (!found && finished_step) return replyOf(await session.change({ state: 'final', answer: never_received }), asked);
  const question = { ...session.opened(row), now: asked.now, ...(finished_step && { finished_step }) } as Question;
  const now = await advanced({ world, connector, session, question }, row);
  if (typeof now === 'string') return { status: 503, why: now };
  return replyOf(now, asked);
}

/** The step after which Florin asks about an earlier try; null for the try itself. */
const stepOf = (asked: Question): string | null => (asked as { finished_step?: string | null }).finished_step ?? null;

const never_received = notPossible('never_received', 'The processor was not reached.');

/** What Florin may hear: captures, increments and voids cannot be pending, so an unknown outcome has no answer. */
function replyOf({ state, answer, reference }: Row, { verb, now }: Question): Reply {
  if (answer && (state === 'final' || state === 'waiting')) return { status: 200, answer };
  if (verb === 'capture' || verb === 'increment' || verb === 'void') return { status: 504, why: 'the outcome is not known yet' };
  return { status: 200, answer: pendingUntil(now, reference) };
}

/** Brings a question as far as it goes now. The text is why nothing was sent. */
async function advanced(at: At, row: Row): Promise<Row | string> {
  if (row.state === 'final') return row;
  if (row.state === 'asked') return proceed(at, row);
  return row.state === 'unknown' ? resolved(at, row) : looked(at, row);
}

/** Works on a question without being asked, as a keeper or an event does. The answer is sent to Florin if it is new. Null: there is no such question, or `waits` is false and another process works on it. */
export async function revisited(world: World, connector: Connector, key: string, change: Change = {}, waits = true): Promise<Row | null> {
  return world.store.holding(connector.name, key, waits, async (session) => {
    const found = await session.load();
    if (!found) return null;
    const row = Object.keys(change).length > 0 ? await session.change(change) : found;
    const question = session.opened(row);
    const at = { world, connector, session, question };
    // A final answer is looked at once more: an approved refund may fail.
    const now = row.state === 'final' ? await looked(at, row) : await advanced(at, row);
    if (typeof now === 'string') return null;
    const is_new =
      now.answer !== null && JSON.stringify(now.answer) !== JSON.stringify(found.answer) && !isRepeated(found.answer, now.answer);
    return is_new ? session.change({ notify: true }) : now;
  });
}

/** Whether an answer differs only in when it may be asked again. */
const isRepeated = (before: Answer | null, now: Answer): boolean => before?.result === now.result && !isFinal(now);

async function proceed(at: At, row: Row): Promise<Row | string> {
  let now = row;
  for (;;) {
    const known = await knownOf(at, now);
    const plan = steps[now.verb].plan(at.question, known);
    if (plan.do === 'answer') return at.session.change({ state: 'final', answer: plan.answer });
    if (plan.do === 'nothing') return abandoned(at, plan.why);
    const prepared = await preparedFor(at, plan);
    if (typeof prepared === 'string') return abandoned(at, prepared);
    const sent = await send(at, plan, prepared, known);
    if (typeof sent === 'string') return unsent(at, sent);
    if (sent.state !== 'asked') return sent;
    now = sent;
  }
}

type Call = Extract<Plan, { do: 'call' }>;

/** The request over HTTP, with the key by which the connector recognises it; or why there is none. */
async function preparedFor({ world, connector, question }: At, { flow, message, prepares }: Call): Promise<Prepared | string> {
  try {
    const state = await tokenFor(world, connector);
    const with_state = state ? { ...message, state: { ...(message as { state?: object }).state, ...state } } : message;
    const prepared = withBrowser(with_state, (complete) => world.library.prepare(connector.target, flow, complete));
    if (!connector.replays || prepares) return prepared;
    const headers = { ...prepared.http.headers, [connector.replays.header]: `${question.verb}-${question.attempt}-${flow}` };
    return { ...prepared, http: { ...prepared.http, headers } };
  } catch (error) {
    if (isUnbuildable(error)) return `${error.unbuildable}: ${error.message}`;
    throw error;
  }
}

/** Florin's questions have no data of the payer's browser: a connector that refuses to do without receives those of a common one. */
function withBrowser<T>(message: object, prepare: (message: object) => T): T {
  try {
    return prepare(message);
  } catch (error) {
    if (isUnbuildable(error) && /browser_?info/i.test(error.message)) return prepare({ ...message, browserInfo: common_browser });
    throw error;
  }
}

const common_browser = {
  acceptHeader: 'text/html',
  colorDepth: 24,
  javaEnabled: false,
  javaScriptEnabled: true,
  language: 'en',
  screenHeight: 1080,
  screenWidth: 1920,
  timeZoneOffsetMinutes: 0,
  userAgent: 'Mozilla/5.0',
};

/** The connector cannot do it. Another processor may set up or charge; anything else is declined, because it would be asked for ever. */
async function abandoned({ world, connector, session, question }: At, why: string): Promise<Row | string> {
  world.log.warn({ connector: connector.name, verb: question.verb, attempt: question.attempt, why }, 'no request');
  if (!verbs_of_try.includes(question.verb) || stepOf(question) || (await session.calls()).some(({ outcome }) => outcome !== 'not_sent'))
    return session.change({ state: 'final', answer: notPossible('not_possible', 'The processor cannot do this.') });
  await session.forget();
  return why;
}

/** Not a byte went out. The question is forgotten, so that it is asked as if for the first time. */
async function unsent({ session }: At, why: string): Promise<Row | string> {
  if ((await session.calls()).some(({ outcome }) => outcome !== 'not_sent')) return session.change({ state: 'asked' });
  await session.forget();
  return why;
}

/** Stores a request, sends it, and stores how it ended. The text is why no byte of it went out. */
async function send(at: At, plan: Call, prepared: Prepared, known: Known): Promise<Row | string> {
  const { world, connector, session, question } = at;
  const clean = (text: string): string => withoutSecrets(text, [...connector.credentials, ...secretsOf(question)]);
  const id = await session.sending(prepared, plan.prepares !== true, shown(prepared.http, clean));
  const exchanged = await exchange(world.agent, prepared.http);
  if (exchanged.result === 'not_sent') {
    await session.ended(id, { status: null, response: exchanged.why, outcome: 'not_sent' }, plan.prepares ? {} : { state: 'asked' });
    return exchanged.why;
  }
  return concluded(at, { id, plan, prepared, known, exchanged, is_repeated: false });
}

type Conclusion = {
  readonly id: string;
  readonly plan: Pick<Call, 'flow' | 'prepares'>;
  readonly prepared: Prepared;
  readonly known: Known;
  readonly exchanged: Exchanged;
  readonly is_repeated: boolean;
};

async function concluded(at: At, { id, plan, prepared, known, exchanged, is_repeated }: Conclusion): Promise<Row> {
  const { world, connector, session, question } = at;
  if (exchanged.result !== 'response') {
    world.log.warn(
      { connector: connector.name, verb: question.verb, attempt: question.attempt, flow: plan.flow, why: exchanged.why },
      'no answer',
    );
    return plan.prepares ? session.ended(id, { status: null, response: exchanged.why, outcome: 'broken' }, {}) : session.change({});
  }
  const { response } = exchanged;
  const reading = world.library.read(connector.target, prepared, response);
  const text = withoutSecrets(Buffer.from(response.body, 'base64').toString(), [...connector.credentials, ...secretsOf(question)]);
  const change = changeIn(at, plan, reading, known, is_repeated);
  world.log.info(
    {
      connector: connector.name,
      verb: question.verb,
      attempt: question.attempt,
      flow: plan.flow,
      status: response.status,
      result: reading.result,
    },
    'call',
  );
  if (change === null && !plan.prepares && reading.result !== 'read') {
    world.log.warn(
      { connector: connector.name, attempt: question.attempt, flow: plan.flow, why: 'why' in reading ? reading.why : reading.status },
      'unknown',
    );
    return session.change({});
  }
  return session.ended(
    id,
    { status: response.status, response: text.slice(0, response_characters_max), outcome: reading.result },
    change ?? {},
  );
}

const response_characters_max = 20_000;

/** What a response makes of the question; null where it does not say the outcome. */
function changeIn(
  { question }: At,
  { flow, prepares }: Pick<Call, 'flow' | 'prepares'>,
  reading: Reading,
  known: Known,
  is_repeated: boolean,
): Change | null {
  if (flow === 'customer_create') {
    const customer = reading.result === 'read' ? customerIn(reading.response) : undefined;
    return customer ? { kept: { customer } } : {};
  }
  const step = steps[question.verb];
  if (reading.result === 'read') return step.answered(question, flow, reading.response, known);
  if (prepares || reading.result === 'unreadable') return null;
  // The answer to a repeated request is that of the first one, unless the connector refuses to look for it.
  if (is_repeated && isAboutTheKey(reading)) return null;
  return { state: 'final', answer: step.refused(question, reading.error) };
}

const isAboutTheKey = ({ status, error }: Extract<Reading, { result: 'refused' }>): boolean =>
  status === 401 || status === 403 || /idempoten/i.test(JSON.stringify(error));

/** Learns the outcome of a request that was sent: the same request again where the connector keeps answers, else its status. */
async function resolved(at: At, row: Row): Promise<Row> {
  const { world, connector, session } = at;
  const open = (await session.calls()).findLast(({ moves, answered_at }) => moves && !answered_at);
  const prepared = open && mayRepeat(connector, open, world.now_ms()) ? session.prepared(open) : null;
  if (open && prepared) {
    await session.repeating(open.id);
    const exchanged = await exchange(world.agent, prepared.http);
    const known = await knownOf(at, row);
    const now = await concluded(at, { id: open.id, plan: { flow: open.flow }, prepared, known, exchanged, is_repeated: true });
    if (now.state === 'asked') return continued(at, now);
    if (now.state !== 'unknown') return now;
  }
  return looked(at, row);
}

/** The next request of a question that needs several. */
async function continued(at: At, row: Row): Promise<Row> {
  const now = await proceed(at, row);
  return typeof now === 'string' ? row : now;
}

const hour_ms = 3_600_000;
const mayRepeat = ({ replays }: Connector, { sent_at }: CallRow, now_ms: number): boolean =>
  replays !== null && now_ms - sent_at.getTime() < replays.hours * hour_ms;

/** Asks for the status of a question that was sent. */
async function looked(at: At, row: Row): Promise<Row> {
  const known = await knownOf(at, row);
  const plan = steps[row.verb].look(at.question, known);
  if (plan?.do !== 'call' || !isFindable(at.connector, plan)) return row;
  const prepared = await preparedFor(at, plan);
  if (typeof prepared === 'string') return row;
  const sent = await send(at, plan, prepared, known);
  return typeof sent === 'string' ? row : sent;
}

const isFindable = ({ facts }: Connector, { message }: Call): boolean =>
  (message as { connectorTransactionId?: string }).connectorTransactionId !== '' || facts.finds_by_attempt;

import type { FastifyInstance } from 'fastify';
import type { Subject } from '../../kernel/base/question.js';
import { refused } from '../../kernel/base/refusal.js';
import { storedClock } from '../../kernel/engine/clock.js';
import { notified } from '../../kernel/engine/due.js';
import { type Engine, type Tenant, tenantFrom } from '../../kernel/engine/engine.js';
import { inTime } from '../../kernel/storage/until.js';
import type { Notification, Processor, Verb } from '../../processors/contract.js';

/** The processors that may send something by themselves. */
export type Senders = {
  readonly named: (name: string) => Processor | null;
  /** Whether a processor has to do with an account in this mode. */
  readonly serves: (name: string, tenant: Pick<Tenant, 'account_id' | 'livemode'>) => boolean;
};

/** What became of a message: how much of it was settled, and which of it is about nothing that the processor could know of. */
type Received = { readonly received: number; readonly unknown: Notification['subject'][] };

/**
 * Registers the road on which processors tell what they were not asked: no API key, the signature is the proof. It answers only when all is
 * settled, so that whoever gets another answer, or none, sends the same again; settling twice changes nothing.
 */
export function registerNotifications(server: FastifyInstance, engine: Engine, senders: Senders): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    scope.post<{ Params: { name: string } }>(
      '/v1/processors/:name/notifications',
      { config: { route: 'POST /v1/processors/:name/notifications' } },
      ({ params: { name }, headers, body }) => {
        const sent = senders.named(name)?.read?.({ headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) });
        if (!sent) throw refused(not_from_there);
        return inTime(engine, (engine) => receive(engine, senders, name, sent));
      },
    );
  });
}

const not_from_there = {
  code: 'api_key_unknown',
  message: 'No processor of that name has signed this, or its signature is more than five minutes old.',
} as const;

async function receive(engine: Engine, senders: Senders, name: string, sent: readonly Notification[]): Promise<Received> {
  const unknown: Received['unknown'] = [];
  // One after another: a processor tells things in the order in which they happened.
  for (const notification of sent) {
    const tenant = tenantFrom(notification.account, await storedClock(engine, notification.account));
    const subject = senders.serves(name, tenant) ? await subjectOf(engine, name, notification) : null;
    if (subject) await notified(engine, tenant, name, { ...notification, subject });
    else unknown.push(notification.subject);
  }
  return { received: sent.length - unknown.length, unknown };
}

/**
 * What is told of, if it exists and is this processor's: what another one has, it cannot know of. A processor knows an intent only, but what
 * is disputed is the charge that was made for it.
 */
async function subjectOf(engine: Engine, name: string, { account, subject, verb, answer }: Notification): Promise<Subject | null> {
  if (!engine.index.results.has(`${subject.object} ${verb}`)) return null;
  const is_dispute = answer.result === 'disputed';
  const charge = { of: 'follow', account, ...subject, member: is_dispute ? 'latest_charge' : 'charge', target: 'charge' } as const;
  const [told, charged] = await engine.load([{ of: 'object', account, ...subject }, charge]);
  const held = is_dispute && subject.object !== 'charge' ? charged : (charged ?? told);
  if (!told || told.deleted || !held) return null;
  // An approval of what another one has is no rumour: whoever took the money has to let it go.
  if ((is_dispute || !tries.has(verb)) && isOfAnother(JSON.parse(held.doc), name)) return null;
  return is_dispute ? { object: 'charge', id: held.id } : subject;
}

const tries: ReadonlySet<Verb> = new Set<Verb>(['charge', 'set_up']);

type Held = { readonly processor: string | { readonly name: string } | null };

/** Where nobody has answered yet, nobody is known. */
const isOfAnother = ({ processor }: Held, name: string): boolean =>
  processor !== null && (typeof processor === 'string' ? processor : processor.name) !== name;

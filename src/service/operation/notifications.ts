import type { FastifyInstance } from 'fastify';
import type { Subject } from '../../kernel/base/question.js';
import { refused } from '../../kernel/base/refusal.js';
import { storedClock } from '../../kernel/engine/clock.js';
import { notified } from '../../kernel/engine/due.js';
import { type Engine, type Tenant, tenantFrom } from '../../kernel/engine/engine.js';
import { inTime } from '../../kernel/storage/database.js';
import type { Notification, Processor, Verb } from '../../processors/contract.js';

/** The processors that may send notifications. */
export type Senders = {
  readonly named: (name: string) => Processor | null;
  /** Whether a processor serves an account in this mode. */
  readonly serves: (name: string, tenant: Pick<Tenant, 'account_id' | 'livemode'>) => boolean;
};

/** How many notifications were settled, and the subjects that the processor cannot know of. */
type Received = { readonly received: number; readonly unknown: Notification['subject'][] };

/**
 * Registers the route for processors' notifications: no API key, the signature authenticates. It responds after everything is settled, so a sender
 * that gets an error or no response sends again; settling twice changes nothing.
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
  message: 'The signature does not match a processor of that name, or is more than five minutes old.',
} as const;

async function receive(engine: Engine, senders: Senders, name: string, sent: readonly Notification[]): Promise<Received> {
  const unknown: Received['unknown'] = [];
  // Sequentially: notifications are in the order in which things happened.
  for (const notification of sent) {
    const tenant = tenantFrom(notification.account, await storedClock(engine, notification.account));
    const subject = senders.serves(name, tenant) ? await subjectOf(engine, name, notification) : null;
    if (subject) await notified(engine, tenant, name, { ...notification, subject });
    else unknown.push(notification.subject);
  }
  return { received: sent.length - unknown.length, unknown };
}

/**
 * The object that a notification is about, if it exists and belongs to this processor. A processor knows only the intent, but a dispute or a
 * warning is about the charge that was made for it.
 */
async function subjectOf(engine: Engine, name: string, { account, subject, verb, answer }: Notification): Promise<Subject | null> {
  if (!engine.index.results.has(`${subject.object} ${verb}`)) return null;
  const of_charge = answer.result === 'disputed' || answer.result === 'warned';
  const charge = { of: 'follow', account, ...subject, member: of_charge ? 'latest_charge' : 'charge', target: 'charge' } as const;
  const [told, charged] = await engine.load([{ of: 'object', account, ...subject }, charge]);
  const held = of_charge && subject.object !== 'charge' ? charged : (charged ?? told);
  if (!told || told.deleted || !held) return null;
  // An approval is accepted even if the object belongs to another processor: the money this processor took must be voided.
  if ((of_charge || !tries.has(verb)) && isOfAnother(JSON.parse(held.doc), name)) return null;
  return of_charge ? { object: 'charge', id: held.id } : subject;
}

const tries: ReadonlySet<Verb> = new Set<Verb>(['charge', 'set_up']);

type Held = { readonly processor: string | { readonly name: string } | null };

/** An object without an answer belongs to no processor yet. */
const isOfAnother = ({ processor }: Held, name: string): boolean =>
  processor !== null && (typeof processor === 'string' ? processor : processor.name) !== name;

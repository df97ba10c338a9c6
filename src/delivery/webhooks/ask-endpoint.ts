import type { AnyAsk } from '../../kernel/base/question.js';
import { type Clock, storedClock } from '../../kernel/engine/clock.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { eventTexts } from '../../kernel/storage/event-texts.js';
import { signingSecrets } from '../../kernel/vault/secrets.js';
import { bodyFor, type Deliveries, type Endpoint } from './deliver.js';
import { type Attempt, send, type Wait } from './send.js';
import { signatureHeaders } from './sign.js';

/** The dependencies of questions to endpoints. */
export type AskingEndpoints = Pick<Deliveries, 'agent' | 'dated'> & {
  readonly engine: Pick<Engine, 'database' | 'vault' | 'ids' | 'now_ms' | 'moved_clocks'>;
  readonly wait: Wait | undefined;
};

/** A question to a merchant's endpoint: the event type that asks it, and the endpoint. */
export type EndpointAsk = AnyAsk & { readonly event: string; readonly endpoint: string };

/** The time limit for an endpoint's answer. */
const timeout_ms = 2000;

/** Larger than a response with fifty keys of metadata. */
const answer_bytes_max = 48 * 1024;

/** Posts the newest event of that type about the subject, signed like every delivery; null if the endpoint is disabled or deleted. */
export async function askEndpoint(
  { engine, agent, dated, wait }: AskingEndpoints,
  ask: EndpointAsk,
  account: string,
): Promise<Attempt | null> {
  const [row, clock] = await Promise.all([read(engine, ask, account), storedClock(engine, account)]);
  if (!row) return null;
  const endpoint = JSON.parse(row.doc) as Endpoint;
  const body = bodyFor({ dated }, endpoint, row);
  const now = engine.now_ms();
  const secrets = signingSecrets(engine, account, ask.endpoint, row.secret, secondsOn(clock, now));
  const headers = signatureHeaders({ secrets, id: row.id, body, now });
  return send({ url: endpoint.url, headers, body, agent, timeout_ms, wait, kept_max: answer_bytes_max });
}

const secondsOn = ({ clock_offset_ms }: Clock, now_ms: number): number => Math.floor((now_ms + clock_offset_ms) / 1000);

type Row = { readonly id: string; readonly event: string; readonly doc: string; readonly secret: string };

type Stored = Omit<Row, 'event'> & { readonly event: string | null; readonly packed: Buffer | null };

async function read(
  { database }: Pick<Engine, 'database'>,
  { event, endpoint, subject }: EndpointAsk,
  account: string,
): Promise<Row | null> {
  const [row] = await database.query<Stored>({
    text: `select event.id, event.doc as event, event.packed, endpoint.doc, endpoint.secret
      from (select id, doc, packed from events where account = $1 and type = $2 and object_id = $3 order by id desc limit 1) event,
        (select doc, secret from objects where account = $1 and object = 'webhook_endpoint' and id = $4 and status = 'enabled' and not deleted) endpoint`,
    values: [account, event, subject.id, endpoint],
  });
  if (!row) return null;
  const [text = ''] = await eventTexts(database, [{ doc: row.event, packed: row.packed, secret: null }]);
  return { ...row, event: text };
}

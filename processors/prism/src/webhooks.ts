import type { types } from 'hyperswitch-prism';
import prism from 'hyperswitch-prism';
import { revisited } from './asking.js';
import type { Connector } from './configuration.js';
import type { Dispute, Verb } from './contract.js';
import { disputeIn } from './disputes.js';
import type { Event } from './library.js';
import { notify } from './notifying.js';
import type { Change, Row } from './store.js';
import type { World } from './world.js';

const { WebhookEventType: E } = prism.types;

/** The reply to a connector's webhook. */
export type Acknowledged = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };

const reply = (status: number, text: string): Acknowledged => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(`${text}\n`),
});

type Request = { readonly headers: Record<string, string>; readonly body: Buffer; readonly uri: string };

/** Takes an event of a connector. Its content is only a reason to ask the connector for the status, except for disputes. */
export async function received(world: World, connector: Connector, request: Request): Promise<Acknowledged> {
  if (connector.webhook_secret === null) return reply(404, 'This connector has no webhook_secret in the configuration.');
  let event: Event;
  try {
    event = world.library.event(connector.target, request, connector.webhook_secret);
  } catch (error) {
    world.log.warn({ connector: connector.name, why: (error as Error).message.slice(0, 200) }, 'an event that the library cannot read');
    return reply(400, 'The library cannot read this event.');
  }
  if (!event.verified) return reply(401, 'The signature is not that of the connector.');
  await taken(world, connector, event, request.body);
  const { statusCode, headers, body } = event.event.eventAckResponse ?? {};
  return statusCode ? { status: statusCode, headers: { ...headers }, body: Buffer.from(body ?? []) } : reply(200, 'ok');
}

const disputes_end = new Map<number, Change>([
  [E.WEBHOOK_DISPUTE_WON, { state: 'final', answer: { result: 'approved' } }],
  [E.WEBHOOK_DISPUTE_LOST, { state: 'final', answer: { result: 'declined', code: 'card_declined', decline_code: 'dispute_lost' } }],
]);

async function taken(world: World, connector: Connector, { event, about }: Event, body: Buffer): Promise<void> {
  const type = Number(event.eventType ?? 0);
  const { payment, refund, dispute, payout } = about.reference ?? {};
  world.log.info({ connector: connector.name, event: E[type] ?? type }, 'event');
  if (dispute) return opened(world, connector, type, event.eventContent?.disputesResponse ?? null, dispute, body);
  if (refund) return visit(world, connector, ['refund', 'void'], refund.merchantRefundId, refund.connectorRefundId);
  if (payout) return visit(world, connector, ['pay_out'], payout.merchantPayoutId, payout.connectorPayoutId);
  if (payment) return visit(world, connector, ['charge', 'set_up'], payment.merchantTransactionId, payment.connectorTransactionId);
}

async function visit(
  world: World,
  connector: Connector,
  verbs: readonly Verb[],
  attempt?: string | null,
  reference?: string | null,
  change?: Change,
): Promise<void> {
  const row = await world.store.about(connector.name, verbs, attempt || null, reference || null);
  if (!row || (row.state === 'final' && row.verb !== 'refund' && !change)) return;
  // An event names the reference of a payment whose answer was lost.
  const learnt: Change = { ...(row.reference === null && reference && row.verb !== 'void' && { reference }), ...change };
  const now = await revisited(world, connector, row.key, learnt);
  if (now?.notify) await notify(world, connector, now);
}

async function opened(
  world: World,
  connector: Connector,
  type: number,
  content: types.IDisputeResponse | null,
  { connectorTransactionId, connectorDisputeId }: types.IDisputeEventReference,
  body: Buffer,
): Promise<void> {
  const of = await world.store.about(connector.name, ['charge'], null, connectorTransactionId ?? content?.connectorTransactionId ?? null);
  const id = content?.connectorDisputeId ?? connectorDisputeId;
  if (!of || !id) return world.log.warn({ connector: connector.name, dispute: id }, 'a dispute of a charge that is not known');
  const end = disputes_end.get(type);
  if (end) return contested(world, connector, of, end);
  if (type !== E.WEBHOOK_DISPUTE_OPENED) return;
  const dispute: Dispute = disputeIn(connector.kind, content, body);
  const row = await world.store.disputed(of, id, { result: 'disputed', dispute }, world.token());
  if (row) await notify(world, connector, row);
}

/** The end of a dispute answers the question to contest it, if Florin has asked it. */
async function contested(world: World, connector: Connector, of: Row, end: Change): Promise<void> {
  const row = await world.store.contestOf(connector.name, of.reference ?? '');
  if (row && row.state !== 'final') await visitContest(world, connector, row, end);
}

async function visitContest(world: World, connector: Connector, row: Row, end: Change): Promise<void> {
  const now = await revisited(world, connector, row.key, { ...end, notify: true });
  if (now) await notify(world, connector, now);
}

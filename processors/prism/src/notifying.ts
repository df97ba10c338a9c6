import type { Connector } from './configuration.js';
import type { Notification } from './contract.js';
import { signatureOf } from './signature.js';
import type { Row } from './store.js';
import type { World } from './world.js';

/** Verbs whose answers Florin takes without asking; it asks again about all others. */
const told: readonly string[] = ['charge', 'set_up', 'refund', 'contest', 'pay_out'];

const timeout_ms = 10_000;

/** Sends the answer of a question to Florin, and notes that it has arrived. Without success the keeper sends it later. */
export async function notify(world: World, connector: Connector, row: Row): Promise<boolean> {
  if (!row.answer || !told.includes(row.verb)) {
    await world.store.notified(row);
    return true;
  }
  const { account, subject, verb, attempt, answer } = row;
  const notification: Notification = { account, subject, verb, attempt, answer };
  const body = JSON.stringify({ notifications: [notification] });
  const headers = {
    'content-type': 'application/json',
    'florin-signature': signatureOf(connector.florin_secret, Math.floor(world.now_ms() / 1000), body),
  };
  const url = `${world.configuration.florin_url}/v1/processors/${connector.name}/notifications`;
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeout_ms) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`status ${response.status}: ${text.slice(0, 300)}`);
    await world.store.notified(row);
    return true;
  } catch (error) {
    world.log.warn({ connector: connector.name, verb, attempt, why: (error as Error).message }, 'Florin has not taken a notification');
    await world.store.rested(row);
    return false;
  }
}

import type { Listening, ListeningSession } from '../../kernel/base/handler.js';
import type { Caller, Engine } from '../../kernel/engine/engine.js';
import { addListener } from '../../kernel/storage/listeners.js';
import { hashOfKey, listeningSecret } from '../../kernel/vault/secrets.js';

/** The path of the socket, which `delivery/stripe-cli` serves. */
const path = '/v1/stripecli/socket';

/** Opens a session for the Stripe CLI. Only the hash of its secret is stored (docs/decisions/0082). */
export async function listen(
  { database, ids, vault, now_ms }: Engine,
  { account, key_id }: Caller,
  origin: string,
  { feature, filters }: Listening,
): Promise<ListeningSession | null> {
  const id = ids.fresh('cliws', now_ms());
  const websocket_id = `${id}_secret_${ids.secret(24)}`;
  const is_added = await addListener(database, { hash: hashOfKey(websocket_id), account, id, key_id, feature, filters });
  if (!is_added) return null;
  return { websocket_id, websocket_url: `${origin.replace(/^http/, 'ws')}${path}`, secret: listeningSecret({ vault }, account) };
}

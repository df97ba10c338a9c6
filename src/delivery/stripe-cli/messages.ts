import { newest_version } from '../../kernel/base/api-version.js';
import { bodyFor, type Deliveries } from '../webhooks/deliver.js';
import { signatureHeaders } from '../webhooks/sign.js';

/** An event for the CLI, and what its messages need. */
export type Sending = {
  readonly session: string;
  readonly secret: string;
  readonly id: string;
  readonly event: string;
  /** The connected account that the event is of; null for the session's own. */
  readonly of: string | null;
  /** A name for the messages of this event, which the CLI sends back. */
  readonly conversation: string;
  readonly now: number;
};

/**
 * The messages for one event. Without `--latest` the CLI drops events with the version of an endpoint, and with it those without one, so it gets
 * both.
 */
export function eventMessages(dated: Deliveries['dated'], sending: Sending): string[] {
  const { session, secret, id, event, of, conversation, now } = sending;
  const body = bodyFor({ dated }, { api_version: newest_version }, { event }, of);
  const message = {
    type: 'webhook_event',
    webhook_id: session,
    webhook_conversation_id: conversation,
    event_payload: body,
    http_headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Florin (webhooks)',
      ...signatureHeaders({ secrets: [secret], id, body, now }),
    },
  };
  return [null, newest_version].map((api_version) => JSON.stringify({ ...message, endpoint: { api_version } }));
}

/** How a local server has answered an event that the CLI has forwarded. */
export type Forwarded = { readonly conversation: string; readonly url: string; readonly status: number; readonly body: string };

const url_max = 2048;

/** Reads a message of the CLI; null for acknowledgements and for what is not one of its messages. */
export function forwardedIn(message: string): Forwarded | null {
  const read = parsed(message);
  if (read?.type !== 'webhook_response') return null;
  const { webhook_conversation_id: conversation, forward_url: url, status, body } = read;
  if (typeof conversation !== 'string' || typeof url !== 'string' || typeof body !== 'string') return null;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 999) return null;
  return { conversation, url: url.slice(0, url_max), status, body };
}

function parsed(message: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(message);
    return typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

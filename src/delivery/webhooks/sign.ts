import { createHmac } from 'node:crypto';

/** One event for one endpoint, to be signed at a given time. */
export type Signable = {
  /** The endpoint's secret, followed by the previous one while it is being rolled. */
  readonly secrets: readonly string[];
  /** The event's id, equal in every attempt, so that a receiver can recognize a repeat. */
  readonly id: string;
  /** The exact bytes of the request, as text. */
  readonly body: string;
  /** Milliseconds since the epoch; receivers refuse a signature older than five minutes, so each attempt is signed again. */
  readonly now: number;
};

const secret_prefix = 'whsec_';

/** The signature headers of a body, in the two schemes that receivers can verify. */
export function signatureHeaders({ secrets, id, body, now }: Signable): Record<string, string> {
  if (secrets.length === 0) throw new Error('An event is never sent unsigned: the endpoint has no signing secret.');
  const timestamp = Math.floor(now / 1000).toString();
  const timed = timedSignature(secrets, timestamp, body);
  return {
    'Stripe-Signature': timed,
    'Florin-Signature': timed,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standardSignature(secrets, `${id}.${timestamp}.${body}`),
  };
}

function timedSignature(secrets: readonly string[], timestamp: string, body: string): string {
  const signatures = secrets.map((secret) => `v1=${hmac(secret, `${timestamp}.${body}`).toString('hex')}`);
  return [`t=${timestamp}`, ...signatures].join(',');
}

function standardSignature(secrets: readonly string[], content: string): string {
  return secrets.map((secret) => `v1,${hmac(standardKey(secret), content).toString('base64')}`).join(' ');
}

/** Standard Webhooks uses the decoded bytes as the key; the other scheme uses the whole text, including the prefix. */
function standardKey(secret: string): Buffer {
  return Buffer.from(secret.slice(secret_prefix.length), 'base64');
}

function hmac(key: string | Buffer, content: string): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

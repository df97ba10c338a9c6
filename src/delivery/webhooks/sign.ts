import { createHmac } from 'node:crypto';

/** What is signed: one event on its way to one endpoint, at one moment. */
export type Signable = {
  /** The endpoint's secret, followed by the previous one while it is being rolled. */
  readonly secrets: readonly string[];
  /** The event's id: the same on every attempt, so that a receiver can recognise a repeat. */
  readonly id: string;
  /** The exact bytes that will be sent, as text. */
  readonly body: string;
  /** Milliseconds since the epoch; receivers refuse a signature older than five minutes, so each attempt signs anew. */
  readonly now: number;
};

const secret_prefix = 'whsec_';

/** The headers that prove who sent a body, and when, in both schemes that receivers know how to check. */
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

/** Standard Webhooks keys by the decoded bytes, where the other scheme keys by the whole text, prefix and all. */
function standardKey(secret: string): Buffer {
  return Buffer.from(secret.slice(secret_prefix.length), 'base64');
}

function hmac(key: string | Buffer, content: string): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { signatureHeaders } from './sign.js';

// The types of version 17 declare a module named stripe, which does not resolve under an alias.
const Stripe17 = createRequire(import.meta.url)('stripe-17') as typeof Stripe;

// The verifiers read the clock themselves.
const now = Date.now();
const seconds = Math.floor(now / 1000);
const id = 'evt_1';
const body = JSON.stringify({ id, object: 'event', data: { object: { description: 'Zwölf Ätna ☕ 💶' } } });
const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
const current = newSecret();
const previous = newSecret();
const other = newSecret();

type Headers = Record<string, string>;
type Verify = (body: string, headers: Headers, secret: string) => unknown;

const byStripe =
  (webhooks: Stripe['webhooks'], name: string): Verify =>
  (text, headers, secret) =>
    webhooks.constructEvent(text, headers[name] ?? '', secret);

const verifiers: [string, Verify][] = [
  ['stripe 23 on Stripe-Signature', byStripe(new Stripe('sk_test_1').webhooks, 'Stripe-Signature')],
  ['stripe 17 on Stripe-Signature', byStripe(new Stripe17('sk_test_1').webhooks, 'Stripe-Signature')],
  ['stripe 23 on Florin-Signature', byStripe(new Stripe('sk_test_1').webhooks, 'Florin-Signature')],
  ['standardwebhooks', (text, headers, secret) => new Webhook(secret).verify(text, headers)],
];

describe.each(verifiers)('%s', (_name, verify) => {
  const signed = (secrets: readonly string[], at = now): Headers => signatureHeaders({ secrets, id, body, now: at });

  test('accepts what was signed', () => {
    expect(verify(body, signed([current]), current)).toEqual(JSON.parse(body));
  });

  test('accepts either secret while one is being rolled', () => {
    const headers = signed([current, previous]);
    expect(verify(body, headers, current)).toEqual(JSON.parse(body));
    expect(verify(body, headers, previous)).toEqual(JSON.parse(body));
  });

  test('refuses a body with one bit changed', () => {
    const changed = body.replace('event', 'evenu');
    expect(changed).not.toBe(body);
    expect(() => verify(changed, signed([current]), current)).toThrow(/signature/i);
  });

  test('refuses an old timestamp', () => {
    expect(() => verify(body, signed([current], now - 301_000), current)).toThrow(/timestamp/i);
  });

  test('refuses a new timestamp on an old signature', () => {
    const headers = signed([current], now - 301_000);
    const forged = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replaceAll(`${seconds - 301}`, `${seconds}`)]),
    );
    expect(() => verify(body, forged, current)).toThrow(/signature/i);
  });

  test("refuses another endpoint's secret", () => {
    expect(() => verify(body, signed([current]), other)).toThrow(/signature/i);
    expect(() => verify(body, signed([current, previous]), other)).toThrow(/signature/i);
  });
});

test('a Standard Webhooks signature covers the id, so one event cannot pass for another', () => {
  const headers = { ...signatureHeaders({ secrets: [current], id, body, now }), 'webhook-id': 'evt_2' };
  expect(() => new Webhook(current).verify(body, headers)).toThrow(/signature/i);
});

test('both schemes have one signature per secret and the same timestamp', () => {
  const headers = signatureHeaders({ secrets: [current, previous], id, body, now });
  expect(headers['Stripe-Signature']).toMatch(new RegExp(`^t=${seconds},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$`));
  expect(headers['Florin-Signature']).toBe(headers['Stripe-Signature']);
  expect(headers['webhook-id']).toBe(id);
  expect(headers['webhook-timestamp']).toBe(`${seconds}`);
  expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
});

test('an attempt without a secret is refused, not sent unsigned', () => {
  expect(() => signatureHeaders({ secrets: [], id, body, now })).toThrow('never sent unsigned');
});

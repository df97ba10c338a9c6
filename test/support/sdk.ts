import { createRequire } from 'node:module';
import Stripe from 'stripe';
import { test } from 'vitest';
import type { TestService } from './service.js';

/** An official SDK: its package and the types of the newer one, which conflict with those of the older one. */
export type Sdk = { readonly name: string; readonly version: string; readonly Stripe: typeof Stripe };

const older = createRequire(import.meta.url)('stripe-17') as typeof Stripe;

/** Both ends of the range that Florin promises to support. */
export const sdks: readonly Sdk[] = [
  { name: 'stripe 23', version: '2026-10-28.endive', Stripe },
  { name: 'stripe 17', version: '2025-02-24.acacia', Stripe: older },
];

/** A test for each of the SDKs. */
export const forEachSdk = test.each(sdks);

/** An SDK that calls a service, with a new sandbox unless a key is given. */
export function connect({ Stripe }: Sdk, service: Pick<TestService, 'port' | 'client'>, key = service.client().key): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port: service.port, protocol: 'http' });
}

/** The error of a call; a call that succeeds fails the test. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const answer = await call.catch((error: Stripe.errors.StripeError) => ({ error }));
  if (answer && typeof answer === 'object' && 'error' in answer) return answer.error as Stripe.errors.StripeError;
  throw new Error(`An error was expected, not ${JSON.stringify(answer)}`);
}

/** Parameters that the service accepts and that the newest types no longer have. */
export const untyped = <T>(params: object): T => params as T;

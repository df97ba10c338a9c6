import { RateLimiterMemory } from 'rate-limiter-flexible';
import { refused } from '../base/errors.js';
import type { Caller } from '../engine/engine.js';

const wrong_keys_a_minute = 20;

const loopback = /^(::ffff:)?127\.|^::1$/;

/**
 * At most twenty wrong keys a minute from one address (promise 37). An open sandbox has no key to find by guessing, and nobody on its own
 * machine is kept from reading why theirs was refused.
 */
export function wrongKeyLimit(open_sandbox: boolean): (address: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: wrong_keys_a_minute, duration: 60 });
  return (address) => (open_sandbox && loopback.test(address) ? unlimited : consume(limiter, address));
}

/** At most so many requests a second of one account; 0 is no limit. */
export function keyLimit(requests_a_second: number): (caller: Caller) => Promise<void> {
  if (requests_a_second === 0) return () => unlimited;
  const limiter = new RateLimiterMemory({ points: requests_a_second, duration: 1 });
  // What payers look at does not use up what the merchant may ask.
  return ({ account, kind }) => consume(limiter, kind === 'page' ? `${account} page` : account);
}

const unlimited = Promise.resolve();

async function consume(limiter: RateLimiterMemory, who: string): Promise<void> {
  try {
    await limiter.consume(who);
  } catch (rejected) {
    const { msBeforeNext = 1000 } = rejected as { msBeforeNext?: number };
    throw Object.assign(refused({ code: 'rate_limit' }), { retry_after_seconds: Math.ceil(msBeforeNext / 1000) });
  }
}

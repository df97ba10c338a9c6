import facts_file from './facts.json' with { type: 'json' };
import type { Flow } from './library.js';

/** What the library can do for a connector, as `npm run generate` found it. */
export type Facts = {
  /** Its settings: credentials are `secret`, everything else is `text`. */
  readonly fields: Readonly<Record<string, 'secret' | 'text'>>;
  readonly flows: readonly Flow[];
  /** The types of payment methods that it charges. */
  readonly methods: readonly string[];
  /** Its `get` finds a payment by the attempt of the question, without the connector's own reference. */
  readonly finds_by_attempt: boolean;
};

/** All connectors of the library. */
export const facts = facts_file as unknown as Readonly<Record<string, Facts>>;

/** Where a connector keeps the answers to a key: the header of the key, and for how many hours a repeated request is safe. */
export type Replays = { readonly header: string; readonly hours: number };

/**
 * The connectors that answer a repeated request with the stored answer, from their documentation; `hours` is shorter than what they promise. The
 * library sends no such header, so this program adds it.
 */
export const replays: Readonly<Record<string, Replays>> = {
  stripe: { header: 'idempotency-key', hours: 20 },
  adyen: { header: 'idempotency-key', hours: 144 },
  checkout: { header: 'cko-idempotency-key', hours: 20 },
};

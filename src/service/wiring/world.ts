import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import type { Access } from '../../api/http/authorize.js';
import type { Wait } from '../../delivery/webhooks/send.js';
import type { Answerer, AnyQuestion } from '../../kernel/base/question.js';
import type { Catalogue } from '../../kernel/base/rules.js';
import type { KeyRing } from '../../kernel/vault/key-ring.js';
import type { Config } from '../config.js';
import { readable } from './readable.js';

/** The clock, randomness and log of a process; tests pass their own. */
export type World = { readonly now_ms: () => number; readonly random: (bytes: number) => Uint8Array; readonly log: Logger };

const terminal = { write: (line: string): void => void process.stdout.write(readable(line)) };

/** The real clock, randomness and log. A log on a terminal is formatted for reading. */
export const realWorld = (config: Config, { logs_to_error = false } = {}): World => ({
  now_ms: Date.now,
  random: randomBytes,
  log: pino(
    { level: config.log_level, base: null },
    logs_to_error ? pino.destination(2) : process.stdout.isTTY ? terminal : pino.destination(1),
  ),
});

/** The inputs of a process: its configuration, database, vault keys and public address. */
export type Parts = {
  readonly config: Config;
  readonly database_url: string;
  readonly key_ring: KeyRing;
  readonly public_url: () => string;
  readonly world: World;
  /** Follows every request from its beginning. */
  readonly follow?: ((server: FastifyInstance) => void) | undefined;
  /** A test's additional groups, their access, their questions, and who answers these. */
  readonly besides?: {
    readonly catalogue: Catalogue;
    readonly access: Readonly<Record<string, Access>>;
    readonly questions?: readonly AnyQuestion[];
    readonly processors?: readonly Answerer[];
  };
  /** Set by tests that use a shorter deadline. */
  readonly answer_deadline_ms?: number;
  /** Set by tests that control the deadline of an endpoint's answer. */
  readonly wait?: Wait;
};

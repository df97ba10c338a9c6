import { randomBytes } from 'node:crypto';
import pino, { type Logger } from 'pino';
import type { Access } from '../../api/http/authorize.js';
import type { Wait } from '../../delivery/webhooks/send.js';
import type { Answerer, AnyQuestion } from '../../kernel/base/question.js';
import type { Catalogue } from '../../kernel/base/rules.js';
import type { KeyRing } from '../../kernel/vault/key-ring.js';
import type { Config } from '../config.js';
import { readable } from './readable.js';

/** What the outside world gives a process; a test gives its own. */
export type World = { readonly now_ms: () => number; readonly random: (bytes: number) => Uint8Array; readonly log: Logger };

const terminal = { write: (line: string): void => void process.stdout.write(readable(line)) };

/** The world as it is. A log that goes to a terminal is made to be read. */
export const realWorld = (config: Config): World => ({
  now_ms: Date.now,
  random: randomBytes,
  log: pino({ level: config.log_level, base: null }, process.stdout.isTTY ? terminal : pino.destination(1)),
});

/** What a process is started with: its configuration, its database, the keys of its vault, where payers reach it. */
export type Parts = {
  readonly config: Config;
  readonly database_url: string;
  readonly key_ring: KeyRing;
  readonly public_url: () => string;
  readonly world: World;
  /** A test's own groups beside those of the catalogue, who may call them, what they ask, and who answers. */
  readonly besides?: {
    readonly catalogue: Catalogue;
    readonly access: Readonly<Record<string, Access>>;
    readonly questions?: readonly AnyQuestion[];
    readonly processors?: readonly Answerer[];
  };
  /** Set by tests that cannot wait for so long. */
  readonly answer_deadline_ms?: number;
  /** Set by tests that say themselves when the time is over in which an endpoint can answer what it is asked. */
  readonly wait?: Wait;
};

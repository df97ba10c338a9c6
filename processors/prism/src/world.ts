import type { Agent } from 'undici';
import type { Configuration } from './configuration.js';
import type { Library } from './library.js';
import type { Store } from './store.js';

/** A log with the levels that this program uses. */
export type Log = Readonly<Record<'info' | 'warn' | 'error', (members: object, text: string) => void>>;

/** Everything outside the rules: the library, the tables, the connections, the time. */
export type World = {
  readonly configuration: Configuration;
  readonly library: Library;
  readonly store: Store;
  readonly agent: Agent;
  readonly log: Log;
  readonly now_ms: () => number;
  /** A random name that cannot be guessed. */
  readonly token: () => string;
  /** Access tokens of connectors, by the connector's name. */
  readonly tokens: Map<string, { readonly state: object; readonly until_ms: number }>;
};

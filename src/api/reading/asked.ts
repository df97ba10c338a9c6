import type { Privileged } from '../../kernel/audit/record.js';
import type { Caller, Engine, Reply, View } from '../../kernel/engine/engine.js';
import type { Key } from '../../kernel/engine/idempotency.js';
import type { ReadSearch } from '../../kernel/storage/search.js';
import type { Turns } from '../../kernel/storage/turns.js';
import type { FileContents } from '../contents/contents.js';
import type { Present } from '../present/expand.js';

/** A validated request on its way to its answer. */
export type Asked = {
  /** Its ways to the database last until its deadline. */
  readonly engine: Engine;
  readonly params: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  /** The address of the network that the request came from. */
  readonly address: string;
  /** That this is who asks, and that they may ask now. It is known before anything is stored. */
  readonly sure: Promise<void>;
  readonly view: View;
  readonly path: Readonly<Record<string, string>>;
  readonly client_secret: string | null;
  readonly key: Key | null;
  readonly request_id: string;
  /** The id that a new object has already, because its contents came before it. */
  readonly made_as?: string | undefined;
  readonly audit: Privileged | null;
};

/** How an entry answers a request. */
export type Answer = (asked: Asked) => Promise<Reply>;

/** What answers are made with besides. */
export type Means = {
  readonly present: Present;
  readonly search: ReadSearch;
  readonly contents: FileContents;
  /** When payers may change something: many requests at once from one address would all be decided before any of them is counted. */
  readonly payers: Turns;
};

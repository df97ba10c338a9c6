import type { Privileged } from '../../kernel/audit/record.js';
import type { Reader } from '../../kernel/base/handler.js';
import type { Caller, Engine, Reply, View } from '../../kernel/engine/engine.js';
import type { Key } from '../../kernel/engine/idempotency.js';
import type { MisdirectedDeliveries } from '../../kernel/storage/rows.js';
import type { ReadSearch } from '../../kernel/storage/search.js';
import type { Turns } from '../../kernel/storage/turns.js';
import type { FileContents } from '../contents/contents.js';
import type { Present } from '../present/expand.js';
import type { Origin } from '../present/reply.js';

/** A validated request. */
export type Asked = {
  /** Its database access ends at the request's deadline. */
  readonly engine: Engine;
  readonly params: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  /** The IP address of the client. */
  readonly address: string;
  /** Resolves once the caller is revalidated and within the rate limit; awaited before anything is stored. */
  readonly sure: Promise<void>;
  readonly view: View;
  readonly path: Readonly<Record<string, string>>;
  readonly client_secret: string | null;
  readonly key: Key | null;
  readonly request_id: string;
  /** The id of the new object, if its contents were uploaded first. */
  readonly made_as?: string | undefined;
  readonly audit: Privileged | null;
  /** How the deliveries of its events differ, if the request asks for a fault. */
  readonly deliveries: MisdirectedDeliveries | null;
};

/** Answers a request of an entry. */
export type Answer = (asked: Asked) => Promise<Reply>;

/** The dependencies of answers. */
export type Means = {
  readonly present: Present;
  readonly search: ReadSearch;
  readonly contents: FileContents;
  /** Prints objects as PDFs. */
  readonly print: Reader['print'];
  /** The public address of this service. */
  readonly origin: Origin;
  /** Turns for changes by payers: without them, many concurrent requests from one address would all be decided before any is counted. */
  readonly payers: Turns;
};

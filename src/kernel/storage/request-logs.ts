import type { Database } from './database.js';

/** The log of a request: `doc` is the object as callers see it, the other members are its columns. */
export type RequestLogRow = {
  readonly account: string;
  /** How often the account's books had been replaced: logs of requests before a reset are not stored after it. */
  readonly epoch: number;
  readonly id: string;
  readonly path: string;
  readonly status_code: string;
  readonly outcome: string;
  readonly object_id: string | null;
  readonly created_at: Date;
  readonly doc: string;
};

/** Collects logs of requests and stores them in batches, so that no request waits for its log. */
export type RequestLogs = {
  readonly add: (row: RequestLogRow) => void;
  /** Stores what has been collected. */
  readonly stop: () => Promise<void>;
};

const pause_ms = 500;
const batch_max = 200;
const waiting_max = 5000;

const columns = ['account', 'epoch', 'id', 'path', 'status_code', 'outcome', 'object_id', 'created_at', 'doc'] as const;
const types: Readonly<Record<string, string>> = { epoch: 'int', created_at: 'timestamptz', doc: 'json' };
const stored = columns.filter((name) => name !== 'epoch').join(', ');

const insert = `insert into request_logs (${stored})
  select ${stored} from unnest(${columns.map((name, place) => `$${place + 1}::${types[name] ?? 'text'}[]`).join(', ')}) u (${columns.join(', ')})
  where account not like '%\\_test' or is_epoch(account, epoch) on conflict do nothing`;

/**
 * While the database does not answer, 5,000 logs wait. Those beyond are lost, and `lost` is called with their number: a request is never
 * refused or delayed for the sake of its log.
 */
export function requestLogs({ query }: Pick<Database, 'query'>, { lost }: { readonly lost: (rows: number) => void }): RequestLogs {
  const waiting: RequestLogRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> | null = null;
  const storeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batch_max);
      await query({ text: insert, values: columns.map((name) => batch.map((row) => row[name])) });
      waiting.splice(0, batch.length);
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    storing ??= storeAll()
      .catch(() => {})
      .finally(() => {
        storing = null;
        if (waiting.length > 0) schedule();
      });
    return storing;
  };
  const schedule = (): void => {
    timer ??= setTimeout(flush, pause_ms).unref();
  };
  return {
    add: (row) => {
      if (waiting.length >= waiting_max) lost(1);
      else waiting.push(row);
      if (waiting.length >= batch_max && storing === null) void flush();
      else schedule();
    },
    stop: async () => {
      await flush();
      clearTimeout(timer);
    },
  };
}

const forgotten_max = 5000;

/** Deletes logs that are older than 30 days. */
export async function forgetRequestLogs({ query }: Pick<Database, 'query'>): Promise<void> {
  for (let gone = forgotten_max; gone === forgotten_max; ) {
    const text = `delete from request_logs where (account, id) in (
      select account, id from request_logs where created_at < now() - interval '30 days' limit ${forgotten_max}) returning 1`;
    gone = (await query({ text, values: [] })).length;
  }
}

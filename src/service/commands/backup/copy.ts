import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import pg from 'pg';

/** The connection of node-postgres as its own queries use it for COPY; its types leave these members out. */
type Wire = {
  readonly stream: Readable & Writable;
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

type Ended = { readonly rowCount: number | null };

const piece_bytes = 64 * 1024;

/** The bytes that `copy … to stdout` sends, in pieces of whole rows. The server waits while the reader is slow. */
export function copiedOut(client: pg.PoolClient, text: string): Readable {
  const out = new PassThrough({ highWaterMark: 16 * piece_bytes });
  let rows: Buffer[] = [];
  let bytes = 0;
  const pass = (stream: Readable | null): void => {
    const isFull = bytes > 0 && !out.write(Buffer.concat(rows));
    [rows, bytes] = [[], 0];
    if (!isFull || stream === null) return;
    stream.pause();
    out.once('drain', () => stream.resume());
  };
  const query = Object.assign(new pg.Query(text), {
    handleCopyData: ({ chunk }: { readonly chunk: Buffer }, { stream }: Wire): void => {
      // The driver reads the next bytes into the same memory.
      rows.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes >= piece_bytes) pass(stream);
    },
  });
  query.once('error', (error: Error) => out.destroy(error));
  query.once('end', () => {
    pass(null);
    out.end();
  });
  client.query(query);
  return out;
}

/** Waits until a stream takes more, or is closed. */
async function roomIn(stream: Writable): Promise<void> {
  const found = new AbortController();
  const { signal } = found;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).finally(() => found.abort());
}

/** Sends bytes to `copy … from stdin`. Returns the number of stored rows; if the source fails, nothing of this statement is stored. */
export async function copiedIn(client: pg.PoolClient, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  const state: { refused?: Error; failed?: unknown } = {};
  const pour = async (wire: Wire): Promise<void> => {
    try {
      for await (const bytes of source) {
        if (state.refused) return;
        wire.sendCopyFromChunk(bytes);
        if (wire.stream.writableNeedDrain) await roomIn(wire.stream);
      }
      wire.endCopyFrom();
    } catch (error) {
      state.failed = error;
      wire.sendCopyFail('the source of the rows failed');
    }
  };
  const query = Object.assign(new pg.Query(text), { handleCopyInResponse: (wire: Wire): void => void pour(wire) });
  const ended = new Promise<Ended>((done, fail) => {
    query.once('end', done);
    query.once('error', (error: Error) => {
      state.refused = error;
      fail(error);
    });
  });
  client.query(query);
  const { rowCount } = await ended.catch((error: unknown) => {
    throw state.failed ?? error;
  });
  return rowCount ?? 0;
}

import { createHash } from 'node:crypto';
import { Concealed } from '../../kernel/base/concealed.js';
import type { Random } from '../../kernel/base/ids.js';
import { type Inspection, Upload } from '../../kernel/base/upload.js';
import type { Database } from '../../kernel/storage/database.js';
import { type Turns, turns } from '../../kernel/storage/turns.js';
import { discard, piece_bytes, readPiece, type Whose, writePiece } from './pieces.js';
import { places } from './places.js';
import { settleRoom, takeRoom } from './room.js';

/** A file upload in progress. */
export type Sending = {
  readonly take: (filename: string, bytes: AsyncIterable<Buffer>, inspection: Inspection<unknown>) => Promise<Upload>;
  /** Frees its place, and deletes the stored pieces unless the file is kept; if the deletion fails, the upkeep deletes them later. */
  readonly end: (kept: boolean) => Promise<void>;
};

/** The requested contents and their reader: a link's id, or the file's own. */
export type Asked = Whose & { readonly key: Concealed; readonly size: number; readonly by: string };

/** Stores and reads the contents of files, one piece at a time. */
export type FileContents = {
  readonly send: (whose: Whose, bytes: number) => Promise<Sending>;
  readonly read: (asked: Asked) => Promise<AsyncIterable<Buffer>>;
  readonly close: () => Promise<void>;
};

/** Maximum concurrent transfers: each holds one piece in memory. */
const bounds = { sent_by_account: 8, sent: 64, read_of_account: 32, read_by_one: 16, read: 256 };

/**
 * File contents over a separate database pool, so that other work never waits for them; accounts take turns with every piece. `real_ms` is the clock
 * for the pauses of downloads.
 */
export function fileContents(database: Database, random: Random, connections: number, real_ms?: () => number): FileContents {
  const inTurn = turns({ at_once: connections, of_one: 1, waiting_max: 100 });
  const reads = turns({ at_once: connections, of_one: 1, waiting_max: 100, rests_by: real_ms });
  const sending = places('Too many files are being uploaded at once. Retry in a moment.');
  const reading = places('Too many downloads are in progress. Retry in a moment.');
  return {
    send: async (whose, bytes) => {
      const giveBack = sending([
        [whose.account, bounds.sent_by_account],
        ['', bounds.sent],
      ]);
      try {
        await inTurn(whose.account, () => takeRoom(database, whose, bytes));
      } catch (error) {
        giveBack();
        throw error;
      }
      const storing = { database, inTurn, whose, key: Buffer.from(random(32)), over: false };
      return {
        take: (...file) => take(storing, ...file),
        end: async (kept) => {
          giveBack();
          storing.over = true;
          if (!kept) await inTurn(whose.account, () => discard(database, whose)).catch(() => {});
        },
      };
    },
    read: async (asked) => {
      const giveBack = reading([
        [`${asked.account} ${asked.by}`, bounds.read_by_one],
        [asked.account, bounds.read_of_account],
        ['', bounds.read],
      ]);
      return outgoing({ database, inTurn: reads, asked, giveBack });
    },
    close: () => database.close(),
  };
}

type Storing = { readonly database: Database; readonly inTurn: Turns; readonly whose: Whose; readonly key: Buffer; over: boolean };

/** Stores bytes as they arrive: the sender is not read further before a piece is stored. */
async function take(storing: Storing, filename: string, chunks: AsyncIterable<Buffer>, inspection: Inspection<unknown>): Promise<Upload> {
  const { database, inTurn, whose, key } = storing;
  const hash = createHash('sha256');
  let [size, place, held] = [0, 0, [] as Buffer[]];
  const store = async (bytes: Buffer): Promise<void> => {
    const at = place++;
    await inTurn(whose.account, () => writePiece(database, whose, key, at, bytes));
  };
  for await (const chunk of chunks) {
    if (storing.over) throw new Error('The connection of the upload was closed');
    inspection.take(chunk);
    hash.update(chunk);
    size += chunk.length;
    held.push(chunk);
    if (size < (place + 1) * piece_bytes) continue;
    let bytes = Buffer.concat(held);
    for (; bytes.length >= piece_bytes; bytes = bytes.subarray(piece_bytes)) await store(bytes.subarray(0, piece_bytes));
    held = bytes.length ? [bytes] : [];
  }
  if (held.length) await store(Buffer.concat(held));
  await inTurn(whose.account, () => settleRoom(database, whose, size));
  return new Upload(filename, { size, sha256: hash.digest('hex'), found: inspection.found(), key: new Concealed(key.toString('base64')) });
}

/** A reader that has not begun by then is taken as gone. */
const unclaimed_ms = 30_000;

type Outgoing = { readonly database: Database; readonly inTurn: Turns; readonly asked: Asked; readonly giveBack: () => void };

/** The first piece is read before the response begins, so that a read error still has an error status. */
async function outgoing({ database, inTurn, asked, giveBack }: Outgoing): Promise<AsyncIterable<Buffer>> {
  const key = Buffer.from(asked.key.reveal(), 'base64');
  const count = Math.ceil(asked.size / piece_bytes);
  const read = (place: number): Promise<Buffer> =>
    inTurn(asked.account, () => readPiece(database, asked, key, place)).catch((error: unknown) => {
      giveBack();
      throw error;
    });
  let ready: Buffer | null = count > 0 ? await read(0) : null;
  // A response may be discarded before its body is read.
  const unclaimed = setTimeout(giveBack, unclaimed_ms).unref();
  let place = 0;
  const done = async (): Promise<IteratorResult<Buffer>> => {
    giveBack();
    return { done: true, value: undefined };
  };
  const next = async (): Promise<IteratorResult<Buffer>> => {
    if (place >= count) return done();
    const value = ready ?? (await read(place));
    ready = null;
    place++;
    return { done: false, value };
  };
  return {
    [Symbol.asyncIterator]: () => {
      clearTimeout(unclaimed);
      return { next, return: done };
    },
  };
}

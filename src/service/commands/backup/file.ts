import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The first line of a backup: what it contains, and as of when. */
export type Head = {
  /** The version of this format. */
  readonly florin_backup: 1;
  /** The version of Florin that wrote it. */
  readonly version: string;
  /** The moment of the snapshot: everything acknowledged before it is in the backup, by the database's clock. */
  readonly as_of: string;
  /** The migrations that had run. */
  readonly migrations: readonly string[];
  readonly tables: readonly Table[];
  readonly ledger: readonly LedgerTotal[];
};

/** A table of a backup, with its number of rows. */
export type Table = { readonly name: string; readonly columns: readonly string[]; readonly rows: number };

/** The sum of a ledger account over all accounts in one currency, in minor units. */
export type LedgerTotal = { readonly ledger_account: string; readonly currency: string; readonly total: string };

/** The last line: the SHA-256 of the rows of each table, as COPY prints them, in hexadecimal digits. */
export type Checksums = Readonly<Record<string, string>>;

/** The line before a block of rows: the table, and the length of the block in bytes. */
export const blockLine = (table: string, bytes: number): string => `${table} ${bytes}\n`;

/** The word of the last line; no table has this name. */
export const end_word = 'end';

/** A backup that is read from its beginning. */
export type Reader = {
  readonly head: Head;
  /** The rows of a table; tables must be read in the order of the head. */
  rowsOf(table: string): AsyncGenerator<Buffer>;
  /** The last line. Without one the file is incomplete. */
  checksums(): Promise<Checksums>;
  close(): void;
};

/** Opens a backup. `onRead` gets the number of bytes of the file that were read since the last call. */
export async function readBackup(path: string, onRead: (bytes: number) => void): Promise<Reader> {
  const file = createReadStream(path);
  const unpacked = createGunzip();
  file.on('data', (bytes) => onRead(bytes.length));
  file.on('error', (error) => unpacked.destroy(error));
  const { line, take } = textOf(file.pipe(unpacked), path);
  const head = headIn(await line(), path);
  let next = await line();
  return {
    head,
    rowsOf: async function* (table) {
      for (;;) {
        const [name, bytes] = next.split(' ');
        if (name !== table) return;
        yield await take(Number(bytes));
        next = await line();
      }
    },
    checksums: async () => {
      if (!next.startsWith(`${end_word} `)) throw new Error(`${path} has rows of a table that its first line does not name.`);
      const told = JSON.parse(next.slice(end_word.length + 1)) as Checksums;
      // Reads to the end of the stream, where its own checksum is compared.
      if ((await line(true)) !== '') throw new Error(`${path} continues after its last line.`);
      return told;
    },
    close: () => {
      file.destroy();
      unpacked.destroy();
    },
  };
}

function headIn(line: string, path: string): Head {
  let head: Partial<Head> = {};
  try {
    head = JSON.parse(line);
  } catch {
    // Refused below, as another program's file is.
  }
  if (head.florin_backup !== 1) throw new Error(`${path} is not a backup of this format. Use the version of Florin that wrote it.`);
  return head as Head;
}

type Text = { line(atEnd?: boolean): Promise<string>; take(bytes: number): Promise<Buffer> };

const newline = 10;

/** Reads lines and blocks from a stream. */
function textOf(stream: Readable, path: string): Text {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next().catch((error: NodeJS.ErrnoException) => {
      throw unreadable(path, error);
    });
    if (!done) rest = rest.length ? Buffer.concat([rest, value]) : value;
    return !done;
  };
  const cut = (bytes: number): Buffer => {
    const taken = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return taken;
  };
  const short = (): Error => new Error(`${path} ends too early: the backup was interrupted, or the file was cut off.`);
  return {
    line: async (at_end = false) => {
      while (rest.indexOf(newline) < 0)
        if (!(await more())) {
          if (at_end) return cut(rest.length).toString();
          throw short();
        }
      return cut(rest.indexOf(newline) + 1)
        .toString()
        .slice(0, -1);
    },
    take: async (bytes) => {
      while (rest.length < bytes) if (!(await more())) throw short();
      return cut(bytes);
    },
  };
}

function unreadable(path: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'Z_BUF_ERROR') return new Error(`${path} ends too early: the backup was interrupted, or the file was cut off.`);
  if (error.code?.startsWith('Z_')) return new Error(`${path} is not a backup, or is damaged: ${error.message}.`);
  return new Error(`${path} cannot be read: ${error.message}.`);
}

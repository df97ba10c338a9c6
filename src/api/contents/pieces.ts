import type { Database } from '../../kernel/storage/database.js';
import { openBytes, sealBytes } from '../../kernel/vault/vault.js';

/** How much of a file is in memory at a time. */
export const piece_bytes = 131_072;

/** The contents of one file. */
export type Whose = { readonly account: string; readonly file: string };

/** The key of a file seals each of its pieces once, so that a piece's number is as good a nonce as a random one. */
const nonceOf = (place: number): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(place, 8);
  return nonce;
};

const placeOf = ({ account, file }: Whose, place: number): string => `${account} ${file} ${place}`;

/** Stores a piece. */
export async function writePiece(database: Database, whose: Whose, key: Buffer, place: number, bytes: Buffer): Promise<void> {
  const sealed = sealBytes(key, nonceOf(place), bytes, placeOf(whose, place));
  const text = 'insert into pieces (account, file, place, sealed) values ($1, $2, $3, $4)';
  await database.query({ text, values: [whose.account, whose.file, place, sealed] });
}

/** Reads a piece; one that is missing, changed or out of its place is a fault. */
export async function readPiece(database: Database, whose: Whose, key: Buffer, place: number): Promise<Buffer> {
  const text = 'select sealed from pieces where account = $1 and file = $2 and place = $3';
  const [row] = await database.query<{ sealed: Buffer }>({ text, values: [whose.account, whose.file, place] });
  if (!row) throw new Error(`Piece ${place} of ${whose.file} is missing`);
  return openBytes(key, row.sealed, placeOf(whose, place));
}

/** Takes a file's contents away. */
export async function discard(database: Database, { account, file }: Whose): Promise<void> {
  const text = `with gone as (delete from pieces where account = $1 and file = $2)
    delete from contents where account = $1 and file = $2`;
  await database.query({ text, values: [account, file] });
}

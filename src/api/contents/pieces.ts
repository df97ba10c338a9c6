import { refused } from '../../kernel/base/refusal.js';
import type { Database } from '../../kernel/storage/database.js';
import { openBytes, sealBytes } from '../../kernel/vault/vault.js';

/** The size of the pieces in which files are stored and held in memory. */
export const piece_bytes = 131_072;

/** The account and id that identify the contents of one file. */
export type Whose = { readonly account: string; readonly file: string };

/** A file's key seals each piece once, so the piece's number is a safe nonce. */
const nonceOf = (place: number): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(place, 8);
  return nonce;
};

const placeOf = ({ account, file }: Whose, place: number): string => `${account} ${file} ${place}`;

/** Stores a piece. */
export async function writePiece(database: Database, whose: Whose, key: Buffer, place: number, bytes: Buffer): Promise<void> {
  const sealed = sealBytes(key, nonceOf(place), bytes, placeOf(whose, place));
  // A reset of the sandbox removes the contents: a piece of a file that is still being sent must not outlive them.
  const text = `insert into pieces (account, file, place, sealed)
    select account, file, $3, $4 from (select account, file from contents where account = $1 and file = $2 for key share) contents returning 1`;
  const stored = await database.query({ text, values: [whose.account, whose.file, place, sealed] });
  if (stored.length === 0)
    throw refused({ code: 'lock_timeout', message: 'This sandbox was reset while the file was sent. Send it again.' });
}

/** Reads a piece; throws if it is missing, changed or out of place. */
export async function readPiece(database: Database, whose: Whose, key: Buffer, place: number): Promise<Buffer> {
  const text = 'select sealed from pieces where account = $1 and file = $2 and place = $3';
  const [row] = await database.query<{ sealed: Buffer }>({ text, values: [whose.account, whose.file, place] });
  if (!row) throw new Error(`Piece ${place} of ${whose.file} is missing`);
  return openBytes(key, row.sealed, placeOf(whose, place));
}

/** Deletes a file's contents. */
export async function discard(database: Database, { account, file }: Whose): Promise<void> {
  const text = `with gone as (delete from pieces where account = $1 and file = $2)
    delete from contents where account = $1 and file = $2`;
  await database.query({ text, values: [account, file] });
}

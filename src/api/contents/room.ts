import { refused } from '../../kernel/base/refusal.js';
import type { Database } from '../../kernel/storage/database.js';
import type { Whose } from './pieces.js';

const bytes_max = 1_073_741_824;
const files_max = 100_000;

/**
 * Takes room for a file that is about to come: an account has 1 GiB for all of them, in each mode. What a file takes up is in the vault where
 * it came before there were pieces; lengths are read without what they are the lengths of. The last character before `a` bounds the ids
 * that begin with `file_`.
 */
export async function takeRoom(database: Database, { account, file }: Whose, bytes: number): Promise<void> {
  const text = `insert into contents (account, file, bytes) select $1, $2, $3
    from (select count(*) as files, coalesce(sum(octet_length(sealed)), 0) as bytes
      from vault where account = $1 and id > 'file_' and id < 'file\`') kept,
      (select coalesce(sum(bytes), 0) as bytes from contents where account = $1) sent
    where kept.files < ${files_max} and kept.bytes + sent.bytes < ${bytes_max}
    returning file`;
  const taken = await database.query({ text, values: [account, file, bytes] });
  if (taken.length === 0) throw refused({ code: 'file_storage_exceeded' });
}

/** Says how much it has become. */
export const settleRoom = (database: Database, { account, file }: Whose, bytes: number): Promise<unknown> =>
  database.query({ text: 'update contents set bytes = $3 where account = $1 and file = $2', values: [account, file, bytes] });

import { refused } from '../../kernel/base/refusal.js';
import type { Database } from '../../kernel/storage/database.js';
import type { Whose } from './pieces.js';

const bytes_max = 1_073_741_824;
const files_max = 100_000;

/**
 * Reserves space for an upload: an account has 1 GiB per mode. Old files are in the vault, where `octet_length` reads their size without their
 * contents. The character before `a` is the upper bound of ids that begin with `file_`.
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

/** Sets the reservation to the file's actual size. */
export const settleRoom = (database: Database, { account, file }: Whose, bytes: number): Promise<unknown> =>
  database.query({ text: 'update contents set bytes = $3 where account = $1 and file = $2', values: [account, file, bytes] });

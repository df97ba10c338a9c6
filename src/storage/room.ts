import type { Database } from './database.js';

const bytes_max = 1_073_741_824;
const files_max = 100_000;

/** Whether an account may store one more file: it has room for 1 GiB of them in all, in each mode. */
export async function hasRoom(database: Database, account: string): Promise<boolean> {
  // Lengths are read without what they are the lengths of. The last character before `a` bounds the ids that begin with `file_`.
  const text = `select count(*)::int as files, coalesce(sum(octet_length(sealed)), 0)::float8 as bytes
    from vault where account = $1 and id > 'file_' and id < 'file\`'`;
  const [used] = await database.query<{ files: number; bytes: number }>({ text, values: [account] });
  return used !== undefined && used.files < files_max && used.bytes < bytes_max;
}

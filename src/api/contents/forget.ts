import type { Database } from '../../kernel/storage/database.js';
import { discard, type Whose } from './pieces.js';

const looked_at = 1000;
const gone_at_once = 20;

/**
 * Deletes contents whose file was never created or has expired; their key is gone, so they cannot be decrypted. Each call checks a batch of contents
 * that are at least an hour old, and the next call continues after it.
 */
export function forgetting(database: Database): () => Promise<void> {
  let after: Whose = { account: '', file: '' };
  return async () => {
    const text = `select account, file, exists (select 1 from objects it where it.account = contents.account and it.object = 'file'
        and it.id = contents.file and it.doc ->> 'url' is not null) as kept
      from contents where (account, file) > ($1, $2) and begun_at < now() - interval '1 hour' order by account, file limit ${looked_at}`;
    const rows = await database.query<Whose & { kept: boolean }>({ text, values: [after.account, after.file] });
    const gone = rows.filter(({ kept }) => !kept).slice(0, gone_at_once);
    for (const each of gone) await discard(database, each);
    after = (gone.length === gone_at_once ? gone.at(-1) : rows.length === looked_at ? rows.at(-1) : undefined) ?? { account: '', file: '' };
  };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from './support/service.js';
import { rowsOf } from './support/services.js';

/** What the schema has that a database distributed by account would refuse; `UPDATE=1` writes it into the plan. */
const page = join(import.meta.dirname, '../docs/distribution.md');

let service: TestService;
beforeAll(async () => {
  service = await startService({ FLORIN_WORKER: 'off' });
});
afterAll(() => service.stop());

type Row = { readonly of: string; readonly name: string };

const named = async (text: string): Promise<string> =>
  (await rowsOf<Row>(service, text)).map(({ of, name }) => (name ? `\`${of}\` (${name})` : `\`${of}\``)).join(', ') || 'none';

const tables = `select c.oid, c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account' and not a.attisdropped) as has_account
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

/** Each kind of obstacle with the query that finds it. */
const obstacles = {
  'Tables without an account, which every node would have a whole copy of': `select name as of, '' as name from (${tables}) t where not has_account order by 1`,
  'Unique indexes without the account, which no node can enforce alone': `select t.name as of, string_agg(i.indexrelid::regclass::text, ', ' order by i.indexrelid::regclass::text) as name
    from (${tables}) t join pg_index i on i.indrelid = t.oid and i.indisunique
    where has_account and not exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'account' and a.attnum = any (i.indkey))
    group by 1 order by 1`,
  'Triggers, which Citus refuses on distributed tables': `select t.name as of, string_agg(g.tgname, ', ' order by g.tgname) as name
    from (${tables}) t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal where has_account group by 1 order by 1`,
  'Foreign keys': `select t.name as of, string_agg(k.conname, ', ' order by k.conname) as name
    from (${tables}) t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' group by 1 order by 1`,
  'Transaction ids, which are local to a node': `select t.name as of, string_agg(a.attname, ', ' order by a.attname) as name
    from (${tables}) t join pg_attribute a on a.attrelid = t.oid and a.atttypid = 'xid8'::regtype and not a.attisdropped group by 1 order by 1`,
} as const;

test('docs/distribution.md lists what a database distributed by account would refuse; `UPDATE=1` writes it', async () => {
  const lines: string[] = [];
  for (const [obstacle, query] of Object.entries(obstacles)) lines.push(`| ${obstacle} | ${await named(query)} |`);
  const table = ['| Obstacle | Found |', '|---|---|', ...lines].join('\n');
  const text = readFileSync(page, 'utf8');
  const written = text.replace(/\| Obstacle \| Found \|\n(\|.*\n)+/, `${table}\n`);
  if (process.env.UPDATE) writeFileSync(page, written);
  else expect(written).toBe(text);
});

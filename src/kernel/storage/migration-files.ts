import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('../../../migrations/', import.meta.url);

/** How a part of a migration is run. */
export type Step =
  /** In one transaction. */
  | { readonly of: 'transaction'; readonly text: string }
  /** Statement by statement outside a transaction, as concurrent index builds require. */
  | { readonly of: 'alone'; readonly texts: readonly string[] }
  /** A statement that runs for ranges of a table's pages, from `$1` up to but excluding `$2`. */
  | { readonly of: 'batches'; readonly table: string; readonly text: string };

/** A file of `migrations/`. */
export type Migration = {
  readonly number: number;
  readonly name: string;
  /** The migration before which all programs need what this one removes (docs/decisions/0022). */
  readonly contract_of: number | null;
  readonly steps: readonly Step[];
};

/** The SQL files of the package, in order. */
export async function migrationFiles(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  return Promise.all(names.map(async (name) => migrationIn(name, await readFile(new URL(name, folder), 'utf8'))));
}

/** Reads a file: parts begin with `-- step: `; without any, the whole file is one transaction. */
export function migrationIn(name: string, text: string): Migration {
  const [, contracted] = /^-- contract of (\d{4})$/m.exec(text) ?? [];
  const [head = '', ...parts] = text.split(/^-- step: /m);
  return {
    number: Number(name.slice(0, 4)),
    name,
    contract_of: contracted === undefined ? null : Number(contracted),
    steps: parts.length ? parts.map((part) => stepIn(name, part)) : [{ of: 'transaction', text: head }],
  };
}

function stepIn(name: string, part: string): Step {
  const [, how = '', text = ''] = /^([^\n]*)\n(.*)$/s.exec(part) ?? [];
  if (how === 'in one transaction') return { of: 'transaction', text };
  if (how === 'concurrently') return { of: 'alone', texts: text.split(/;\s*$/m).filter((each) => /^\s*[a-z]/m.test(each)) };
  const [, table] = /^in batches over (\w+)$/.exec(how) ?? [];
  if (table === undefined)
    throw new Error(`${name}: a step must be "in one transaction", "concurrently" or "in batches over <table>", not "${how}"`);
  return { of: 'batches', table, text };
}

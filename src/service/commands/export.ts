import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { collected } from './data.js';
import { type Described, one_line } from './described.js';
import { type Operation, operations } from './operations.js';
import { paced } from './paced.js';
import { everyPage, type Listed } from './pages.js';
import { type Progress, progressOf } from './progress.js';
import { type OfResult, sayResult } from './result.js';
import { type Asking, asking, connectionTo, type Service, serviceOf } from './service.js';
import { misused } from './usage.js';

type Options = Asking &
  OfResult & {
    readonly only?: readonly string[];
    readonly skip?: readonly string[];
    readonly overwrite?: boolean;
    readonly perSecond: string;
  };

/** `florin export`: writes all objects of an account, a file of JSON lines for each list of the API. */
export const exporting: Described = {
  json: one_line,
  examples: [
    'florin export backup',
    'florin export backup --skip events --skip request_logs',
    'florin export customers-only --only customers --json',
  ],
  add: (command) =>
    asking(command)
      .argument('<folder>', 'a new or empty folder')
      .option('--only <resource>', 'only this resource, such as customers; may be repeated', collected)
      .option('--skip <resource>', 'not this resource, such as events; may be repeated', collected)
      .option('--overwrite', 'write into a folder that has files')
      .option('--per-second <count>', 'the maximum number of requests per second', '100')
      .action(exportAll),
};

/** A list of the API, and the file that it is written to. */
type Source = { readonly name: string; readonly path: string; readonly by_clock: boolean; readonly within?: string };

/** Lists below an object that no list of their own has. */
const nested: Readonly<Record<string, readonly string[]>> = {
  customers: ['balance_transactions', 'cash_balance_transactions', 'sources', 'tax_ids'],
  transfers: ['reversals'],
  application_fees: ['refunds'],
  products: ['features'],
  accounts: ['persons', 'external_accounts', 'capabilities'],
};

function sourcesIn(all: readonly Operation[]): Source[] {
  const hasPages = ({ parameters }: Operation): boolean => parameters.some(({ name }) => name === 'limit');
  const lists = all.filter(
    (each) =>
      each.words.at(-1) === 'list' &&
      each.in_path.length === 0 &&
      hasPages(each) && // A list without pages is a table of the service.
      !each.parameters.some(({ required }) => required) &&
      each.words[0] !== 'promotion_code',
  );
  return lists.flatMap(({ words, path, parameters }) => {
    const name = words.slice(0, -1).join('_');
    const by_clock = parameters.some((each) => each.name === 'test_clock');
    const below = (nested[name] ?? []).map((each): Source => ({ name: `${name}_${each}`, path: each, by_clock: false, within: path }));
    return [{ name, path, by_clock }, ...below];
  });
}

async function exportAll(folder: string, { only, skip = [], overwrite = false, perSecond, ...asked }: Options): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0 && !overwrite)
    throw misused(`${folder} has files. Name an empty folder, or add --overwrite.`);
  const all = sourcesIn(await operations());
  const unknown = [...(only ?? []), ...skip].find((name) => !all.some((each) => each.name === name));
  if (unknown !== undefined) throw misused(`There is no list named ${unknown}. The lists are ${all.map(({ name }) => name).join(', ')}.`);
  const wanted = all.filter(({ name }) => (only?.includes(name) ?? true) && !skip.includes(name));
  const service = serviceOf(paced(connectionTo(asked), Number(perSecond)));
  mkdirSync(folder, { recursive: true });
  const progress = progressOf(wanted.length);
  const counts: Record<string, number> = {};
  try {
    const clocks = await idsOf(service, '/v1/test_helpers/test_clocks');
    for (const source of wanted) counts[source.name] = await written(folder, source, { service, clocks, progress });
  } finally {
    progress.stop();
  }
  writeFileSync(join(folder, 'export.json'), `${JSON.stringify({ counts }, null, 2)}\n`);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  sayResult(asked, counts, `${total} objects of ${wanted.length} lists are in ${folder}.`);
}

type Reading = { readonly service: Service; readonly clocks: readonly string[]; readonly progress: Progress };

/** A file is complete as soon as it has its name. */
async function written(folder: string, source: Source, reading: Reading): Promise<number> {
  const path = join(folder, `${source.name}.jsonl`);
  const file = createWriteStream(`${path}.part`);
  let count = 0;
  for await (const page of pagesOf(source, reading)) {
    count += page.length;
    if (!file.write(page.map((each) => `${JSON.stringify(each)}\n`).join(''))) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  renameSync(`${path}.part`, path);
  reading.progress.step(source.name);
  return count;
}

/** Objects on test clocks are in lists of their clock only. */
async function* pagesOf({ path, by_clock, within }: Source, { service, clocks }: Reading): AsyncGenerator<readonly Listed[]> {
  if (within !== undefined) {
    const filters = within === '/v1/customers' ? clocks.map((test_clock) => ({ test_clock })) : [];
    for (const id of await idsOf(service, within, filters)) yield* everyPage(service, `${within}/${id}/${path}`);
    return;
  }
  yield* everyPage(service, path);
  if (by_clock) for (const test_clock of clocks) yield* everyPage(service, path, { test_clock });
}

async function idsOf(service: Service, path: string, filters: readonly Readonly<Record<string, string>>[] = []): Promise<string[]> {
  const ids: string[] = [];
  for (const each of [{}, ...filters]) for await (const page of everyPage(service, path, each)) ids.push(...page.map(({ id }) => id));
  return ids;
}

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

type Source = { readonly path: string; readonly text: string; readonly lines: readonly string[] };

const sources: readonly Source[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort()
  .map((name) => {
    const text = readFileSync(join(root, 'src', name), 'utf8');
    return { path: name, text, lines: text.split('\n') };
  });

const product = sources.filter(({ path }) => !path.endsWith('.test.ts'));

/** The floors (ARCHITECTURE.md): what a folder may import besides itself. Whoever is not listed may not be imported. */
const floors: Readonly<Record<string, readonly string[]>> = {
  base: [],
  'embedded-postgres': [],
  browser: ['base/api-version.ts'],
  vault: ['base'],
  ledger: ['base'],
  billing: ['base'],
  fx: ['base'],
  audit: ['base', 'storage', 'vault'],
  storage: ['base'],
  jobs: ['base', 'storage'],
  resources: ['base', 'billing', 'fx', 'pictures', 'ledger/movements.ts', 'processors/contract.ts', 'processors/questions.ts'],
  pictures: [],
  processors: ['base', 'pictures'],
  engine: ['base', 'audit', 'ledger', 'vault', 'storage', 'jobs'],
  keys: ['base', 'audit', 'vault', 'storage', 'engine'],
  webhooks: ['base', 'vault', 'storage', 'jobs', 'engine'],
  bodies: ['base'],
  contents: ['base', 'vault', 'storage'],
  present: ['base', 'storage', 'engine'],
  reading: ['audit', 'contents', 'ledger', 'vault', 'base', 'storage', 'engine', 'present'],
  http: ['reading', 'contents', 'present', 'base', 'vault', 'storage', 'engine', 'bodies'],
  mail: ['base', 'storage', 'jobs', 'paper', 'web/ui.ts'],
  openapi: ['base', 'http'],
  paper: ['base', 'billing'],
  web: ['base', 'billing', 'pictures', 'paper', 'browser/words.ts'],
  operation: ['present', 'audit', 'contents', 'base', 'vault', 'ledger', 'storage', 'engine', 'http', 'processors/contract.ts'],
  'config.ts': ['base', 'vault', 'processors/settings.ts'],
  wiring: [
    'base',
    'fx',
    'audit',
    'vault',
    'ledger',
    'resources',
    'processors',
    'storage',
    'jobs',
    'contents',
    'engine',
    'keys',
    'webhooks',
    'mail',
    'present',
    'http',
    'operation',
    'openapi',
    'web',
    'config.ts',
  ],
  'main.ts': ['base', 'resources', 'jobs', 'engine', 'webhooks', 'paper', 'mail', 'present', 'http', 'operation', 'wiring'],
  commands: [
    'base',
    'audit',
    'vault',
    'ledger',
    'resources',
    'storage',
    'engine',
    'keys',
    'openapi',
    'embedded-postgres',
    'config.ts',
    'wiring',
    'main.ts',
  ],
};

const floorOf = (path: string): string => path.split('/')[0] ?? path;

const importsOf = ({ path, text }: Source): string[] =>
  [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, target = '']) =>
    relative('.', join(dirname(path), target)).replace(/\.js$/, '.ts'),
  );

/** The scripts for browsers: each is the entry of a bundle. */
const bundled = ['browser/stripe.ts', 'browser/controller.ts', 'browser/element.ts', 'browser/checkout.ts'];

/** Files whose scripts stand in pages: what counts there counts by the clock of the browser. */
const in_pages = ['web/countdown.ts'];

/** Tables of data: long by nature, and nothing to understand in them. */
const tables = new Set([
  'base/errors.ts',
  'mail/mail-words.ts',
  'processors/sandbox/cards.ts',
  'resources/access.ts',
  'resources/events/types.ts',
  'resources/issuing/merchant-categories.ts',
  'web/challenge-words.ts',
  'web/checkout-words.ts',
  'web/invoice-words.ts',
  'web/portal-words.ts',
  'web/stylesheet.ts',
]);

const lines_max = 300;
const function_lines_max = 40;

describe('floors', () => {
  test.each(product)('$path imports downwards only', (source) => {
    const floor = floorOf(source.path);
    const allowed = floors[floor];
    expect(allowed, `src/${floor} is on no floor; add it to the table and to ARCHITECTURE.md`).toBeDefined();
    const wrong = importsOf(source).filter(
      (target) => floorOf(target) !== floor && !allowed?.some((each) => target === each || floorOf(target) === each),
    );
    expect(wrong).toEqual([]);
  });

  test('no file imports in a circle', () => {
    const graph = new Map(product.map((source) => [source.path, withoutTypes(source)]));
    const circles = [...graph.keys()].filter((start) => reaches(graph, start, start));
    expect(circles).toEqual([]);
  });

  test('every file is reached from a command, or from a script for browsers', () => {
    const graph = new Map(product.map((source) => [source.path, importsOf(source)]));
    const reached = new Set<string>();
    const visit = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const target of graph.get(path) ?? []) visit(target);
    };
    for (const entry of ['commands/florin.ts', ...bundled]) visit(entry);
    expect(product.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });
});

/** Types vanish at run time, so a circle of types is none. */
const withoutTypes = (source: Source): string[] => importsOf({ ...source, text: source.text.replace(/^import type [^;]+;$/gm, '') });

function reaches(graph: ReadonlyMap<string, readonly string[]>, start: string, wanted: string): boolean {
  const seen = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === wanted) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return false;
}

/** Names that gave way to the field's own (docs/words.md). */
const retired = /\b(believed_ms|givenUp|letGo|seen_by_page|sequels?|settleInFold|stray|takenStep|telling|unkept)\b/;

describe('words', () => {
  test.each(product)('$path uses no name that has been retired', ({ lines }) => {
    expect(lines.filter((line) => retired.test(line))).toEqual([]);
  });
});

describe('sizes', () => {
  test.each(product.filter(({ path }) => !tables.has(path)))('$path has at most 300 lines', ({ lines }) => {
    expect(lines.length - 1).toBeLessThanOrEqual(lines_max);
  });

  test.each(product.filter(({ path }) => !tables.has(path)))('$path has no function over 40 lines', (source) => {
    expect(functionsOf(source).filter(({ length }) => length > function_lines_max)).toEqual([]);
  });

  test('main.ts stays under 150 lines', () => {
    const main = product.find(({ path }) => path === 'main.ts');
    expect(main?.lines.length).toBeLessThan(150);
  });
});

/** Functions by the shape the formatter gives them: a head that opens a body, and the next line at its own indentation that ends it. */
function functionsOf({ lines }: Source): { line: number; length: number; head: string }[] {
  return lines.flatMap((head, place) => {
    if (!/(\bfunction\b.*\{|=> \{|=> \(\{|=>)$/.test(head) || /^\s*(\/\/|\*)/.test(head)) return [];
    const indentation = head.search(/\S/);
    const end = lines.findIndex((line, at) => at > place && line.trim() !== '' && line.search(/\S/) <= indentation);
    return [{ line: place + 1, length: (end === -1 ? lines.length : end) - place + 1, head: head.trim() }];
  });
}

/** What may stand in some places only, or nowhere. */
const forbidden: readonly { readonly words: RegExp; readonly allowed: (path: string) => boolean; readonly why: string }[] = [
  {
    words: /\bDate\.now\b|new Date\(\)|performance\.now|\bMath\.random\b|\bprocess\.env\b/,
    allowed: isTop,
    why: 'time, randomness and the environment are arguments',
  },
  { words: /\bclass \w+ extends\b/, allowed: () => false, why: 'no inheritance' },
  { words: /\b\w+(Service|Manager|Helper|Util|Utils|Repository|Impl|Dto)\b(?!\w)/, allowed: () => false, why: 'such a name says nothing' },
  { words: /\bconsole\./, allowed: () => false, why: 'the log is an argument' },
  { words: /\b(TODO|FIXME|XXX|HACK)\b/, allowed: () => false, why: 'an issue is the place for it' },
  { words: /@ts-(ignore|expect-error)|as any\b/, allowed: () => false, why: 'the compiler is right' },
  { words: /\bnotify\b\s+\w+\s*,|pg_notify/i, allowed: () => false, why: 'NOTIFY in the write transaction serialises commits' },
];

function isTop(path: string): boolean {
  return path === 'main.ts' || path.startsWith('commands/') || path.startsWith('wiring/') || [...bundled, ...in_pages].includes(path);
}

describe('words', () => {
  test.each(product)('$path uses no forbidden word', ({ path, lines }) => {
    const found = lines.flatMap((line, place) =>
      forbidden
        .filter(({ words, allowed }) => !/^\s*(\/\/|\/?\*)/.test(line) && words.test(line) && !allowed(path))
        .map(({ why }) => `${place + 1}: ${line.trim()} (${why})`),
    );
    expect(found).toEqual([]);
  });

  test.each(product)('$path explains what it exports', ({ lines }) => {
    const bare = lines.flatMap((line, place) =>
      /^export (const|function|async function|type|class) /.test(line) && !isExplained(lines, place) ? [`${place + 1}: ${line}`] : [],
    );
    expect(bare).toEqual([]);
  });
});

const isExplained = (lines: readonly string[], place: number): boolean =>
  /\*\/\s*$/.test(lines[place - 1] ?? '') || (lines[place - 1] ?? '').startsWith('// biome-ignore');

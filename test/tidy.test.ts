import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { migrationIn } from '../src/kernel/storage/migration-files.js';

const root = resolve(import.meta.dirname, '..');

type Source = { readonly path: string; readonly text: string; readonly lines: readonly string[] };

const sources: readonly Source[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
  .sort()
  .map((name) => {
    const text = readFileSync(join(root, 'src', name), 'utf8');
    return { path: name, text, lines: text.split('\n') };
  });

const product = sources.filter(({ path }) => !path.endsWith('.test.ts'));

/**
 * The allowed imports of each folder besides itself (ARCHITECTURE.md). `kernel` stands for all of its folders except `base`, which every folder
 * names: a folder that is not listed may not be imported.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  'kernel/base': [],
  'kernel/vault': ['kernel/base'],
  'kernel/ledger': ['kernel/base'],
  'kernel/storage': ['kernel/base'],
  'kernel/audit': ['kernel/base', 'kernel/storage', 'kernel/vault'],
  'kernel/jobs': ['kernel/base', 'kernel/storage'],
  'kernel/engine': ['kernel/base', 'kernel/audit', 'kernel/jobs', 'kernel/ledger', 'kernel/storage', 'kernel/vault'],
  pictures: [],
  'arithmetic/billing': ['kernel/base'],
  'arithmetic/calendar': [],
  'arithmetic/fx': ['kernel/base'],
  'arithmetic/tax': ['kernel/base', 'arithmetic/billing'],
  processors: ['kernel/base', 'pictures'],
  resources: ['kernel/base', 'kernel/ledger/movements.ts', 'pictures', 'arithmetic', 'processors/contract.ts', 'processors/questions.ts'],
  'api/bodies': ['kernel/base'],
  'api/contents': ['kernel/base', 'kernel/storage', 'kernel/vault'],
  'api/present': ['kernel/base', 'kernel/engine', 'kernel/storage'],
  'api/reading': ['kernel', 'api/contents', 'api/present'],
  'api/http': ['kernel', 'api/bodies', 'api/contents', 'api/present', 'api/reading'],
  'api/keys': ['kernel'],
  'api/members': ['kernel', 'pictures', 'api/bodies', 'api/http', 'api/keys'],
  'api/openapi': ['kernel/base', 'api/http'],
  'api/mcp': ['kernel', 'api/keys'],
  'pages/browser': ['kernel/base/api-version.ts'],
  'pages/paper': ['kernel/base', 'arithmetic/billing'],
  pages: ['kernel/base', 'pictures', 'arithmetic/billing', 'arithmetic/fx', 'pages/browser/words.ts', 'pages'],
  'delivery/webhooks': ['kernel'],
  'delivery/feed': ['kernel'],
  'delivery/stripe-cli': ['kernel', 'delivery/feed', 'delivery/webhooks'],
  'delivery/mail': ['kernel/base', 'kernel/jobs', 'kernel/storage', 'pages/kit/ui.ts', 'pages/paper'],
  reports: ['kernel', 'arithmetic/calendar', 'api/contents', 'processors/questions.ts', 'resources/reporting/report-types'],
  'service/embedded-postgres': [],
  'service/environment.ts': ['kernel/base', 'kernel/vault', 'arithmetic/tax'],
  'service/config.ts': ['kernel/base', 'kernel/vault', 'arithmetic/tax', 'processors/settings.ts', 'service/environment.ts'],
  'service/operation': ['kernel', 'api/contents', 'api/http', 'api/present', 'processors/contract.ts'],
  'service/wiring': [
    'kernel',
    'arithmetic',
    'processors',
    'resources',
    'api',
    'pages',
    'delivery',
    'reports',
    'service/config.ts',
    'service/operation',
  ],
  'service/main.ts': [
    ...['kernel', 'resources', 'api/http', 'api/present', 'pages/paper', 'delivery', 'reports'],
    ...['service/operation', 'service/wiring'],
  ],
  'service/testing': [
    ...['kernel', 'service/commands/explained.ts', 'service/config.ts', 'service/embedded-postgres', 'service/main.ts', 'service/wiring'],
  ],
  'service/commands': [
    ...['kernel', 'processors', 'resources', 'api/keys', 'api/openapi', 'pages/reference'],
    ...['service/config.ts', 'service/embedded-postgres', 'service/main.ts', 'service/operation', 'service/wiring'],
  ],
};

/** The allowed imports of types alone: pages take the types of what the API shows them from the resources. */
const type_layers: Readonly<Record<string, readonly string[]>> = { pages: ['resources'], 'pages/paper': ['resources'] };

/** The areas of `resources/`, lowest first: a definition may be imported from anywhere, a verb only from a lower area. */
const areas = [
  ...['core', 'accounts', 'money', 'connect', 'payments', 'catalogue', 'customers', 'tax'],
  ...['billing', 'checkout', 'issuing', 'reporting'],
];

/** `kernel/base/money.ts` is in the folders `kernel` and `kernel/base`, and is a place itself. */
const placesOf = (path: string): readonly string[] => path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'));

/** The layer of a file: the narrowest that is listed. */
const layerOf = (path: string): string => [...placesOf(path)].reverse().find((place) => place in layers) ?? path;

/** The folder of a file in the import graph: of the second level, or an area of `resources/`. */
const folderOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** The area of a resource; null for files that all areas share. */
const areaOf = (path: string): number | null => {
  const [top, area = ''] = path.split('/');
  return top === 'resources' && areas.includes(area) ? areas.indexOf(area) : null;
};

/** A file that defines a resource: a noun, which may be imported from anywhere. */
const definitions = new Set(sources.filter(({ text }) => /\bresource\(\{/.test(text)).map(({ path }) => path));

const paths = new Set(sources.map(({ path }) => path));

/** The source of an imported module. */
const sourceOf = (module: string): string => {
  const [plain, with_markup] = ['.ts', '.tsx'].map((ending) => module.replace(/\.js$/, ending)) as [string, string];
  return paths.has(with_markup) ? with_markup : plain;
};

const importsOf = ({ path, text }: Source): string[] =>
  [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, target = '']) => sourceOf(relative('.', join(dirname(path), target))));

/** The scripts for browsers: each is the entry of a bundle. */
const bundled = ['stripe.ts', 'connect.ts', 'controller.ts', 'element.ts', 'checkout.ts', 'wallet.ts', 'dashboard.tsx'].map(
  (name) => `pages/browser/${name}`,
);

/** The entries of `florin/testing`: in the thread of a test, and in the thread of the services. */
const of_tests = ['service/testing/index.ts', 'service/testing/host.ts'];

/** Files whose programs run elsewhere, in browsers or with readers: they use the clock of that place. */
const in_pages = ['pages/kit/countdown.ts', 'pages/reference/samples.ts', 'pages/reference/script.ts'];

/** Tables of data, which may be long. */
const tables = new Set([
  'kernel/base/errors.ts',
  'processors/sandbox/cards.ts',
  'resources/access.ts',
  'resources/issuing/merchant-categories.ts',
  'pages/kit/stylesheet.ts',
]);

const lines_max = 300;
const function_lines_max = 40;
/** A component is mostly markup, which the formatter gives a line for each attribute. */
const component_lines_max = 65;

describe('layers', () => {
  test.each(product)('$path imports what its layer may import', (source) => {
    const layer = layerOf(source.path);
    const allowed = layers[layer];
    expect(allowed, `src/${layer} is not a layer; add it to the table and to ARCHITECTURE.md`).toBeDefined();
    const values = new Set(withoutTypes(source));
    const isAllowed = (target: string): boolean => {
      const places = [...(allowed ?? []), ...(values.has(target) ? [] : (type_layers[layer] ?? []))];
      return layerOf(target) === layer || placesOf(target).some((place) => places.includes(place));
    };
    expect(importsOf(source).filter((target) => !isAllowed(target))).toEqual([]);
  });

  test.each(product.filter(({ path }) => areaOf(path) !== null))('$path imports verbs from lower areas only', (source) => {
    const own = areaOf(source.path) ?? 0;
    expect(withoutTypes(source).filter((target) => (areaOf(target) ?? 0) > own && !definitions.has(target))).toEqual([]);
  });

  test('no file imports in a circle', () => {
    const graph = new Map(product.map((source) => [source.path, withoutTypes(source)]));
    expect([...graph.keys()].filter((start) => reaches(graph, start, start))).toEqual([]);
  });

  test('no folder imports in a circle', () => {
    const graph = new Map<string, string[]>();
    for (const source of product) {
      const folder = folderOf(source.path);
      const targets = withoutTypes(source).filter((target) => folderOf(target) !== folder && !definitions.has(target));
      graph.set(folder, [...(graph.get(folder) ?? []), ...targets.map(folderOf)]);
    }
    expect([...graph.keys()].filter((start) => reaches(graph, start, start))).toEqual([]);
  });

  test('every file is reached from a command, from the testing kit, or from a script for browsers', () => {
    const graph = new Map(product.map((source) => [source.path, importsOf(source)]));
    const reached = new Set<string>();
    const visit = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const target of graph.get(path) ?? []) visit(target);
    };
    for (const entry of ['service/commands/florin.ts', ...of_tests, ...bundled]) visit(entry);
    expect(product.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });
});

/** Types vanish at run time, so a circle of types does not count. */
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

/** The first columns of the first table after a heading of docs/words.md. */
function retiredAfter(heading: string): string[] {
  const [, section = ''] = readFileSync(join(root, 'docs/words.md'), 'utf8').split(heading);
  const lines = section.split('\n');
  const begin = lines.findIndex((line) => line.startsWith('|---'));
  const rows = lines.slice(begin + 1);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end === -1 ? undefined : end).flatMap((row) => (row.split('|')[1] ?? '').split(',').map((word) => word.trim()));
}

const anyOf = (words: readonly string[], flags = ''): RegExp => new RegExp(`\\b(${words.join('|')})\\b`, flags);

const retired_names = anyOf(retiredAfter("Names that gave way to the field's own:"));
const retired_words = anyOf(retiredAfter('## Retired words'), 'i');

describe('words', () => {
  test('docs/words.md lists retired words and names', () => {
    expect(['whoever', 'Meanwhile', 'givenUp'].map((word) => retired_words.test(word) || retired_names.test(word))).toEqual([
      true,
      true,
      true,
    ]);
    expect(retired_words.test('a customer')).toBe(false);
  });

  test.each(['paper/languages', 'browser/words'])('the English sentences of pages/%s use no retired word', (folder) => {
    const lines = readFileSync(join(root, `src/pages/${folder}/en.json`), 'utf8').split('\n');
    expect(lines.filter((line) => retired_words.test(line))).toEqual([]);
  });

  test.each(product)('$path uses no retired word and no retired name', ({ lines }) => {
    expect(lines.filter((line) => retired_names.test(line) || retired_words.test(line))).toEqual([]);
  });
});

/** Files of the repository that a document names, such as `src/service/main.ts`; the working folder of a reader is its root. */
const namedIn = (document: string): string[] =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/`((?:src|test|bench|tools|docs|migrations)\/[\w./-]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  );

const documents = [
  ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'STYLE.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).flatMap((path) =>
    path.endsWith('.md') ? [`docs/${path}`] : [],
  ),
];

describe('documents', () => {
  test.each(documents)('%s names files that exist', (document) => {
    expect(namedIn(document).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('sizes', () => {
  test.each(product.filter(({ path }) => !tables.has(path)))('$path has at most 300 lines', ({ lines }) => {
    expect(lines.length - 1).toBeLessThanOrEqual(lines_max);
  });

  test.each(product.filter(({ path }) => !tables.has(path)))('$path has no function that is too long', (source) => {
    const most = source.path.endsWith('.tsx') ? component_lines_max : function_lines_max;
    expect(functionsOf(source).filter(({ length }) => length > most)).toEqual([]);
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

/** Words that are allowed in some places only, or nowhere. */
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
  return /^service\/(main\.ts|commands\/|wiring\/)/.test(path) || [...bundled, ...in_pages].includes(path);
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

  test.each(product)('$path documents its exports', ({ lines }) => {
    const bare = lines.flatMap((line, place) =>
      /^export (const|function|async function|type|class) /.test(line) && !isExplained(lines, place) ? [`${place + 1}: ${line}`] : [],
    );
    expect(bare).toEqual([]);
  });
});

const tests: readonly string[] = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && (folder === 'test' || name.endsWith('.test.ts')))
    .map((name) => join(folder, name)),
);

test('no test replaces the timers of its process, in which services of other files run', () => {
  const replaces = /\bvi\.(useFakeTimers|setSystemTime)\b/;
  expect(tests.filter((name) => !name.endsWith('tidy.test.ts') && replaces.test(readFileSync(join(root, name), 'utf8')))).toEqual([]);
});

const isExplained = (lines: readonly string[], place: number): boolean =>
  /\*\/\s*$/.test(lines[place - 1] ?? '') || (lines[place - 1] ?? '').startsWith('// biome-ignore');

const migrations = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql'));

/** Tables of one row, or of a few. */
const small = ['activity_watermark', 'home', 'ledger_checks', 'ledger_watermark'];

/** Statements that lock or change a whole table that exists before. */
const of_whole_tables = [
  /\bcreate (?:unique )?index (?:if not exists )?\w+ on (\w+)/g,
  /\bupdate (\w+)(?: \w+)? set\b/g,
  /\bdelete from (\w+)/g,
  /\balter table (\w+)[^;]*\b(?:set not null|alter column \w+ type|add (?:constraint|check|foreign key|unique|primary key)(?![^;]*not valid))/g,
];

describe('migrations', () => {
  test.each(migrations)(
    '%s locks no existing table for longer than a moment: indexes are concurrent, and rows are changed in batches',
    (name) => {
      const file = readFileSync(join(root, 'migrations', name), 'utf8');
      const made = [...file.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, table]) => table ?? '');
      const found = migrationIn(name, file).steps.flatMap((step) => {
        if (step.of === 'batches') return /ctid >= \$1::tid and (?:\w+\.)?ctid < \$2::tid/.test(step.text) ? [] : [step.text];
        if (step.of === 'alone') return step.texts.filter((text) => !/\bindex concurrently\b|\bvalidate constraint\b/.test(text));
        // Bodies of functions run later.
        const text = step.text.replace(/--.*/g, '').replace(/\$\$.*?\$\$/gs, '');
        return of_whole_tables.flatMap((pattern) =>
          [...text.matchAll(pattern)].filter(([, table = '']) => ![...made, ...small].includes(table)).map(([statement]) => statement),
        );
      });
      expect(found).toEqual([]);
    },
  );
});

import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { replaceFiles } from './outputs.mjs';

/**
 * Builds the program into `dist`: a file for each entry, and chunks that entries and lazy imports share. One chunk loads in half the time of
 * a thousand modules. Chunks stand two folders deep, as sources do, so that paths beside `import.meta.url` hold in both.
 */
const root = join(import.meta.dirname, '..');
const entries = [
  ...['service/commands/florin', 'service/main', 'service/config', 'pages/paper/print-worker'],
  ...['service/testing/index', 'service/testing/host'],
];

const { outputFiles } = await build({
  entryPoints: entries.map((entry) => join(root, 'src', `${entry}.ts`)),
  outdir: join(root, 'dist'),
  outbase: join(root, 'src'),
  chunkNames: 'service/chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  write: false,
});
// The types of `florin/testing` import nothing, so that their source is their declaration.
const types = readFileSync(join(root, 'src/service/testing/types.ts'), 'utf8');
outputFiles.push({
  path: join(root, 'dist/service/testing/index.d.ts'),
  contents: Buffer.from(`${types}\n/** Starts a Florin for tests. */\nexport declare const startFlorin: StartFlorin;\n`),
});
for (const folder of ['service', 'pages']) {
  const place = join(root, 'dist', folder);
  replaceFiles(
    place,
    outputFiles.filter(({ path }) => path.startsWith(place)),
  );
}
chmodSync(join(root, 'dist/service/commands/florin.js'), 0o755);

/** The operations of the API as commands: a command that needs them starts without the catalogue, in a quarter of the time. */
const operations = join(root, 'dist/operations.json');
const program = join(root, 'dist/service/commands/florin.js');
writeFileSync(`${operations}.new`, execFileSync(process.execPath, [program, 'openapi', '--operations'], { maxBuffer: 2 ** 26 }));
renameSync(`${operations}.new`, operations);

import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { replaceFiles } from './outputs.mjs';

/** Bundles the scripts for browsers: one file for each entry on merchants' and payers' pages, and the dashboard with a chunk for each page. */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'src/pages/browser');
const target = join(root, 'dist/browser');
const shared = { bundle: true, minify: true, target: 'es2022', legalComments: 'none', logLevel: 'warning', write: false };

const entries = ['checkout.ts', 'connect.ts', 'controller.ts', 'element.ts', 'stripe.ts', 'wallet.ts'];
const scripts = await build({ ...shared, entryPoints: entries.map((name) => join(folder, name)), format: 'iife', outdir: target });
const dashboard = await build({
  ...shared,
  entryPoints: [join(folder, 'dashboard.tsx')],
  format: 'esm',
  splitting: true,
  jsx: 'automatic',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  outdir: join(target, 'dashboard'),
});

// Compressed once, here: the service sends what browsers accept.
const compressed = dashboard.outputFiles.map(({ path, contents }) => ({ path: `${path}.br`, contents: brotliCompressSync(contents) }));
replaceFiles(target, [...scripts.outputFiles, ...compressed, ...dashboard.outputFiles]);

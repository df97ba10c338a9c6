import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { nearest } from '../../kernel/base/nearest.js';
import { type Asking, asking, placeOf } from './service.js';
import { misused } from './usage.js';

/** The pages of a service, by name. */
export const pages: Readonly<Record<string, readonly [path: string, about: string]>> = {
  start: ['/', 'the first page'],
  dashboard: ['/dashboard', 'payments, customers, deliveries and settings'],
  docs: ['/docs', 'the API reference'],
  openapi: ['/openapi.json', 'the OpenAPI description'],
  outbox: ['/outbox', 'messages to customers'],
  health: ['/healthz', 'whether the service is alive'],
  metrics: ['/metrics', 'metrics for Prometheus'],
};

type Options = Asking & { readonly list?: boolean; readonly print?: boolean; readonly json?: boolean };

/** `florin open`: opens a page of the service in the browser. */
export const openCommand = (command: Command): void =>
  void asking(command)
    .argument(
      '[page]',
      `one of ${Object.keys(pages).join(', ')}, a path such as /docs/api/charges, or a group of the reference`,
      'dashboard',
    )
    .option('--list', 'list the pages')
    .option('--print', 'print the address only')
    .option('--json', 'print addresses as lines of JSON')
    .addHelpText('after', '\nExamples:\n  florin open\n  florin open docs\n  florin open /docs/api/refunds --print')
    .action(async (page: string, { list, print, json, ...options }: Options) => {
      const at = options.apiUrl ?? placeOf({ ...options, apiKey: options.apiKey ?? 'sk_test_none' }).at;
      if (list) return listPages(at, json);
      const url = new URL(pathOf(page), at).href;
      process.stdout.write(json ? `${JSON.stringify({ url })}\n` : `${url}\n`);
      if (!print && !json) await shown(url);
    });

function listPages(at: string, json = false): void {
  for (const [name, [path, about]] of Object.entries(pages)) {
    const url = new URL(path, at).href;
    process.stdout.write(json ? `${JSON.stringify({ name, url, about })}\n` : `${name.padEnd(10)}  ${url.padEnd(36)}  ${about}\n`);
  }
}

function pathOf(page: string): string {
  if (page.startsWith('/') && !page.startsWith('//')) return page;
  const [path] = Object.hasOwn(pages, page) ? (pages[page] as readonly [string, string]) : [];
  if (path !== undefined) return path;
  const near = nearest(page, Object.keys(pages));
  throw misused(
    `There is no page '${page}'.${near === null ? '' : ` Did you mean '${near}'?`} The pages are ${Object.keys(pages).join(', ')}, or a path such as /docs.`,
  );
}

const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';

/** A machine without a browser has no opener: the printed address is enough there. */
const shown = (url: string): Promise<void> =>
  new Promise((resolve) => {
    const child = spawn(opener, [url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve());
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });

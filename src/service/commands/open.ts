import { spawn } from 'node:child_process';
import { nearest } from '../../kernel/base/nearest.js';
import type { Described } from './described.js';
import { type OfResult, sayResult } from './result.js';
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

type Options = Asking & OfResult & { readonly list?: boolean; readonly print?: boolean };

/** `florin open`: opens a page of the service in the browser. */
export const opening: Described = {
  json: 'print the address as a line of JSON, and open nothing',
  examples: ['florin open', 'florin open docs', 'florin open /docs/api/refunds --print'],
  add: (command) =>
    asking(command)
      .argument(
        '[page]',
        `one of ${Object.keys(pages).join(', ')}, a path such as /docs/api/charges, or a group of the reference`,
        'dashboard',
      )
      .option('--list', 'list the pages')
      .option('--print', 'print the address only')
      .action(open),
};

async function open(page: string, { list, print, json, ...options }: Options): Promise<void> {
  const at = options.apiUrl ?? placeOf({ ...options, apiKey: options.apiKey ?? 'sk_test_none' }).at;
  const asked = { json: json === true };
  if (list) return listPages(at, asked);
  const url = new URL(pathOf(page), at).href;
  sayResult(asked, { url }, url);
  if (!print && !json) await shown(url);
}

function listPages(at: string, asked: OfResult): void {
  for (const [name, [path, about]] of Object.entries(pages)) {
    const url = new URL(path, at).href;
    sayResult(asked, { name, url, about }, `${name.padEnd(10)}  ${url.padEnd(36)}  ${about}`);
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

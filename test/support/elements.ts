import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Frame, FrameLocator } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Tab } from './browser.js';
import { type Client, startService, type TestService } from './service.js';

const folder = join(import.meta.dirname, '../browser/pages');

/** A page of a merchant, in one file with the packages that it imports, as they were published. */
async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, name)],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}

const documentFor = (florin: string, script: string, scheme: string): string => `<!doctype html>
<html lang="en" style="color-scheme: ${scheme}"><head><title>A merchant</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><script src="${florin}/js/v3"></script></head>
<body><main><h1>Pay</h1><div id="place"></div><div id="second"></div><div id="third"></div></main><script src="/${script}"></script></body></html>`;

/** A merchant's site, on another origin than Florin. Its front end uses official packages only. */
export type Merchant = { readonly url: string; readonly service: TestService };

/** Gives a file of tests a merchant's site and a Florin. */
export function useMerchant(...pages: readonly string[]): Merchant {
  let service: TestService;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://merchant');
    const script = scripts.get(pathname.slice(1));
    response.writeHead(200, { 'content-type': script === undefined ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8' });
    response.end(script ?? documentFor(service.url, searchParams.get('page') ?? 'plain.js', searchParams.get('scheme') ?? 'light'));
  });
  const scripts = new Map<string, string>();
  let url = '';
  beforeAll(async () => {
    for (const name of ['plain.js', ...pages]) scripts.set(name, await bundled(name));
    service = await startService();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await service.stop();
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return url;
    },
    get service() {
      return service;
    },
  };
}

/** Opens a page of the merchant, with Stripe loaded by the official package as `stripe`, and runs a script there. */
export async function openPage({ page }: Tab, { url }: Merchant, client: Client, script: string, scheme = 'light'): Promise<void> {
  await page.goto(`${url}/shop?scheme=${scheme}`);
  await page.evaluate(`(async () => { window.stripe = await loadStripe('${client.publishable_key}'); ${script} })()`);
}

/** Runs a script on the merchant's page and answers with its result. */
export const evaluated = async <T>({ page }: Tab, script: string): Promise<T> => page.evaluate<T>(`(async () => { ${script} })()`);

/** The frame of an element, by its accessible name. */
export const frameOf = ({ page }: Tab, title = 'Secure payment input frame'): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);

/** Types a card into a frame that has all card fields. */
export async function typeCard(frame: FrameLocator, number = '4242424242424242'): Promise<void> {
  await frame.getByLabel('Card number').pressSequentially(number);
  await frame.getByLabel('Expiration date').pressSequentially('1234');
  await frame.getByLabel('Security code').pressSequentially('123');
}

/** Types a card and a postal code into a Payment Element. */
export async function fillPayment(tab: Tab, number?: string): Promise<void> {
  const frame = frameOf(tab);
  await typeCard(frame, number);
  await frame.getByLabel('Country or region').selectOption('DE');
}

/** The frame in the dialog of a bank. */
export const bankFrame = ({ page }: Tab): FrameLocator => page.getByTestId('florin-step').frameLocator('iframe');

/** Every frame of a tab with this origin. */
export const framesFrom = ({ page }: Tab, origin: string): Frame[] => page.frames().filter((frame) => frame.url().startsWith(origin));

import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';

const places = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What a page did that nobody asked it to. */
export type Watched = { readonly complaints: string[]; readonly requested: string[] };

/** A tab of a real browser, and what it did besides. */
export type Tab = { readonly page: Page; readonly watched: Watched };

/** Gives every test of a file a fresh browser profile. Where no browser is installed the tests are skipped, except in CI. */
export function useBrowser(): { tab(): Promise<Tab> } {
  let browser: Browser | undefined;
  let context: BrowserContext | undefined;
  const path = places.find((each) => each && existsSync(each));
  beforeAll(async () => {
    if (!path && process.env.CI) throw new Error(`CI needs a Chromium: none is at ${places.filter(Boolean).join(', ')}`);
    if (path) browser = await chromium.launch({ executablePath: path, args: flags });
  });
  afterAll(() => browser?.close());
  beforeEach(async ({ skip }) => {
    if (!browser) return skip('No Chromium is installed here. Install one, or set CHROMIUM_PATH.');
    context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  });
  afterEach(() => context?.close());
  return { tab: () => tabOf(context as BrowserContext) };
}

async function tabOf(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  const watched: Watched = { complaints: [], requested: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') watched.complaints.push(message.text());
  });
  page.on('pageerror', (error) => watched.complaints.push(String(error)));
  page.on('requestfailed', (request) => watched.complaints.push(`${request.url()} ${request.failure()?.errorText}`));
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) watched.requested.push(request.url());
  });
  return { page, watched };
}

/** Nothing in the console, nothing blocked, and nobody asked but the named origins. */
export function expectQuiet({ complaints, requested }: Watched, ...origins: readonly string[]): void {
  expect(complaints).toEqual([]);
  expect([...new Set(requested.map((url) => new URL(url).origin))].filter((origin) => !origins.includes(origin))).toEqual([]);
}

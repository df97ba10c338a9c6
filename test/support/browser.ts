import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { environmentWith, type Font } from './fonts.js';

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

/** Without motion: a click waits until its element stands still. */
const usual = { viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce' } as const;

/** The unexpected activity of a page. */
export type Watched = { readonly complaints: string[]; readonly requested: string[] };

/** A tab of a real browser, with its unexpected activity. */
export type Tab = { readonly page: Page; readonly watched: Watched };

/**
 * Gives every test of a file a fresh browser profile, in which `font` is the system's. Where no browser is installed the tests are skipped, except in
 * CI.
 */
export function useBrowser(font: Font = 'IBM Plex Sans'): { tab(): Promise<Tab>; plainTab(more?: BrowserContextOptions): Promise<Tab> } {
  const fonts = environmentWith(font);
  let browser: Browser | undefined;
  let context: BrowserContext | undefined;
  let other: BrowserContext | undefined;
  const path = places.find((each) => each && existsSync(each));
  beforeAll(async () => {
    if (!path && process.env.CI) throw new Error(`CI needs a Chromium: none is at ${places.filter(Boolean).join(', ')}`);
    if (path) browser = await chromium.launch({ executablePath: path, args: flags, env: fonts.env });
  });
  afterAll(async () => {
    await browser?.close();
    fonts.remove();
  });
  beforeEach(async ({ skip }) => {
    if (!browser) return skip('No Chromium is installed here. Install one, or set CHROMIUM_PATH.');
    context = await browser.newContext(usual);
  });
  afterEach(async ({ task }) => {
    const [error] = task.result?.errors ?? [];
    if (error) error.message = [error.message, ...(await Promise.all([...(context?.pages() ?? [])].map(shownBy)))].join('\n');
    await context?.close();
    await other?.close();
    other = undefined;
  });
  return {
    tab: () => tabOf(context as BrowserContext),
    // Without scripts; `more` has the other differences.
    plainTab: async (more = {}) => {
      other = await (browser as Browser).newContext({ ...usual, javaScriptEnabled: false, ...more });
      return tabOf(other);
    },
  };
}

async function tabOf(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  const watched: Watched = { complaints: [], requested: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') watched.complaints.push(message.text());
  });
  page.on('pageerror', (error) => watched.complaints.push(String(error)));
  page.on('requestfailed', (request) => {
    // The request of a redirect that a script does not follow is never sent.
    if (request.resourceType() === 'fetch' && request.redirectedFrom()) return;
    // A navigation aborts what the page before it was loading.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
    watched.complaints.push(`${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) watched.requested.push(request.url());
  });
  return { page, watched };
}

/** What a page showed when its test failed. */
async function shownBy(page: Page): Promise<string> {
  const text = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
  return `${page.url()}\n${text.slice(0, 3000)}`;
}

/** Nothing in the console, nothing blocked, and requests to the named origins only. */
export function expectQuiet({ complaints, requested }: Watched, ...origins: readonly string[]): void {
  expect(complaints).toEqual([]);
  expect([...new Set(requested.map((url) => new URL(url).origin))].filter((origin) => !origins.includes(origin))).toEqual([]);
}

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { useBrowser } from '../support/browser.js';
import { everything } from '../support/everything.js';
import { advanceClock } from '../support/merchant.js';
import { commonService } from '../support/services.js';

const browser = useBrowser();
const service = await commonService();
const { client } = await everything(service);

const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };

/** A tab in a language that has signed in, and its requests that have no answer yet. */
async function signedIn(locale: string): Promise<{ readonly page: Page; readonly awaited: Set<unknown> }> {
  const { page } = await browser.plainTab({ javaScriptEnabled: true, locale, viewport: phone });
  const awaited = new Set<unknown>();
  page.on('request', (request) => !request.url().endsWith('/stream') && awaited.add(request));
  page.on('requestfinished', (request) => awaited.delete(request));
  page.on('requestfailed', (request) => awaited.delete(request));
  await page.goto(`${service.url}/dashboard/home`);
  await page.locator('input[type=password]').fill(client.key);
  await page.locator('button[type=submit]').click();
  await page.locator('nav a[href]').first().waitFor({ state: 'attached' });
  return { page, awaited };
}

const two_frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Goes to a path as a link does, and waits until nothing more is loaded. */
async function goTo({ page, awaited }: Awaited<ReturnType<typeof signedIn>>, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  await page.evaluate(two_frames);
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(two_frames).then(() => awaited.size)).toBe(0);
}

/** What is wider than its place: the page, by the parts that reach out of it, or a part that scrolls sideways and is no code. */
const wide = `(() => {
  const root = document.documentElement;
  const nameOf = (part) => part.tagName + ' ' + (part.textContent ?? '').slice(0, 60);
  const parts = [...document.querySelectorAll('main *')];
  const scrolls = (part) => part.closest('pre') === null && ['auto', 'scroll'].includes(getComputedStyle(part).overflowX);
  const scrolled = parts.filter((part) => scrolls(part) && part.scrollWidth > part.clientWidth + 1);
  if (root.scrollWidth <= root.clientWidth) return scrolled.map(nameOf);
  const isOutside = ({ left, right }) => left < -1 || right > root.clientWidth + 1;
  return ['the page', ...parts.filter((part) => part.children.length === 0 && isOutside(part.getBoundingClientRect())).map(nameOf)];
})()`;

/** What is still wider than its place once the layout has settled: a table is measured, and a chart takes its new width, some frames after a change. */
async function widerIn(page: Page): Promise<string[]> {
  const read = (): Promise<string[]> => page.evaluate(two_frames).then(() => page.evaluate<string[]>(wide));
  let found = await read();
  await expect
    .poll(async () => (found = await read()), { timeout: settles_ms })
    .toEqual([])
    .catch(() => {});
  return found;
}

const settles_ms = 10_000;

async function widthsOf(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of [phone, tablet]) {
    await page.setViewportSize(size);
    for (const part of await widerIn(page)) found.push(`${path} at ${size.width}: ${part}`);
  }
  return found;
}

// German has the longest words, and Arabic runs from right to left.
test.each(['de', 'ar'])('%s: no page of the dashboard scrolls sideways on a phone or a tablet', async (locale) => {
  const tab = await signedIn(locale);
  const { page } = tab;
  const areas = await page
    .locator('nav a[href^="/dashboard/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const found: string[] = [];
  for (const area of areas) {
    await page.setViewportSize(phone);
    await goTo(tab, area);
    found.push(...(await widthsOf(page, area)));
    const first = page.locator('main [data-id] [data-title] a[href^="/dashboard/"]').first();
    const path = (await first.count()) > 0 ? await first.getAttribute('href') : null;
    if (path === null) continue;
    await goTo(tab, path);
    found.push(...(await widthsOf(page, path)));
  }
  expect(found).toEqual([]);
});

test('the rows of a report are entries on a phone, with a name for each cell, and all of them can be reached', async () => {
  const own = service.client();
  for (let count = 0; count < 12; count++)
    await must(own.post('/v1/payment_intents', { amount: 1000 + count, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' }));
  await advanceClock(own, 60);
  const { page } = await browser.plainTab({ javaScriptEnabled: true, locale: 'en', viewport: phone });
  await page.goto(`${service.url}/dashboard/reports`);
  await page.locator('input[type=password]').fill(own.key);
  await page.locator('button[type=submit]').click();
  await page.getByLabel('Report', { exact: true }).selectOption('balance_change_from_activity.itemized.3');
  await page.getByLabel('Range').selectOption('7d');
  await page.getByRole('button', { name: 'Run report' }).click();
  const rows = page.getByRole('list', { name: 'Rows of the report' });
  await rows.waitFor();
  expect(await rows.locator('dt').allTextContents()).toContain('Gross');
  expect(await widerIn(page)).toEqual([]);
  await expect.poll(() => rows.textContent()).not.toContain('10.11');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.textContent()).toContain('10.11');
  await page.setViewportSize(tablet);
  expect(await widerIn(page)).toEqual([]);
});

import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApi } from '../../src/api/openapi/openapi.js';
import { registerReference } from '../../src/pages/reference/routes.js';
import { access } from '../../src/resources/access.js';
import { catalogue } from '../../src/resources/index.js';
import { expectQuiet, useBrowser } from '../support/browser.js';

const browser = useBrowser();
const server = fastify();
let origin: string;

beforeAll(async () => {
  const nonce = (): string => randomBytes(16).toString('base64');
  registerReference(server, {
    description: () => openApi(catalogue, access, '0.0.0'),
    nonce,
    version: '0.0.0',
    public_url: () => origin,
    open_sandbox: false,
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const operations = (page: Page) => page.locator('article.operation:visible');

test.each([320, 390, 768, 1280, 1920])('at %i px nothing is wider than the window, and all requests go to Florin', async (width) => {
  const { page, watched } = await browser.tab();
  await page.setViewportSize({ width, height: 900 });
  await page.goto(`${origin}/docs`);
  await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  expect(await page.evaluate('getComputedStyle(document.querySelector("pre")).backgroundColor')).not.toBe('rgba(0, 0, 0, 0)');
  expectQuiet(watched, origin);
});

test('the address in an error answer leads to its code', async () => {
  const { page } = await browser.tab();
  await page.goto(`${origin}/docs#error-card_declined`);
  const top = (): Promise<number> => page.locator('#error-card_declined').evaluate((row) => row.getBoundingClientRect().top);
  const below_the_bar = (place: number): boolean => place > 60 && place < 400;
  await expect.poll(async () => below_the_bar(await top())).toBe(true);
});

test('the search box finds by method, path and words, and Escape restores the page', async () => {
  const { page } = await browser.tab();
  await page.goto(`${origin}/docs`);
  const all = await operations(page).count();
  await page.keyboard.press('/');
  await page.keyboard.type('post cancel payout');
  expect(await operations(page).evaluateAll((found) => found.map(({ id }) => id))).toEqual(['post_payouts_id_cancel']);
  await page.keyboard.press('Escape');
  expect(await operations(page).count()).toBe(all);
});

test('a link to a part hidden by the search ends the search', async () => {
  const { page } = await browser.tab();
  await page.goto(`${origin}/docs`);
  await page.fill('#find', 'payout');
  await page.evaluate('location.hash = "get_balance"');
  await expect.poll(() => page.locator('#get_balance').isVisible()).toBe(true);
  expect(await page.inputValue('#find')).toBe('');
});

test('without the script the whole page works except the search box', async () => {
  const { page } = await browser.tab();
  await page.route('**/docs', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/<script[\s\S]*<\/script>/, '') });
  });
  await page.goto(`${origin}/docs`);
  expect(await page.locator('search').isVisible()).toBe(false);
  expect(await operations(page).count()).toBeGreaterThan(50);
});

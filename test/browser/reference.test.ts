import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApi } from '../../src/http/openapi.js';
import { access } from '../../src/resources/access.js';
import { catalogue } from '../../src/resources/index.js';
import { exampleOf } from '../../src/web/reference-example.js';
import { type Description, groupsOf } from '../../src/web/reference-operations.js';
import { registerReference } from '../../src/web/reference-routes.js';
import { startService, type TestService } from '../support/service.js';

const description = openApi(catalogue, access, '0.0.0');

describe('every example of the reference is understood by the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const groups = groupsOf(description as unknown as Description);
  const shapes = groups.flatMap((group) => group.shapes);
  const examples = groups.flatMap(({ operations }) => operations.map((operation) => exampleOf(operation, shapes)));

  test.each(examples)('$method $path', async ({ method, path, params }) => {
    const client = service.client();
    const account = path.includes('acct_123') ? (await client.get('/v1/account')).body.id : '';
    const sent = new URLSearchParams(params.map(([name, value]) => [name, value]));
    const url = `${service.url}${path.replace('acct_123', account)}${method === 'GET' ? `?${sent}` : ''}`;
    const headers = { authorization: `Bearer ${client.key}` };
    const response = await fetch(url, { method, headers, ...(method === 'POST' && { body: sent }) });
    const { error } = (await response.json()) as { error?: { code: string; message: string } };
    // Ids of an example are made up, and a new sandbox has no funds; anything else the service finds fault with is a fault of the page.
    expect([undefined, 'resource_missing', 'balance_insufficient'], error?.message).toContain(error?.code);
    if (!/_123/.test(`${path}${sent}`)) expect(error?.code).not.toBe('resource_missing');
  });
});

const browser_path = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

describe.skipIf(!browser_path)('in Chromium', () => {
  let server: FastifyInstance;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    server = fastify();
    registerReference(server, { description: () => description, nonce: () => randomBytes(16).toString('base64') });
    await server.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/docs`;
    browser = await chromium.launch({ executablePath: browser_path ?? '', args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Opens the page and collects whatever the browser complains about. */
  async function open(hash: string, options: Parameters<Browser['newPage']>[0]): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${url}${hash}`);
    return { page, complaints };
  }

  test.each([320, 390, 768, 1280, 1920])(
    'at %i px nothing is wider than the window, and the policy blocks nothing of ours',
    async (width) => {
      const { page, complaints } = await open('', { viewport: { width, height: 900 } });
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await page.evaluate('getComputedStyle(document.querySelector("pre")).backgroundColor')).not.toBe('rgba(0, 0, 0, 0)');
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  test('the address in an error answer leads to its code', async () => {
    const { page } = await open('#error-card_declined', { viewport: { width: 390, height: 844 } });
    const row = page.locator('#error-card_declined');
    await expect.poll(() => row.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
    expect(await row.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(400);
    await page.close();
  });

  test('the search box finds by method, path and words, and Escape brings everything back', async () => {
    const { page } = await open('', { viewport: { width: 1280, height: 900 } });
    const operations = page.locator('article.operation:visible');
    const all = await operations.count();
    await page.keyboard.press('/');
    await page.keyboard.type('post cancel payout');
    expect(await operations.evaluateAll((found) => found.map(({ id }) => id))).toEqual(['post_payouts_id_cancel']);
    await page.keyboard.press('Escape');
    expect(await operations.count()).toBe(all);
    await page.close();
  });

  test('without scripts everything is there except the search box', async () => {
    const { page } = await open('', { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false });
    expect(await page.locator('search').isVisible()).toBe(false);
    expect(await page.locator('article.operation:visible').count()).toBeGreaterThan(50);
    await page.close();
  });
});

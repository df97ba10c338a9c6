import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
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
    responses: async () => ({ post_refunds: { id: 're_123', object: 'refund' } }),
    nonce,
    version: '0.0.0',
    public_url: () => origin,
    open_sandbox: true,
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const pages = ['/docs', '/docs/api/refunds', '/docs/api/payment_intents'];
const widths = [320, 390, 768, 1280, 1920];

test.each(pages.flatMap((path) => widths.map((width) => [path, width] as const)))(
  '%s at %i px is not wider than the window, and all requests go to Florin',
  async (path, width) => {
    const { page, watched } = await browser.tab();
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${origin}${path}`);
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expectQuiet(watched, origin);
  },
);

test('the address in an error answer leads to its code', async () => {
  const { page } = await browser.tab();
  await page.goto(`${origin}/docs#error-card_declined`);
  const top = (): Promise<number> => page.locator('#error-card_declined').evaluate((row) => row.getBoundingClientRect().top);
  const below_the_bar = (place: number): boolean => place > 60 && place < 400;
  await expect.poll(async () => below_the_bar(await top())).toBe(true);
});

test('the search finds by method, path and words; Enter opens the operation, and Escape closes the results', async () => {
  const { page } = await browser.tab();
  await page.goto(`${origin}/docs`);
  await page.keyboard.press('/');
  await page.keyboard.type('post cancel payout');
  const results = page.getByRole('option');
  await expect.poll(() => results.count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/docs/api/payouts#post_payouts_id_cancel`);
  await page.keyboard.press('/');
  await page.keyboard.type('refund');
  await expect.poll(() => results.count()).toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  expect(await page.locator('#found').isVisible()).toBe(false);
});

test('an address of an earlier version leads to the page of its group', async () => {
  const { page } = await browser.tab();
  await page.goto(`${origin}/docs#get_balance`);
  await page.waitForURL(`${origin}/docs/api/balance#get_balance`);
});

test('samples change their language together, and the choice holds on the next page', async () => {
  const { page } = await browser.tab();
  await page.goto(`${origin}/docs/api/refunds`);
  await page.locator('#post_refunds').getByRole('button', { name: 'Python' }).click();
  const shown = page.locator('[data-sample]:visible').first();
  expect(await shown.textContent()).toContain('stripe.Refund.create(');
  await page.goto(`${origin}/docs/api/payouts`);
  expect(await shown.textContent()).toContain('import stripe');
});

test('a recorded response stands beside its operation', async () => {
  const { page } = await browser.tab();
  await page.goto(`${origin}/docs/api/refunds`);
  await page.locator('#post_refunds summary', { hasText: 'Response' }).click();
  expect(await page.locator('#post_refunds .response pre').textContent()).toContain('"object": "refund"');
});

test('without the script every operation can be read; search and buttons are absent', async () => {
  const { page } = await browser.tab();
  await page.route('**/docs/api/refunds', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/<script[\s\S]*<\/script>/, '') });
  });
  await page.goto(`${origin}/docs/api/refunds`);
  expect(await page.locator('search').isVisible()).toBe(false);
  expect(await page.locator('article.operation:visible').count()).toBeGreaterThan(5);
  expect(await page.locator('#post_refunds [data-sample="curl"]').isVisible()).toBe(true);
});

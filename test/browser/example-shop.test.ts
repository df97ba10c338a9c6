import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Tab, useBrowser } from '../support/browser.js';
import { bankFrame, fillPayment } from '../support/elements.js';
import { startService, type TestService } from '../support/service.js';

const browser = useBrowser();

let service: TestService;
let shop: ChildProcess;
let address: string;

/** A port without a listener. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  return typeof bound === 'object' && bound ? bound.port : 0;
}

beforeAll(async () => {
  service = await startService();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const program = join(import.meta.dirname, '../../examples/shop/server.mjs');
  shop = spawn(process.execPath, [program], {
    env: { ...process.env, FLORIN: service.url, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    shop.stdout?.on('data', (text: Buffer) => text.toString().includes('is open') && resolve());
    shop.once('exit', (code) => reject(new Error(`The shop ended with ${code}`)));
  });
});

afterAll(async () => {
  shop.removeAllListeners('exit');
  shop.kill();
  await once(shop, 'exit');
  await service.stop();
});

async function atCheckout(): Promise<Tab> {
  const tab = await browser.tab();
  await tab.page.goto(address);
  await tab.page.getByRole('link', { name: 'Pay here' }).click();
  return tab;
}

test('a buyer who pays for a tin of tea by card is thanked, and the order is paid after the webhook', async () => {
  const tab = await atCheckout();
  await fillPayment(tab, '4000000000000002');
  await tab.page.getByRole('button', { name: 'Pay €18.50' }).click();
  await tab.page
    .getByRole('alert')
    .filter({ hasText: /declined/i })
    .waitFor();
  await tab.page.reload();
  await fillPayment(tab);
  await tab.page.getByRole('button', { name: 'Pay €18.50' }).click();
  await tab.page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await tab.page.getByText('paid', { exact: true }).waitFor();
  expect(new URL(tab.page.url()).searchParams.get('redirect_status')).toBe('succeeded');
});

test('a card that requires authentication is confirmed on the page of the shop', async () => {
  const tab = await atCheckout();
  await fillPayment(tab, '4000000000003220');
  await tab.page.getByRole('button', { name: 'Pay €18.50' }).click();
  await bankFrame(tab).getByRole('button', { name: 'Complete authentication' }).click();
  await tab.page.getByText('paid', { exact: true }).waitFor();
  expect(new URL(tab.page.url()).origin).toBe(address);
});

test("a buyer who chooses Florin's page is redirected there and back, and the order is paid", async () => {
  const tab = await browser.tab();
  await tab.page.goto(address);
  await tab.page.getByRole('button', { name: "Pay on a page of Florin's" }).click();
  await tab.page.waitForURL(`${service.url}/checkout/**`);
  await tab.page.getByLabel('Email').fill('jo@example.com');
  await tab.page.getByLabel('Card number').fill('4242424242424242');
  await tab.page.getByLabel(/^(Expiration|Expiry|Expires)/).fill('12 / 34');
  await tab.page
    .getByLabel(/CVC|code/i)
    .first()
    .fill('123');
  await tab.page.getByLabel(/name/i).first().fill('Jo Weber');
  await tab.page.getByRole('button', { name: /^Pay/ }).click();
  await tab.page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await tab.page.getByText('paid', { exact: true }).waitFor();
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { must } from '../support/billing.js';
import { type Tab, useBrowser } from '../support/browser.js';
import { mug } from '../support/checkout.js';
import { evaluated, openPage, useMerchant } from '../support/elements.js';
import { heading, press } from '../support/payer.js';
import type { Answer, Client } from '../support/service.js';

const browser = useBrowser();
const merchant = useMerchant();

const frameIn = ({ page }: Tab): FrameLocator => page.frameLocator('iframe[name="florin-checkout"]');

/** A page of the merchant with a session in a frame. */
async function embedded(more: object = {}): Promise<{ tab: Tab; shop: Client; session: Answer['body'] }> {
  const shop = merchant.service.client();
  const session = await must(
    shop.post('/v1/checkout/sessions', {
      ui_mode: 'embedded',
      mode: 'payment',
      line_items: [mug],
      payment_method_types: ['card'],
      return_url: `${merchant.url}/thanks?session={CHECKOUT_SESSION_ID}`,
      ...more,
    }),
  );
  const tab = await browser.tab();
  await openPage(
    tab,
    merchant,
    shop,
    `window.done = 0;
     window.checkout = await stripe.initEmbeddedCheckout({ clientSecret: '${session.client_secret}', onComplete: () => { window.done += 1; } });
     window.checkout.mount('#place');`,
  );
  await frameIn(tab).getByTestId('submit').waitFor();
  return { tab, shop, session };
}

async function payIn(tab: Tab, number: string): Promise<void> {
  const frame = frameIn(tab);
  await frame.getByTestId('email').fill('jo@example.com');
  await frame.getByTestId('name').fill('Jo Doe');
  await frame.getByTestId('number').fill(number);
  await frame.getByTestId('exp').fill('12 / 34');
  await frame.getByTestId('cvc').fill('123');
  await frame.getByTestId('submit').click();
}

const statusOf = async (shop: Client, { id }: Answer['body']): Promise<string> =>
  (await shop.get(`/v1/checkout/sessions/${id}`)).body.status;

test('a session is paid within the merchant’s page, which redirects its payer', async () => {
  const { tab, shop, session } = await embedded();
  await payIn(tab, '4242424242424242');
  await tab.page.waitForURL(`${merchant.url}/thanks?session=${session.id}`);
  expect(await statusOf(shop, session)).toBe('complete');
});

test('the frame is as high as its content', async () => {
  const { tab } = await embedded();
  await tab.page.locator('iframe[name="florin-checkout"][style*="block-size"]').waitFor();
  const within = await frameIn(tab).locator('body').boundingBox();
  const around = await tab.page.locator('iframe[name="florin-checkout"]').boundingBox();
  expect(Math.abs((within?.height ?? 0) - (around?.height ?? 10_000))).toBeLessThan(3);
});

test('without a redirect, the page gets onComplete and the frame shows the result', async () => {
  const { tab, shop, session } = await embedded({ redirect_on_completion: 'never', return_url: undefined });
  await payIn(tab, '4242424242424242');
  await frameIn(tab).getByTestId('end-paid').waitFor();
  expect(await statusOf(shop, session)).toBe('complete');
  expect(await evaluated(tab, 'return window.done')).toBe(1);
});

test('an authentication uses the whole window, and the payer returns to the merchant', async () => {
  const { tab, shop, session } = await embedded();
  await payIn(tab, '4000000000003220');
  await tab.page.waitForURL(`${merchant.service.url}/challenge/**`);
  expect(await heading(tab)).toContain('Confirm');
  await press(tab, 'Complete authentication');
  await tab.page.waitForURL(`${merchant.url}/thanks?session=${session.id}`);
  expect(await statusOf(shop, session)).toBe('complete');
});

test('without a script in the frame a link leads there', async () => {
  const shop = merchant.service.client();
  const session = await must(
    shop.post('/v1/checkout/sessions', { ui_mode: 'embedded', mode: 'payment', line_items: [mug], return_url: `${merchant.url}/thanks` }),
  );
  const secret = await shop.get(
    `/v1/checkout/sessions/${session.id}`,
    { client_secret: session.client_secret },
    { key: shop.publishable_key },
  );
  const tab = await browser.plainTab();
  const body = `<iframe name="florin-checkout" src="${secret.body.page_url}" width="600" height="1200"></iframe>`;
  const plain = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body)).listen(0, '127.0.0.1');
  onTestFinished(() => void plain.close());
  await once(plain, 'listening');
  await tab.page.goto(`http://127.0.0.1:${(plain.address() as AddressInfo).port}/`);
  await payIn(tab, '4000000000003220');
  const link = frameIn(tab).getByTestId('go-on');
  expect(await link.getAttribute('target')).toBe('_top');
  await link.click();
  await tab.page.waitForURL(`${merchant.service.url}/challenge/**`);
});

test('only an embedded session may be put into a frame', async () => {
  const { session, shop } = await embedded();
  const { body } = await shop.get(
    `/v1/checkout/sessions/${session.id}`,
    { client_secret: session.client_secret },
    { key: shop.publishable_key },
  );
  const policyOf = async (url: string): Promise<string> => (await fetch(url)).headers.get('content-security-policy') ?? '';
  expect(await policyOf(body.page_url)).toContain('frame-ancestors *');
  const hosted = await must(shop.post('/v1/checkout/sessions', { mode: 'payment', line_items: [mug], success_url: merchant.url }));
  expect(await policyOf(hosted.url)).toContain("frame-ancestors 'none'");
});

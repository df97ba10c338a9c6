import { expect, test } from 'vitest';
import { expectQuiet, useBrowser } from '../support/browser.js';
import { card } from '../support/service.js';
import { useShop } from '../support/shop.js';

const browser = useBrowser();
const place = useShop();

const description = '<script>document.title="owned"</script><img src=x onerror=document.title="owned">';

async function pageUrl(): Promise<string> {
  const params = { confirm: true, payment_method_data: card('4000000000003220'), return_url: `${place.shop.url}/done`, description };
  const { body } = await place.service.client().post('/v1/setup_intents', params);
  return body.next_action.redirect_to_url.url;
}

test('every choice can be made with the keyboard alone, in reading order', async () => {
  const { page, watched } = await browser.tab();
  await page.goto(await pageUrl());
  const reached: string[] = [];
  for (let stop = 0; stop < 3; stop++) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate<string>('document.activeElement.textContent'));
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).not.toBe('none');
  }
  expect(reached).toEqual(['Complete authentication', 'Fail authentication', 'Cancel and return']);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${place.shop.url}/**`);
  expect(new URL(page.url()).searchParams.get('redirect_status')).toBe('succeeded');
  expectQuiet(watched, place.service.url, place.shop.url);
});

test('a screen reader finds a language, a title, one heading, landmarks and a named form of named buttons', async () => {
  const { page } = await browser.tab();
  await page.goto(await pageUrl());
  expect(await page.evaluate('document.documentElement.lang')).toBe('en-US');
  expect(await page.title()).toBe('Save this card for later payments');
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.getByRole('main').count()).toBe(1);
  expect(await page.getByRole('banner').textContent()).toContain('TEST MODE');
  const form = page.getByRole('form', { name: 'Choose how the simulated bank answers:' });
  expect(await form.getByRole('button').allTextContents()).toEqual(['Complete authentication', 'Fail authentication', 'Cancel and return']);
  expect(await page.locator('[id]').evaluateAll((all) => new Set(all.map(({ id }) => id)).size === all.length)).toBe(true);
  expect(await page.locator('[tabindex], [autofocus], img:not([alt]), svg:not([aria-hidden])').count()).toBe(0);
  const sizes = await form.getByRole('button').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
});

test('the smallest phone shows the whole page without scrolling sideways', async () => {
  const { page } = await browser.tab();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(await pageUrl());
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
});

test("the shop's text is shown as text and runs nothing, under a policy that allows Florin's style only", async () => {
  const { page, watched } = await browser.tab();
  const response = await page.goto(await pageUrl());
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'nonce-[^']+'; img-src 'self' data:; form-action 'self' [^;]+; frame-ancestors 'none'; base-uri 'none'$/,
  );
  expect(await page.getByText(description).count()).toBe(1);
  expect(await page.title()).toBe('Save this card for later payments');
  expect(await page.locator('script, [onerror]').count()).toBe(0);
  expect(await page.evaluate("getComputedStyle(document.querySelector('.card')).borderTopLeftRadius")).not.toBe('0px');
  expect(response?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expectQuiet(watched, place.service.url);
});

test('no other site can put the page in a frame', async () => {
  const { page, watched } = await browser.tab();
  await page.goto(`${place.shop.url}/?framed=${encodeURIComponent(await pageUrl())}`);
  await place.service.until(async () => watched.complaints.some((each) => each.includes('frame-ancestors')));
  expect(await page.frameLocator('iframe').getByRole('button').count()).toBe(0);
});

test('the client secret is never sent in a Referer', async () => {
  const { page } = await browser.tab();
  const referers: (string | undefined)[] = [];
  page.on('request', (request) => referers.push(request.headers().referer));
  await page.goto(await pageUrl());
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL(`${place.shop.url}/**`);
  expect(referers.length).toBeGreaterThanOrEqual(3);
  expect(referers.filter(Boolean)).toEqual([]);
});

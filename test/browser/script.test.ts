import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { waitingFor, waitingPayment } from '../support/payer.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const get = (path: string, headers = {}): Promise<Response> => fetch(`${service.url}${path}`, { headers });

const releases = ['acacia', 'basil', 'clover', 'dahlia', 'endive'].map((name) => `/${name}/stripe.js`);

const kilobytes = (text: string): number => gzipSync(text, { level: 9 }).length / 1024;

describe('the script', () => {
  test.each(['/js/v3', '/v3', '/v3/', ...releases])('200 %s: any page may load it, and caches it for minutes', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    const again = await get(path, { 'if-none-match': response.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('404: an unknown release has no script', async () => {
    expect((await get('/fennel/stripe.js')).status).toBe(404);
  });

  test('it is smaller than 40 kB compressed, and so is the script of a frame', async () => {
    expect(kilobytes(await (await get('/js/v3')).text())).toBeLessThan(40);
    for (const frame of ['element', 'controller']) expect(kilobytes(await (await get(await scriptOf(frame))).text())).toBeLessThan(40);
  });
});

/** The address of the script that a frame loads. */
const scriptOf = async (frame: string): Promise<string> => /src="([^"]+)"/.exec(await (await get(`/js/${frame}`)).text())?.[1] ?? '';

describe.each(['element', 'controller'])('the frame %s', (frame) => {
  test("any page may embed it; it runs Florin's script only, connects to Florin only, shows Florin's pictures only, and embeds nothing else", async () => {
    const response = await get(`/js/${frame}`);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; frame-ancestors *; base-uri 'none'; form-action 'none'",
    );
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await response.text()).not.toMatch(/<script(?! src="\/js\/)|<style| style=| on\w+=/);
  });

  test('its script is cached forever, because its address changes with its content', async () => {
    const response = await get(await scriptOf(frame));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('a frame of another version still gets a script, which is not cached', async () => {
    const response = await get(`/js/${frame}/of-another-version.js`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.text()).toBe(await (await get(await scriptOf(frame))).text());
  });
});

describe("the bank's page in a dialog", () => {
  const shop = 'https://shop.example/done';

  test('200: the authentication of a card may be framed, redirects nowhere, and does not contain the return_url', async () => {
    const payment = await waitingPayment(service.client(), { return_url: shop });
    const response = await fetch(`${payment.page_url}/framed`);
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toMatch(/form-action 'self'; /);
    expect(await response.text()).not.toContain('shop.example');
  });

  test('the page itself may not be framed, as before', async () => {
    const payment = await waitingPayment(service.client(), { return_url: shop });
    expect((await fetch(payment.page_url)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test.each(['gcash', 'ideal', 'wechat_pay', 'oxxo'])(
    '404: the step of %s has no page for a frame, and cannot be completed there',
    async (type) => {
      const payment = await waitingFor(service.client(), type, { return_url: shop });
      const shown = await fetch(`${payment.page_url}/framed`);
      expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([
        404,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
      const taken = await fetch(`${payment.page_url}/framed`, {
        method: 'POST',
        body: new URLSearchParams({ outcome: 'succeed' }),
        redirect: 'manual',
      });
      expect(taken.status).toBe(404);
    },
  );

  test('404: an unsigned token opens nothing', async () => {
    expect((await get('/challenge/bm90aGluZw.none/framed')).status).toBe(404);
  });

  test('an answer there counts once, and the payer stays in the dialog', async () => {
    const payment = await waitingPayment(service.client(), { return_url: shop });
    const answer = (): Promise<Response> =>
      fetch(`${payment.page_url}/framed`, { method: 'POST', body: new URLSearchParams({ outcome: 'succeed' }), redirect: 'manual' });
    const first = await answer();
    expect([first.status, first.headers.get('location')]).toEqual([200, null]);
    expect(await first.text()).toContain("tell('done')");
    expect(await (await answer()).text()).toContain('Already answered');
  });
});

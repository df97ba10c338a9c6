import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { startService } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const read = async (path: string, url = service.url) => {
  const answer = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
};

/** The links of a page that lead to this service. */
const linksIn = (text: string): string[] => [...text.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, path = '']) => path);

test('the start page links the reference, the description and the outbox, and all of them exist', async () => {
  const { text } = await read('/');
  const links = linksIn(text);
  expect(links).toEqual(expect.arrayContaining(['/docs', '/openapi.json', '/llms.txt', '/outbox']));
  for (const path of links) expect([path, (await read(path)).status]).toEqual([path, 200]);
});

test('the commands of the start page work as printed', async () => {
  const commands = [...(await read('/')).text.matchAll(/data-text="curl ([^"]+)"/g)].map(([, text = '']) => text.replaceAll('&quot;', '"'));
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    const [, key = '', url = ''] = /^-u (\w+): (\S+)/.exec(command) ?? [];
    const body = new URLSearchParams(
      [...command.matchAll(/-d (?:"([^"]+)"|(\S+))/g)].map(([, quoted, bare = '']) => quoted ?? bare).join('&'),
    );
    const answer = await fetch(url, { method: 'POST', body, headers: { authorization: `Bearer ${key}` } });
    const { status, url: page } = (await answer.json()) as { status: string; url?: string };
    expect([answer.status, status]).toEqual([200, page ? 'open' : 'succeeded']);
    if (page) expect((await fetch(page)).status).toBe(200);
  }
});

test('a service without open sandboxes neither links the outbox nor shows keys', async () => {
  const closed = await startService({ FLORIN_OPEN_SANDBOX: 'off' });
  const { text } = await read('/', closed.url);
  const models = await read('/llms.txt', closed.url);
  await closed.stop();
  expect(linksIn(text)).not.toContain('/outbox');
  expect(text + models.text).not.toMatch(/sk_test_|outbox/);
});

test('there is an icon, and a text for language models whose links work', async () => {
  for (const path of ['/favicon.ico', '/favicon.svg']) {
    const { status, type, text } = await read(path);
    expect([status, type]).toEqual([200, 'image/svg+xml']);
    expect(text).toMatch(/^<svg xmlns=/);
  }
  const { type, text } = await read('/llms.txt');
  expect(type).toContain('text/markdown');
  const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, url = '']) => url);
  expect(links).toEqual(['/docs', '/openapi.json', '/docs/guides'].map((path) => `${service.url}${path}`));
  for (const path of links) expect((await read(path.slice(service.url.length))).status).toBe(200);
});

test('security.txt names the configured contacts, is valid for half a year, and does not exist without one', async () => {
  expect((await read('/.well-known/security.txt')).status).toBe(404);
  const FLORIN_SECURITY_CONTACT = 'mailto:security@example.com,https://example.com/security';
  const other = await startService({ FLORIN_SECURITY_CONTACT });
  const { text, type } = await read('/.well-known/security.txt', other.url);
  const [one, two, expires = '', , canonical] = text.split('\n');
  await other.stop();
  expect(type).toContain('text/plain');
  expect([one, two]).toEqual(['Contact: mailto:security@example.com', 'Contact: https://example.com/security']);
  expect(Date.parse(expires.replace('Expires: ', ''))).toBeGreaterThan(other.now());
  expect(canonical).toBe(`Canonical: ${other.url}/.well-known/security.txt`);
});

test('a message in the outbox links its invoice, and the attached PDF', async () => {
  const client = service.client();
  const { id: customer } = await must(client.post('/v1/customers', { email: 'jo@example.com' }));
  await must(client.post('/v1/invoiceitems', { customer, amount: 2000, currency: 'usd' }));
  const { id } = await must(
    client.post('/v1/invoices', {
      customer,
      collection_method: 'send_invoice',
      days_until_due: 30,
      pending_invoice_items_behavior: 'include',
    }),
  );
  const sent = await must(client.post(`/v1/invoices/${id}/send`));
  const [page = '', pdf = ''] = [sent.hosted_invoice_url, sent.invoice_pdf].map((url) => new URL(url).pathname);
  const { text } = await service.until(async () => {
    const outbox = await read('/outbox');
    return linksIn(outbox.text).includes(pdf) && outbox;
  });
  expect(linksIn(text)).toContain(page);
  expect([(await read(page)).status, (await read(pdf)).type]).toEqual([200, 'application/pdf']);
  expect(linksIn(text)).toEqual(expect.arrayContaining(['/', '/docs']));
});

import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { request } from 'undici';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newestMails } from '../../src/delivery/mail/outbox.js';
import { tenantOf } from '../../src/kernel/base/books.js';
import { must } from '../support/billing.js';
import { openInvoice } from '../support/invoice-papers.js';
import { openMerchant } from '../support/keyholders.js';
import { accountOf, liveClient } from '../support/merchant.js';
import { writeRaw } from '../support/requests.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';

/** A mail server that keeps its messages, and refuses this many first. */
const received: string[] = [];
let refusals = 0;
/** Addresses that are refused for good, and the number of attempts for each. */
const unknown = new Map<string, number>();
/** Open connections, and the most that there were. */
const connections = { open: 0, most: 0 };
const server = new SMTPServer({
  onConnect: (_, done) => {
    connections.open += 1;
    connections.most = Math.max(connections.most, connections.open);
    done();
  },
  onClose: () => {
    connections.open -= 1;
  },
  authMethods: ['PLAIN'],
  allowInsecureAuth: true,
  hideSTARTTLS: true,
  onAuth: ({ username, password }, _, done) =>
    username === 'florin' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('Who are you?')),
  onRcptTo: ({ address }, _, done) => {
    if (!address.startsWith('missing')) return done();
    unknown.set(address, (unknown.get(address) ?? 0) + 1);
    return done(Object.assign(new Error(`No such user: ${address}`), { responseCode: 550 }));
  },
  onData: (stream, _, done) => {
    text(stream).then((mail) => {
      if (refusals-- > 0) return done(Object.assign(new Error('Come again later'), { responseCode: 450 }));
      received.push(mail);
      return done();
    });
  },
});

let service: TestService;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  service = await startService({
    FLORIN_SMTP_URL: `smtp://florin:p%40ss@127.0.0.1:${port}`,
    FLORIN_MAIL_FROM: 'billing@florin.example',
    FLORIN_TIME_SCALE: '0.001',
  });
});

afterAll(async () => {
  await service.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

/** An invoice as an event shows it. */
const invoice = (customer: string): object => {
  const { livemode, number, currency, subtotal, total, amount_due, amount_paid, amount_remaining, footer, custom_fields } = openInvoice();
  return {
    ...{ id: 'in_1', object: 'invoice', livemode, number, currency, subtotal, total, amount_due, amount_paid, amount_remaining, footer },
    ...{ custom_fields, customer, status: 'open', due_date: null, description: null, account_name: null, account_country: null },
    ...{ customer_name: null, customer_email: null, customer_phone: null, customer_address: null, customer_tax_ids: [] },
    ...{
      hosted_invoice_url: 'https://pay.example.com/invoice/abc',
      next_payment_attempt: null,
      total_discount_amounts: [],
      total_taxes: [],
    },
    status_transitions: { finalized_at: 1_935_684_000, paid_at: null, voided_at: null },
    lines: { data: [] },
  };
};

/** Stores an event of an invoice as the write of a rule would, in the account of a client. */
const tell = async (client: Client, type: string, customer: object): Promise<string> =>
  (await tellTimes(1, client, type, customer))[0] ?? '';

async function tellTimes(times: number, client: Client, type: string, customer: object): Promise<string[]> {
  const made = await client.post('/v1/customers', customer as Record<string, unknown>);
  expect(made.status, made.text).toBe(200);
  const livemode = client.key.startsWith('sk_live');
  const account = tenantOf(await accountOf(client), livemode);
  const events = Array.from({ length: times }, () => {
    const id = service.engine.ids.fresh('evt', service.now());
    const doc = JSON.stringify({ id, object: 'event', type, livemode, data: { object: invoice(made.body.id) } });
    return { account, id, type, object: 'invoice', object_id: 'in_1', status: null, doc };
  });
  await service.engine.store({ now: new Date(service.now()), events });
  service.engine.wake();
  return events.map(({ id }) => id);
}

const jobs = (id: string): Promise<object[]> => rowsOf(service, "select id from jobs where queue = 'mail' and subject = $1", id);

const mailOf = (id: string): Promise<string> => service.until(async () => received.find((mail) => mail.includes(`<${id}@florin.example>`)));

test('an invoice sent in live mode reaches its customer in their language, with the PDF', async () => {
  const client = await liveClient(service);
  const id = await tell(client, 'invoice.sent', { email: 'jenny@example.com', name: 'Jenny Rosen', preferred_locales: ['de-AT', 'en'] });
  const mail = await mailOf(id);
  expect(mail).toMatch(/^To: <?jenny@example.com>?\r?$/m);
  expect(mail).toMatch(/^From: .*<billing@florin.example>/m);
  expect(mail).toMatch(/^Subject: Rechnung A1B2C3D4-0001 von/m);
  expect(mail).toContain('Content-Type: application/pdf; name=invoice-A1B2C3D4-0001.pdf');
  await service.until(async () => (await jobs(id)).length === 0);
});

test('the attachment is the downloadable PDF, with the names of taxes and discounts', async () => {
  const client = await liveClient(service);
  const rate = await must(client.post('/v1/tax_rates', { display_name: 'MwSt.', percentage: 19, inclusive: false }));
  const coupon = await must(client.post('/v1/coupons', { name: 'Frühling', percent_off: 10, duration: 'once' }));
  const payer = { email: 'anna@example.com', name: 'Anna', preferred_locales: ['de'] };
  const { id: customer } = await must(client.post('/v1/customers', payer));
  await must(client.post('/v1/invoiceitems', { customer, amount: 5000, currency: 'eur', description: 'Ding' }));
  const terms = { collection_method: 'send_invoice', days_until_due: 30, currency: 'eur', pending_invoice_items_behavior: 'include' };
  const put_on = { default_tax_rates: [rate.id], discounts: [{ coupon: coupon.id }] };
  const draft = await must(client.post('/v1/invoices', { customer, ...terms, ...put_on }));
  const { invoice_pdf } = await must(client.post(`/v1/invoices/${draft.id}/send`));
  const mail = await service.until(async () => received.find((each) => each.includes('anna@example.com')));
  const [, attached = ''] = /Content-Type: application\/pdf.*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/s.exec(mail) ?? [];
  const downloaded = Buffer.from(await (await fetch(invoice_pdf)).arrayBuffer());
  expect(Buffer.from(attached, 'base64').equals(downloaded)).toBe(true);
  const { text: said } = await extractText(await getDocumentProxy(new Uint8Array(downloaded)), { mergePages: true });
  for (const name of ['Frühling', 'MwSt.']) expect(said).toContain(name);
});

test('a mail server that refuses is retried until it accepts the message, once', async () => {
  refusals = 2;
  const id = await tell(await liveClient(service), 'invoice.payment_failed', { email: 'late@example.com' });
  expect(await mailOf(id)).toMatch(/^Subject: Your payment to .* failed/m);
  await service.until(async () => (await jobs(id)).length === 0);
  expect(received.filter((mail) => mail.includes(id))).toHaveLength(1);
  expect(service.lines.join('')).not.toMatch(/p@ss|p%40ss/);
});

test('a recipient that the mail server does not have is tried once and abandoned, and is not named in the log', async () => {
  const id = await tell(await liveClient(service), 'invoice.sent', { email: 'missing-7@example.com', name: 'Missing Person' });
  await service.until(async () => (await jobs(id)).length === 0);
  expect(unknown.get('missing-7@example.com')).toBe(1);
  const log_lines = service.lines.filter((line) => line.includes(id));
  expect(log_lines.map((line) => JSON.parse(line).why)).toEqual(['EENVELOPE RCPT TO 550']);
  expect(service.lines.join('')).not.toMatch(/missing-7|Missing Person|No such user/);
});

test('a mail server has at most four connections for messages of one account', async () => {
  connections.most = 0;
  const ids = await tellTimes(12, await liveClient(service), 'invoice.payment_failed', { email: 'many@example.com' });
  for (const id of ids) await mailOf(id);
  expect(connections.most).toBeLessThanOrEqual(4);
});

test('a temporary refusal is logged without the text of the server', async () => {
  refusals = 1;
  const id = await tell(await liveClient(service), 'invoice.payment_failed', { email: 'greylisted@example.com' });
  await mailOf(id);
  expect(service.lines.join('')).toContain('The mail server did not accept a message: EMESSAGE DATA 450');
  expect(service.lines.join('')).not.toMatch(/greylisted|Come again later/);
});

test('no mail is sent without an address, or for other events', async () => {
  const client = await liveClient(service);
  const before = received.length;
  const unknown = await tell(client, 'invoice.sent', { name: 'No address' });
  const untold = await tell(client, 'invoice.updated', { email: 'jo@example.com' });
  expect(await jobs(untold)).toEqual([]);
  await service.until(async () => (await jobs(unknown)).length === 0);
  expect(received).toHaveLength(before);
});

test('the mails of a sandbox are shown in the outbox, the newest first, and are never sent', async () => {
  const before = received.length;
  const client = service.client();
  await client.get('/v1/account');
  const ids = [await tell(client, 'invoice.sent', { email: 'first@example.com' })];
  await service.until(async () => (await newestMails(service.engine.database, null)).length === 1);
  service.advance(1000);
  ids.push(
    await tell(client, 'invoice.payment_action_required', {
      email: '<b>second</b>@example.com'.replace(/<\/?b>/g, ''),
      preferred_locales: ['ar'],
    }),
  );
  const kept = await service.until(async () => {
    const mails = await newestMails(service.engine.database, null);
    return mails.length === 2 && mails;
  });
  expect(kept.map(({ id }) => id)).toEqual([...ids].reverse());
  const answer = await fetch(`${service.url}/outbox`);
  const page = await answer.text();
  expect(answer.status).toBe(200);
  expect(page.indexOf('second@example.com')).toBeLessThan(page.indexOf('first@example.com'));
  expect(page).toContain('invoice-A1B2C3D4-0001.pdf');
  expect(page).toContain('[TEST] Invoice A1B2C3D4-0001');
  expect(received).toHaveLength(before);
});

describe('the outbox', () => {
  const status = async (headers: Readonly<Record<string, string>>, at = service.url): Promise<number> =>
    (await request(`${at}/outbox`, { headers })).statusCode;
  const basic = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

  test('is open on the local machine only', async () => {
    expect(await status({})).toBe(200);
    const { port } = new URL(service.url);
    expect(await status({ host: `localhost:${port}` })).toBe(200);
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      expect([header, await status({ [header]: '203.0.113.7' })]).toEqual([header, 401]);
    // A name whose owner has pointed it here.
    expect(await status({ host: `evil.example:${port}` })).toBe(401);
  });

  test.each([
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-client-ip',
    'x-original-forwarded-for',
    'cf-connecting-ip',
    'x-envoy-attempt-count',
  ])('401: a request with the proxy header %s came through a proxy, although its Host header names this machine', async (header) => {
    const { port } = new URL(service.url);
    expect(await status({ host: `localhost:${port}`, [header]: '1' })).toBe(401);
  });

  test('401: HTTP/1.0, which proxies use without adding a header, needs a key whatever its Host header says', async () => {
    const answer = await writeRaw(service.port, `GET /outbox HTTP/1.0\r\nHost: 127.0.0.1:${service.port}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('401: an instance with a public address shows mails with a key only', async () => {
    const proxied = await startService({ PUBLIC_URL: 'https://pay.example.com' });
    const [bare, with_key] = [await status({}, proxied.url), await status({ authorization: basic(proxied.client().key) }, proxied.url)];
    await proxied.stop();
    expect([bare, with_key]).toEqual([401, 200]);
  });

  test('shows the mails of the account of a secret key, and no others', async () => {
    const [one, other] = [service.client(), service.client()];
    const from_elsewhere = { 'x-forwarded-for': '203.0.113.7' };
    for (const [client, email] of [
      [one, 'mine@example.com'],
      [other, 'theirs@example.com'],
    ] as const) {
      await client.get('/v1/account');
      const id = await tell(client, 'invoice.payment_failed', { email });
      await service.until(async () => (await jobs(id)).length === 0);
    }
    const { body } = await request(`${service.url}/outbox`, { headers: { ...from_elsewhere, authorization: basic(one.key) } });
    const page = await body.text();
    expect(page).toContain('mine@example.com');
    expect(page).not.toContain('theirs@example.com');
    for (const authorization of [basic('sk_live_unknown'), basic(one.publishable_key), 'Bearer', 'nonsense'])
      expect([authorization, await status({ authorization })]).toEqual([authorization, 401]);
  });
});

test('a restricted key opens the outbox where it may read the events behind the mails', async () => {
  const merchant = await openMerchant(service);
  const opens = async (...permissions: readonly string[]): Promise<number> => {
    const { key } = await merchant.restricted(...permissions);
    return (await request(`${service.url}/outbox`, { headers: { authorization: `Bearer ${key}` } })).statusCode;
  };
  expect(await Promise.all([opens('accounts_read'), opens('events_read'), opens('accounts_read', 'events_read')])).toEqual([401, 401, 200]);
});

test('without open sandboxes there is no outbox, and a sandbox writes no mail', async () => {
  const closed = await startService({ FLORIN_OPEN_SANDBOX: 'off' });
  expect((await fetch(`${closed.url}/outbox`)).status).toBe(404);
  const doc = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.sent', data: { object: { id: 'in_1', object: 'invoice' } } });
  const event = { account: 'acct_1_test', id: 'evt_1', type: 'invoice.sent', object: 'invoice', object_id: 'in_1', status: null, doc };
  await closed.engine.store({ now: new Date(closed.now()), events: [event] });
  expect(await rowsOf(closed, "select 1 from jobs where queue = 'mail'")).toEqual([]);
  await closed.stop();
});

test('a payment with receipt_email gets a mail when it is paid and when it is refunded, another address gets the receipt, and no other payment does', async () => {
  const client = service.client();
  const payer = 'payer-of-a-charge@example.com';
  const mails = async (to = payer): Promise<readonly { subject: string; text: string }[]> =>
    (await newestMails(service.engine.database, null)).filter((mail) => mail.to === to);
  const paying = { amount: 5000, currency: 'eur', confirm: true, payment_method: 'pm_card_visa', payment_method_types: ['card'] };
  await must(client.post('/v1/payment_intents', paying));
  const { id, latest_charge } = await must(client.post('/v1/payment_intents', { ...paying, receipt_email: payer }));
  await service.until(async () => (await mails()).length === 1);
  await must(client.post(`/v1/charges/${latest_charge}`, { description: 'A chair' }));
  const accounting = 'accounting-of-a-payer@example.com';
  await must(client.post(`/v1/charges/${latest_charge}`, { receipt_email: accounting }));
  await service.until(async () => (await mails(accounting)).length === 1);
  expect((await mails(accounting))[0]?.text).toContain('€50.00');
  await must(client.post(`/v1/charges/${latest_charge}`, { receipt_email: payer }));
  await service.until(async () => (await mails()).length === 2);
  await must(client.post('/v1/refunds', { payment_intent: id, amount: 1000 }));
  await service.until(async () => (await mails()).length === 3);
  await must(client.post('/v1/refunds', { payment_intent: id, amount: 1500 }));
  await service.until(async () => (await mails()).length === 4);
  const amounts = (await mails()).map(({ text }) => /€\d+\.\d{2}/.exec(text)?.[0]);
  expect(amounts.sort()).toEqual(['€10.00', '€15.00', '€50.00', '€50.00']);
  expect((await mails()).every(({ text }) => text.includes(`${service.url}/receipt/`))).toBe(true);
});

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { administer, queryIn, urlOf } from './support/database.js';
import { describeWith } from './support/installed.js';
import { type Balancer, client_address, type Kind, opened, type Received, startBalancer, through } from './support/load-balancers.js';
import { type Running, startProcess } from './support/running.js';
import { ringText } from './support/service.js';
import { bodyOf, multipart, partsOf, pdfOf } from './support/uploads.js';

const template_url = inject('template_url');
const mebibyte = 1_048_576;
const payment = new URLSearchParams({ amount: '1000', currency: 'usd', confirm: 'true', payment_method: 'pm_card_visa' }).toString();
const form = { 'content-type': 'application/x-www-form-urlencoded' };

for (const kind of ['nginx', 'haproxy'] satisfies Kind[])
  describeWith([kind, 'openssl'], `two processes behind ${kind}, as ops configures it`, () => {
    const name = `test_balanced_${process.pid}_${randomBytes(4).toString('hex')}`;
    const folder = mkdtempSync(join(tmpdir(), 'florin-balanced-'));
    const stops: (() => Promise<unknown>)[] = [];
    let processes: Running[] = [];
    let balancer: Balancer;
    const portOf = ({ url }: Running): number => Number(new URL(url).port);
    const start = (port = 0): Promise<Running> =>
      startProcess(folder, {
        PORT: String(port),
        DATABASE_URL: urlOf(template_url, name),
        FLORIN_VAULT_KEYS: ringText(),
        FLORIN_OPEN_SANDBOX: 'on',
        FLORIN_UNSAFE_DATABASE: 'on',
        FLORIN_TRUSTED_PROXIES: '127.0.0.1',
      });
    const pay = (of: Balancer, key: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> =>
      through(of, { path: '/v1/payment_intents', method: 'POST', key, headers: { ...form, ...headers }, body: payment });

    /** HAProxy closes a kept connection, on which it has answered before, instead of answering 502. */
    const statusOf = (...sent: Parameters<typeof pay>): Promise<number> =>
      pay(...sent).then(
        ({ status }) => status,
        () => 502,
      );

    beforeAll(async () => {
      await administer(template_url, `create database ${name} template template`);
      processes = [await start(), await start()];
      const [one, two] = processes as [Running, Running];
      balancer = await startBalancer(kind, [portOf(one), portOf(two)]);
    });
    afterEach(async () => {
      for (const stop of stops.splice(0)) await stop();
    });
    afterAll(async () => {
      await balancer?.stop();
      for (const { stop } of processes) await stop();
      await administer(template_url, `drop database if exists ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    });

    test('audit records have the address of the client, and not the one it claims', async () => {
      const key = `sk_test_${randomBytes(8).toString('hex')}`;
      const body = new URLSearchParams({ url: 'https://hooks.example/', 'enabled_events[]': '*' }).toString();
      const headers = { ...form, 'x-forwarded-for': '203.0.113.9' };
      const made = await through(balancer, { path: '/v1/webhook_endpoints', method: 'POST', key, headers, body });
      expect(made.status).toBe(200);
      const { body: records } = await through(balancer, { path: '/v1/audit_records', key });
      expect(JSON.stringify(records.data[0])).toContain(client_address);
      expect(JSON.stringify(records.data[0])).not.toContain('203.0.113.9');
    });

    test('a file of 16 MiB passes, and a larger one is refused', async () => {
      const key = `sk_test_${randomBytes(8).toString('hex')}`;
      const upload = (bytes: number): Promise<Received> => {
        const body = bodyOf(partsOf({ bytes: pdfOf(bytes), filename: 'large.pdf', content_type: 'application/pdf' }));
        return through(balancer, { path: '/v1/files', method: 'POST', key, headers: { 'content-type': multipart }, body });
      };
      expect((await upload(5 * mebibyte)).body).toMatchObject({ object: 'file', size: 5 * mebibyte });
      expect((await upload(16.5 * mebibyte)).body.error).toMatchObject({ type: 'invalid_request_error' });
    });

    test.each(['/metrics', '/metrics/', '//metrics', '/%6Detrics', '/metrics?x=1'])('404 for %s from outside', async (path) => {
      expect((await through(balancer, { path })).status).toBe(404);
    });

    test('an event arrives on an open stream while it stays open', async () => {
      const key = `sk_test_${randomBytes(8).toString('hex')}`;
      await pay(balancer, key);
      const stream = await opened(balancer, { path: '/v1/events/stream', key, headers: { accept: 'text/event-stream' } });
      const customer = { path: '/v1/customers', method: 'POST', key, headers: form, body: 'name=Streamed' };
      let text = '';
      const arrived = (async () => {
        for await (const piece of stream) {
          text += piece;
          if (text.includes('customer.created')) return;
        }
      })();
      await through(balancer, customer);
      await arrived;
      expect(text).toContain('customer.created');
      stream.destroy();
    });

    test('a POST that a process took and did not answer is answered with an error, unless its Idempotency-Key makes it safe to repeat', async () => {
      const taken: string[] = [];
      const broken = createServer((asked, answer) => {
        if (asked.url === '/readyz') return void answer.end('{}');
        taken.push(asked.method ?? '');
        asked.on('data', () => {}).on('end', () => asked.socket.destroy());
      });
      await new Promise<void>((done) => broken.listen(0, '127.0.0.1', done));
      stops.push(async () => broken.close());
      const upstreams = [(broken.address() as AddressInfo).port, portOf(processes[0] as Running)] as const;
      const untilTaken = async (headers: () => Readonly<Record<string, string>>): Promise<{ statuses: number[]; payments: number }> => {
        const half_broken = await startBalancer(kind, upstreams);
        const key = `sk_test_${randomBytes(8).toString('hex')}`;
        const statuses: number[] = [];
        for (taken.length = 0; taken.length === 0; ) statuses.push(await statusOf(half_broken, key, headers()));
        await half_broken.stop();
        const { body } = await through(balancer, { path: '/v1/payment_intents?limit=100', key });
        return { statuses, payments: body.data.length };
      };
      const without = await untilTaken(() => ({}));
      expect(without.statuses.at(-1)).toBe(502);
      expect(without.payments).toBe(without.statuses.length - 1);
      const with_key = await untilTaken(() => ({ 'idempotency-key': randomBytes(8).toString('hex') }));
      expect(with_key.statuses.filter((status) => status !== 200)).toEqual([]);
      expect(with_key.payments).toBe(with_key.statuses.length);
    });

    test('processes are replaced one after the other under load: each payment that is repeated until its answer is made once', async () => {
      const key = `sk_test_${randomBytes(8).toString('hex')}`;
      const statuses: number[] = [];
      const made = async (): Promise<number> => {
        const text = "select count(*)::int as payments from objects where object = 'payment_intent' and doc ->> 'status' = 'succeeded'";
        return Number((await queryIn(urlOf(template_url, name), text))[0]?.payments);
      };
      const before = await made();
      let paid = 0;
      let is_over = false;
      const paying = Array.from({ length: 4 }, async () => {
        while (!is_over) {
          const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
          let status = 0;
          while (status !== 200) {
            status = await statusOf(balancer, key, headers);
            statuses.push(status);
          }
          paid += 1;
        }
      });
      const more = async (count: number): Promise<void> => {
        const wanted = statuses.length + count;
        await expect.poll(() => statuses.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(wanted);
      };
      await more(20);
      const [one, two] = processes as [Running, Running];
      await one.stop();
      await more(20);
      const again = await start(portOf(one));
      processes = [again, two];
      await expect
        .poll(async () => (await fetch(`${again.url}/metrics`)).text(), { timeout: 60_000 })
        .toMatch(/payment_intents.*status="200"/);
      await two.stop();
      processes = [again];
      await more(20);
      is_over = true;
      await Promise.all(paying);
      expect(statuses.filter((status) => ![200, 409, 502, 503].includes(status))).toEqual([]);
      expect((await made()) - before).toBe(paid);
      const repeated = statuses.length - paid;
      console.log(`${kind}: ${paid} payments while two processes were stopped, after ${repeated} answers of another status`);
    });
  });

import { randomBytes } from 'node:crypto';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printer } from '../../src/pages/paper/printing.js';
import { openInvoice } from '../support/invoice-papers.js';
import { type InvoiceSite, openInvoiceSite } from '../support/invoice-site.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const { print, close } = printer();
afterAll(close);
let [has_room, site]: [boolean, InvoiceSite | null] = [false, null];
beforeAll(async () => {
  site = await openInvoiceSite(service, (paper, waiting_max) => print(paper, has_room ? waiting_max : -1));
});
afterAll(() => site?.stop());

test('503: a request that would wait too long for a PDF gets a Retry-After, and the PDF then', async () => {
  const { page_url = '' } = (await site?.open({}, null)) ?? {};
  const busy = await fetch(`${page_url}/pdf`);
  expect([busy.status, busy.headers.get('retry-after'), busy.headers.get('content-type')]).toEqual([503, '5', 'text/html; charset=utf-8']);
  expect((await fetch(page_url)).status).toBe(200);
  has_room = true;
  expect((await fetch(`${page_url}/pdf`)).headers.get('content-type')).toBe('application/pdf');
});

test('payments go on beside eight PDFs with the largest logo', async () => {
  has_room = true;
  const logo = PNG.sync.write(Object.assign(new PNG({ width: 2048, height: 2048 }), { data: randomBytes(2048 * 2048 * 4) }));
  const issuer = { ...openInvoice().issuer, logo };
  const opened = await Promise.all(Array.from({ length: 8 }, (_, at) => site?.open({ number: `L-${at}`, issuer })));
  const client = service.client();
  let printing = true;
  const printed = Promise.all(opened.map((each) => fetch(`${each?.page_url}/pdf`))).finally(() => (printing = false));
  const [took_ms, statuses]: [number[], number[]] = [[], []];
  do {
    const begun = performance.now();
    const paid = await client.post('/v1/payment_intents', { amount: 1200, currency: 'eur', payment_method: 'pm_card_visa', confirm: true });
    took_ms.push(performance.now() - begun);
    statuses.push(paid.status);
  } while (printing);
  took_ms.sort((a, b) => a - b);
  const p99 = took_ms[Math.ceil(0.99 * took_ms.length) - 1] ?? 0;
  process.stdout.write(`${took_ms.length} payments beside eight PDFs: p99 ${p99.toFixed(0)} ms\n`);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect((await printed).map(({ status }) => status).filter((status) => ![200, 503].includes(status))).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { printer } from '../../src/paper/printing.js';
import { type InvoiceSite, openInvoiceSite } from '../support/invoice-site.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const print = printer();
let [has_room, site]: [boolean, InvoiceSite | null] = [false, null];
beforeAll(async () => {
  site = await openInvoiceSite(service, (paper, waiting_max) => print(paper, has_room ? waiting_max : -1));
});
afterAll(() => site?.stop());

test('503: whoever would wait too long for a PDF is told when to come again, and gets it then', async () => {
  const { page_url = '' } = (await site?.open({}, null)) ?? {};
  const busy = await fetch(`${page_url}/pdf`);
  expect([busy.status, busy.headers.get('retry-after'), busy.headers.get('content-type')]).toEqual([503, '5', 'text/html; charset=utf-8']);
  expect((await fetch(page_url)).status).toBe(200);
  has_room = true;
  expect((await fetch(`${page_url}/pdf`)).headers.get('content-type')).toBe('application/pdf');
});

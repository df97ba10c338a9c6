import { afterAll, expect, test } from 'vitest';
import { openInvoice } from '../../../test/support/invoice-papers.js';
import { invoicePdf } from './invoice-pdf.js';
import { type Print, printer as startPrinter } from './printing.js';

const one = openInvoice({ number: 'A-1' });
const other = openInvoice({ number: 'A-2' });

const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

function printer(options?: Parameters<typeof startPrinter>[0]): Print {
  const { print, close } = startPrinter(options);
  ends.push(close);
  return print;
}

test('papers are printed one after another, and a request that would wait too long is refused immediately', async () => {
  const print = printer();
  const order: string[] = [];
  const first = print(one, 1).then(() => order.push('A-1'));
  const second = print(other, 1).then(() => order.push('A-2'));
  expect(await print(openInvoice({ number: 'A-3' }), 1)).toBeNull();
  expect(order).toEqual([]);
  const patient = print(openInvoice({ number: 'A-4' }), Number.POSITIVE_INFINITY).then(() => order.push('A-4'));
  await Promise.all([first, second, patient]);
  expect(order).toEqual(['A-1', 'A-2', 'A-4']);
  expect(await print(openInvoice({ number: 'A-3' }), 0)).not.toBeNull();
});

test('the same paper is printed once for all requests, and needs no place in the line', async () => {
  const print = printer();
  const [printed, again] = await Promise.all([print(one, 0), print(openInvoice({ number: 'A-1' }), 0)]);
  expect(again).toBe(printed);
  expect(await print(one, 0)).toBe(printed);
  expect(Buffer.from(printed ?? []).equals(await invoicePdf(one))).toBe(true);
});

test('a paper with another logo is another paper', async () => {
  const print = printer();
  const logo = Buffer.from('no picture');
  const [plain, with_logo] = await Promise.all([print(one, 1), print({ ...one, issuer: { ...one.issuer, logo } }, 1)]);
  expect(with_logo).not.toBe(plain);
});

test('a failing print does not block the next one', async () => {
  const print = printer();
  const broken = print(openInvoice({ currency: null as never, lines: null as never }), 1);
  const next = print(other, 1);
  await expect(broken).rejects.toThrow();
  expect(await next).not.toBeNull();
});

test('what else there is to do goes on while a paper is printed', async () => {
  const printed = printer()(
    openInvoice({ lines: Array.from({ length: 40 }, () => openInvoice().lines[0] ?? null).filter((line) => line !== null) }),
    0,
  );
  let turns = 0;
  let over = false;
  void printed.then(() => {
    over = true;
  });
  while (!over) {
    await new Promise(setImmediate);
    turns += 1;
  }
  expect(turns).toBeGreaterThan(12);
});

test('a paper that is not printed in time is not there, and the next one is asked of a new thread', async () => {
  const print = printer({ within_ms: 0 });
  expect([await print(one, 1), await print(other, 1)]).toEqual([null, null]);
});

test('a paper that takes all memory of the thread ends that thread alone, and the next one is printed', async () => {
  const print = printer({ within_ms: 150_000 });
  const [line] = openInvoice().lines;
  const endless = print(openInvoice({ lines: Array.from({ length: 60_000 }, () => line ?? never()) }), 1);
  const next = print(other, 1);
  await expect(endless).rejects.toThrow('The print thread has ended');
  expect(Buffer.from((await next) ?? []).equals(await invoicePdf(other))).toBe(true);
});

const never = (): never => {
  throw new Error('The invoice has no line');
};

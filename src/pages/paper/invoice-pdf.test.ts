import { crc32, deflateSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { hostile_texts } from '../../../test/support/hostile-text.js';
import { line, may_2031, openInvoice } from '../../../test/support/invoice-papers.js';
import type { InvoicePaper } from './invoice-paper.js';
import { invoicePdf } from './invoice-pdf.js';
import { languages, wordsOf } from './languages.js';

type Read = {
  readonly pages: readonly string[];
  readonly text: string;
  readonly fonts: readonly string[];
  readonly size: readonly number[];
};

/** What a reader of PDFs finds in it. */
async function read(paper: InvoicePaper): Promise<Read> {
  const bytes = await invoicePdf(paper);
  const fonts = [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/FontName \/([\w+-]+)/g),
  ].map(([, name = '']) => name);
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  const { view } = await document.getPage(1);
  const pages = text.map((page) => page.replace(/\s+/g, ' '));
  return { pages, text: pages.join(' '), fonts: fonts.sort(), size: view };
}

test('an accountant finds who, to whom, what, when and how much, and the taxes of each rate', async () => {
  const taxes = [
    { name: 'VAT', percentage: '19', inclusive: false, taxable_amount: 9562, amount: 1817, reason: null },
    { name: 'City tax', percentage: '2.5', inclusive: true, taxable_amount: 10_000, amount: 244, reason: null },
    { name: 'VAT', percentage: '0', inclusive: false, taxable_amount: 500, amount: 0, reason: 'reverse_charge' as const },
  ];
  const { text } = await read(openInvoice({ taxes }));
  for (const said of [
    ...['Invoice number A1B2C3D4-0001', 'Date of issue May 4, 2031', 'Date due June 3, 2031', 'Purchase order PO-7781'],
    ...[
      'Rocket Rides GmbH',
      'Torstraße 140',
      '10119 Berlin',
      'Germany',
      'billing@rocketrides.example',
      '+49 30 1234567',
      'DE VAT: DE123456789',
    ],
    ...['Jenny Rosen', '12 rue de la Paix', 'Bâtiment C', '75002 Paris', 'France', 'jenny@example.com', 'FR VAT: FRAB123456789'],
    ...['€110.00 due June 3, 2031', 'Thank you for your business.', 'Amtsgericht Charlottenburg'],
    ...['Pro plan 2 €50.00 19% €100.00', 'Messages 1,250 €0.005 19% €6.25', 'May 4 – Jun 3, 2031'],
    ...['Subtotal €106.25', 'Spring sale (10% off) -€10.63', 'VAT (19% on €95.62) €18.17', 'City tax (2.5% on €100.00, included) €2.44'],
    ...[
      'VAT (0% on €5.00) €0.00',
      'Tax to be paid on reverse charge basis',
      'Total €113.79',
      'Applied balance -€3.79',
      'Amount due €110.00',
    ],
  ])
    expect(text).toContain(said);
});

test('the same paper is the same bytes, and another one is not', async () => {
  const once = Buffer.from(await invoicePdf(openInvoice()));
  expect(Buffer.from(await invoicePdf(openInvoice())).equals(once)).toBe(true);
  expect(Buffer.from(await invoicePdf(openInvoice({ memo: null }))).equals(once)).toBe(false);
  expect(once.toString('latin1')).toContain('(D:20310504');
});

test('sixty lines go over pages that each repeat the heads of the columns and count themselves', async () => {
  const lines = Array.from({ length: 60 }, (_, place) => line({ description: `Item number ${place + 1}.` }));
  const { pages, text } = await read(openInvoice({ lines }));
  expect(pages.length).toBeGreaterThan(2);
  for (const { description } of lines) expect(text.split(`${description} `)).toHaveLength(2);
  pages.forEach((page, place) => {
    expect(page).toContain(`Page ${place + 1} of ${pages.length}`);
    if (page.includes('Item number')) expect(page).toContain('Description Qty Unit price Tax Amount');
  });
  expect(pages[1]).toContain('Invoice A1B2C3D4-0001, continued');
});

test('a description longer than a page, and names as long as they may be, are all there', async () => {
  const description = Array.from({ length: 1500 }, (_, place) => `w${place}`).join(' ');
  const name = 'N'.repeat(1000);
  const { text, pages } = await read(openInvoice({ lines: [line({ description })], issuer: { ...openInvoice().issuer, name } }));
  expect(pages.length).toBeGreaterThan(1);
  expect(text.match(/\bw\d+\b/g)).toHaveLength(1500);
  expect(text.match(/N/g)?.length).toBeGreaterThanOrEqual(2000);
});

test.each([
  ['US', [612, 792]],
  ['CA', [612, 792]],
  ['DE', [595.28, 841.89]],
  ['JP', [595.28, 841.89]],
] as const)('paper has the size that printers hold in %s', async (country, size) => {
  const paper = await read(openInvoice({ issuer: { ...openInvoice().issuer, country } }));
  expect(paper.size.slice(2)).toEqual(size);
});

test.each([
  ['letter', [612, 792]],
  ['a4', [595.28, 841.89]],
] as const)('paper has the size %s where the invoice says so', async (page_size, size) => {
  const papers = ['US', 'DE'].map((country) => read(openInvoice({ page_size, issuer: { ...openInvoice().issuer, country } })));
  for (const paper of await Promise.all(papers)) expect(paper.size.slice(2)).toEqual(size);
});

describe('ten languages', () => {
  test.each(languages)('%s has its own words, dates and numbers, in letters that are in the file', async (language) => {
    const { text, fonts } = await read(openInvoice({ locales: [language], amount_paid: 1 }));
    // Right-to-left text is ordered by the viewer; single words are enough.
    const words = wordsOf({ language });
    for (const said of [words.subtotal, words.amount_paid, words.amount])
      for (const word of said.split(' ')) expect(text).toContain(word.replace('\u0e33', '\u0e4d\u0e32'));
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(may_2031 * 1000);
    for (const part of day.split(/\s/)) expect(text).toContain(part);
    expect(fonts.every((name) => /^[A-Z]{6}\+/.test(name))).toBe(true);
    expect(text).not.toContain('□');
  });

  test('日本語, العربية and ไทย are written out of subsets of their own letters', async () => {
    const customer = { ...openInvoice().customer, name: '株式会社ロケット المدفوعات บริษัท' };
    const { text, fonts } = await read(openInvoice({ customer }));
    for (const said of ['株式会社ロケット', 'المدفوعات', 'บริษัท']) expect(text).toContain(said);
    for (const font of ['BIZUDPGothic', 'IBMPlexSansArabic', 'IBMPlexSansThai'])
      expect(fonts.some((name) => name.includes(font))).toBe(true);
    expect((await invoicePdf(openInvoice({ customer }))).length).toBeLessThan(120_000);
  });

  test.each([
    ['jpy', 'ja', '￥11,000'],
    ['kwd', 'en', 'KWD 11.000'],
    ['usd', 'de', '110,00 $'],
    ['inr', 'en', '₹110.00'],
    ['php', 'en', '₱110.00'],
  ])('an amount in %s in %s is %s', async (currency, language, amount) => {
    expect((await read(openInvoice({ currency, locales: [language] }))).text).toContain(amount);
  });

  test('a locale that we do not write, or that is none, is English', async () => {
    expect((await read(openInvoice({ locales: ['x', '', 'xx-YY', 'tlh'] }))).text).toContain('Amount due');
    expect((await read(openInvoice({ locales: ['tlh', 'fr_CA', 'de'] }))).text).toContain('Montant à payer');
  });
});

test.each([
  ['draft', { number: null, issued: null, due: null }, 'DRAFT'],
  ['paid', { paid: may_2031, amount_paid: 11_000, amount_remaining: 0 }, '€110.00 paid on May 4, 2031'],
  ['void', { voided: may_2031 }, 'This invoice is void. No payment is due.'],
  ['uncollectible', {}, '€110.00 outstanding'],
] as const)('one that is %s says so', async (status, changes, said) => {
  expect((await read(openInvoice({ status, ...changes }))).text).toContain(said);
});

test('a credit note says of which invoice, and asks for nothing', async () => {
  const { text } = await read(openInvoice({ kind: 'credit_note', number: 'A1-CN-01', credited_number: 'A1', due: null }));
  expect(text).toContain('Credit note number A1-CN-01 For invoice A1');
  expect(text).toContain('Total credit €113.79');
  expect(text).not.toMatch(/due/i);
});

test('one in test mode cannot be taken for a real one', async () => {
  expect((await read(openInvoice({ livemode: false }))).text).toContain('TEST: this is not a real document');
  expect((await read(openInvoice())).text).not.toContain('TEST');
});

// Some of each kind: setting a page takes a while.
test.each(hostile_texts.filter((_, place) => place % 6 === 0 || place > hostile_texts.length - 3))(
  '%j in every place adds no page of its own and breaks nothing',
  async (payload) => {
    const { issuer, customer } = openInvoice();
    const party = { name: payload, email: payload, phone: payload, tax_ids: [{ type: payload, value: payload }] };
    const paper = openInvoice({
      ...{ number: payload, memo: payload, footer: payload, locales: [payload, 'ar'] },
      issuer: { ...issuer, ...party, color: payload, country: payload },
      customer: {
        ...customer,
        ...party,
        address: { line1: payload, line2: payload, city: payload, state: payload, postal_code: payload, country: payload },
      },
      lines: [line({ description: payload, discounts: [{ name: payload, amount: 1 }] })],
    });
    expect((await read(paper)).pages.length).toBeLessThan(12);
  },
);

describe('logos', () => {
  const chunk = (kind: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(kind), data])));
    return Buffer.concat([head, Buffer.from(kind), data, checksum]);
  };
  const png = (rows: Buffer, width = 2, height = 2): Buffer => {
    const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0]);
    const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
    return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
  };
  const row = Buffer.from([0, 255, 0, 0, 255, 0, 255, 0, 128]);
  const whole = png(deflateSync(Buffer.concat([row, row])));
  const withLogo = (logo: Uint8Array): InvoicePaper => openInvoice({ issuer: { ...openInvoice().issuer, logo } });

  test('a PNG is printed in the place of the name', async () => {
    const bytes = Buffer.from(await invoicePdf(withLogo(whole))).toString('latin1');
    expect(bytes).toContain('/Subtype /Image');
  });

  test.each([
    ['no picture', Buffer.from('<svg/>')],
    ['a PNG that is cut off', whole.subarray(0, 50)],
    ['a PNG whose rows are missing', png(deflateSync(row))],
    ['a PNG that cannot be inflated', png(Buffer.from('not deflated at all'))],
    ['a PNG with a filter that there is not', png(deflateSync(Buffer.concat([Buffer.from([9]), row.subarray(1), row])))],
    ['a PNG that inflates to more than it says', png(deflateSync(Buffer.alloc(5_000_000)))],
    ['a JPEG that is cut off', Buffer.from('ffd8ffe000104a46494600', 'hex')],
    ['nothing', new Uint8Array()],
  ])('%s is left out, and the name stands there', async (_, logo) => {
    const { text } = await read(withLogo(logo));
    expect(text.match(/Rocket Rides GmbH/g)?.length).toBeGreaterThanOrEqual(2);
    expect(Buffer.from(await invoicePdf(withLogo(logo))).toString('latin1')).not.toContain('/Subtype /Image');
  });
});

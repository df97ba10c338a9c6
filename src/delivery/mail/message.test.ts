import { describe, expect, test } from 'vitest';
import { hostile_texts, tags } from '../../../test/support/hostile-text.js';
import { may_2031, openInvoice } from '../../../test/support/invoice-papers.js';
import { languages } from '../../pages/paper/languages.js';
import { printer } from '../../pages/paper/printing.js';
import { type MailKind, mail_words } from './mail-words.js';
import { attachmentOf, type Business, messageOf, type Writing } from './message.js';
import { mailed } from './writing-of.js';

const all_of_it = {
  kind: 'invoice' as MailKind,
  locales: ['en'] as readonly string[],
  to: 'jenny@example.com',
  name: 'Jenny Rosen' as string | null,
  business: { name: 'Rocket Rides', email: 'help@rocketrides.example', color: null, logo: null } as Business,
  livemode: true,
  number: 'A1-0001',
  money: { amount: 11_000, currency: 'eur' },
  moment: may_2031,
  url: 'https://pay.example.com/invoice/abc' as string | null,
  paper: openInvoice(),
};

const writing = (changes: Partial<typeof all_of_it> = {}): Writing => ({ ...all_of_it, ...changes });

const kinds = [...new Set(mailed.values())];

test('an invoice is sent with its amount, a link to pay, a contact, and the PDF', async () => {
  const message = messageOf(writing());
  expect(message).toMatchObject({
    to: 'jenny@example.com',
    from_name: 'Rocket Rides',
    reply_to: 'help@rocketrides.example',
    subject: 'Invoice A1-0001 from Rocket Rides',
  });
  expect(message.text).toBe(
    'Hello Jenny Rosen,\n\nRocket Rides has sent you invoice A1-0001 for €110.00. It is attached as a PDF.\n\n' +
      'View and pay: https://pay.example.com/invoice/abc\n\nQuestions? Write to help@rocketrides.example.\n\nRocket Rides\n',
  );
  expect(message.html).toContain('<a href="https://pay.example.com/invoice/abc"');
  const attachment = await attachmentOf(writing(), printer().print);
  expect(attachment?.filename).toBe('invoice-A1B2C3D4-0001.pdf');
  expect(Buffer.from(attachment?.content ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
});

describe.each(languages)('%s', (language) => {
  test.each(kinds)('a message of the kind %s has all its values and no brace left', (kind) => {
    const message = messageOf(writing({ kind, locales: [language] }));
    const words = mail_words[language][kind];
    const content = message.html.replace(/<style>.*?<\/style>/s, '');
    for (const part of [message.subject, message.text, content]) expect(part).not.toMatch(/[{}]/);
    for (const name of ['number', 'amount', 'business'] as const) {
      const value = { number: 'A1-0001', amount: '110', business: 'Rocket Rides' }[name];
      if (words.body.includes(`{${name}}`)) expect(message.text).toContain(value);
      if (words.subject.includes(`{${name}}`)) expect(message.subject).toContain(value);
    }
    expect(message.html).toContain(`dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
    expect(message.text.includes('https://')).toBe(words.button !== '');
  });
});

test('a message has the color and logo of the business, or the default color', () => {
  const business = { name: 'Rocket Rides', email: null, color: '#6b21a8', logo: 'https://pay.example.com/links/abc' };
  const { html } = messageOf(writing({ business }));
  expect(html).toContain('background:#6b21a8;color:#ffffff');
  expect(html).toContain('<img src="https://pay.example.com/links/abc" alt=""');
  expect(messageOf(writing()).html).toContain('background:#0e5a47;color:#ffffff');
  expect(messageOf(writing()).html).not.toContain('<img');
});

test('a message of a sandbox is marked as a test', () => {
  expect(messageOf(writing({ livemode: false })).subject).toBe('[TEST] Invoice A1-0001 from Rocket Rides');
});

test.each(hostile_texts)('%j adds no tag, no header and no link', (payload) => {
  const plain = messageOf(writing({ url: null }));
  const message = messageOf(
    writing({
      name: payload,
      number: payload,
      business: { name: payload, email: payload, color: payload, logo: payload },
      url: `javascript:${payload}`,
    }),
  );
  expect(message.html).not.toMatch(/href="(?!https:)/);
  expect(tags(message.html)).toEqual(tags(plain.html));
  expect(`${message.subject}${message.from_name}`).not.toMatch(/[\r\n]/);
});

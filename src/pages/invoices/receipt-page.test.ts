import { describe, expect, test } from 'vitest';
import { hostile_texts, tags } from '../../../test/support/hostile-text.js';
import { languages, localeOf } from '../paper/languages.js';
import { type ReceiptView, receiptPage } from './receipt-page.js';
import { type Charge, receiptOf } from './receipt-routes.js';

const charge: Charge = {
  amount: 428900,
  amount_captured: 428900,
  amount_refunded: 0,
  currency: 'usd',
  created: 1_935_684_000,
  description: 'Order 1042',
  billing_details: { tax_id: null },
  livemode: false,
  refunded: false,
  status: 'succeeded',
  payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
  receipt_number: '1042-0001',
  calculated_statement_descriptor: 'ROCKET RIDES',
  invoice: null,
};

const merchant = {
  ...{ name: 'Rocket Rides', logo: null, icon: null, color: null, secondary_color: null, url: null, country: 'US' },
  support: { email: null, phone: null, url: null, address: null },
};

const receipt = (changes: Partial<Charge> = {}, language = 'en'): ReceiptView => ({
  ...receiptOf({ ...charge, ...changes }, localeOf([language]).language),
  ...{ merchant, locale: localeOf([language]), nonce: 'bm9uY2U=', invoice: null, pdf: null },
});

const factsOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<dt>([^<]*)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, term = '', detail = '']) => [
      term,
      detail.replace(/<[^>]*>/g, ''),
    ]),
  );

test('tells who was paid, what, when, with what and for what', () => {
  const page = receiptPage(receipt());
  expect(page).toContain('<h1>Receipt from <bdi>Rocket Rides</bdi></h1>');
  expect(factsOf(page)).toEqual({
    Amount: '$4,289.00',
    Date: 'May 4, 2031, 18:00 UTC',
    'Paid to': 'Rocket Rides',
    'Paid with': 'Visa ending in 4242',
    For: 'Order 1042',
    'Receipt number': '1042-0001',
    'On your statement': 'ROCKET RIDES',
  });
  expect(page).toMatch(/TEST MODE.*Test data\. No money moved\./s);
  expect(page).not.toContain('simulated');
});

test('shows the tax id that was given with the payment method', () => {
  expect(factsOf(receiptPage(receipt({ billing_details: { tax_id: '000.000.000-00' } })))).toMatchObject({ 'Tax ID': '000.000.000-00' });
});

test('leaves out what is not known, and has nothing to send', () => {
  const unknown = { description: ' ', payment_method_details: null, receipt_number: null, calculated_statement_descriptor: null };
  const page = receiptPage(receipt(unknown));
  expect(Object.keys(factsOf(page))).toEqual(['Amount', 'Date', 'Paid to']);
  expect(page).not.toMatch(/<(form|a|input)\b/);
});

test.each([
  ['paid', {}, '$4,289.00', undefined],
  ['partly refunded', { amount_refunded: 100_000 }, '$4,289.00', '$1,000.00'],
  ['refunded', { amount_refunded: 428_900, refunded: true }, '$4,289.00', '$4,289.00'],
  ['captured in part', { amount_captured: 400_000, amount_refunded: 28_900 }, '$4,000.00', undefined],
  ['captured in part, then refunded in part', { amount_captured: 400_000, amount_refunded: 128_900 }, '$4,000.00', '$1,000.00'],
  ['held', { amount_captured: 0 }, '$4,289.00', undefined],
  ['released', { amount_captured: 0, amount_refunded: 428_900, refunded: true }, '$4,289.00', undefined],
  ['pending', { status: 'pending', amount_captured: 0 }, '$4,289.00', undefined],
  ['failed', { status: 'failed', amount_captured: 0 }, '$4,289.00', undefined],
] as const)('a charge that was %s', (_, changes, amount, refunded) => {
  const facts = factsOf(receiptPage(receipt(changes)));
  expect([facts.Amount, facts.Refunded]).toEqual([amount, refunded]);
});

test('shows the outcome of the payment', () => {
  const said = (changes: Partial<Charge>): string => /<p class="lead">([^<]*)</.exec(receiptPage(receipt(changes)))?.[1] ?? '';
  expect(said({})).toMatch(/^Paid in full/);
  expect(said({ amount_refunded: 1 })).toMatch(/partially refunded/);
  expect(said({ amount_refunded: 428_900, refunded: true })).toMatch(/fully refunded/);
  expect(said({ amount_captured: 0 })).toMatch(/held on your account/);
  expect(said({ amount_captured: 0, amount_refunded: 428_900, refunded: true })).toMatch(/released/);
  expect(said({ status: 'pending' })).toMatch(/Processing/);
  expect(said({ status: 'failed' })).toMatch(/failed/);
});

test('what is left after refunds is said in the currency of the payment', () => {
  const facts = factsOf(receiptPage(receipt({ currency: 'kwd', amount_refunded: 1 })));
  expect(facts).toMatchObject({ Amount: 'KWD\u00a0428.900', Refunded: 'KWD\u00a00.001', 'After refunds': 'KWD\u00a0428.899' });
});

test.each(languages)('in %s every word is of that language, and no brace is left', (language) => {
  const page = receiptPage(receipt({ amount_refunded: 100 }, language));
  expect(page).toContain(`<html lang="${language}"`);
  expect(page.slice(page.indexOf('<body>'), page.indexOf('<script'))).not.toMatch(/\{\w+\}|undefined/);
  if (language !== 'en') expect(page).not.toMatch(/Paid with|Refunded|Receipt number|After refunds/);
});

describe('hostile text', () => {
  const fields = ['payment_method_label', 'description', 'receipt_number', 'statement_descriptor'] as const;

  test.each(hostile_texts)('%j adds no tag and no attribute, in no field', (payload) => {
    for (const field of fields) expect(tags(receiptPage({ ...receipt(), [field]: payload }))).toEqual(tags(receiptPage(receipt())));
    expect(tags(receiptPage({ ...receipt(), merchant: { ...merchant, name: payload } }))).toEqual(tags(receiptPage(receipt())));
  });
});

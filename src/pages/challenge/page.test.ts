import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostile_texts, tags } from '../../../test/support/hostile-text.js';
import { errorPage, notFoundPage } from '../kit/error-page.js';
import type { Kind } from '../kit/ways-to-pay.js';
import { languages, localeOf } from '../paper/languages.js';
import { type Challenge, challengeDonePage, isOffered, challengePage as pageOf } from './page.js';
import { wordings } from './wording.js';

const merchant = {
  ...{ name: 'Rocket Rides', logo: null, icon: null, color: null, secondary_color: null, url: null, country: 'US' },
  support: { email: null, phone: null, url: null, address: null },
};

/** The page without the names that tests of shops find its parts by. */
const challengePage = (of: Challenge): string => pageOf(of).replace(/ data-testid="[^"]*"/g, '');

const ended = { merchant, locale: localeOf(['en']), livemode: false, nonce: 'bm9uY2U=', back: null } as const;

const view: Challenge = {
  kind: 'three_d_secure',
  merchant,
  locale: localeOf(['en']),
  method: { type: 'card', brand: 'visa' },
  details: [],
  code: null,
  zone: 'UTC',
  payment_method_label: 'Visa ending in 4242',
  description: 'Order 1042',
  amount: { amount: 428900, currency: 'usd' },
  reference: '93000262280678',
  due: 1_935_684_000,
  livemode: false,
  action: '/challenge/abc',
  address: 'https://pay.example/challenge/abc',
  nonce: 'bm9uY2U=',
  return_url: 'https://shop.example/done',
};

const kinds = Object.keys(wordings) as Kind[];
const fields = ['payment_method_label', 'description'] as const;

/** The merchant with these words wherever it can have typed some. */
const typedBy = (text: string): Challenge['merchant'] => ({
  ...merchant,
  name: text,
  support: { email: text, phone: text, url: null, address: null },
});
const cases = kinds.flatMap((kind) => [view.amount, null].map((amount) => ({ ...view, kind, amount })));

/** The address of a link to whom a payer can ask is what the merchant has typed, escaped. */
const notWhomToAsk = (tag: string): boolean => !/^<a href="(mailto|tel):/.test(tag);

const withoutPictures = (page: string): string[] => tags(page).filter((tag) => !tag.startsWith('<img'));

describe('hostile text', () => {
  test.each(hostile_texts)('%j adds no tag and no attribute, in no field', (payload) => {
    for (const honest of cases) {
      for (const field of fields) {
        expect(tags(challengePage({ ...honest, [field]: payload }))).toEqual(tags(challengePage(honest)));
      }
      expect(tags(challengePage({ ...honest, merchant: typedBy(payload) })).filter(notWhomToAsk)).toEqual(
        tags(challengePage({ ...honest, merchant: typedBy('a') })).filter(notWhomToAsk),
      );
      expect(withoutPictures(challengePage({ ...honest, reference: payload }))).toEqual(withoutPictures(challengePage(honest)));
    }
  });

  test('no string at all does', () => {
    const hostile = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostile_texts));
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, payment_method_label, description) => {
        const filled = { merchant: { ...merchant, name: `.${name}` }, payment_method_label, description: `.${description}` };
        expect(tags(challengePage({ ...view, ...filled }))).toEqual(tags(challengePage(view)));
      }),
    );
  });

  test.each(hostile_texts)('%j is only text in the currency, the addresses and the other pages', (payload) => {
    const currency = { ...view, amount: { amount: 1, currency: payload } };
    expect(tags(challengePage(currency))).toEqual(tags(challengePage({ ...view, amount: { amount: 10 ** 9, currency: 'usd' } })));
    expect(tags(challengePage({ ...view, return_url: `https://shop.example/?x=${payload}` }))).toEqual(tags(challengePage(view)));
    expect(tags(challengePage({ ...view, action: `/challenge/${payload}` }))).toEqual(tags(challengePage(view)));
    const done = { ...ended, outcome: 'succeed' } as const;
    expect(tags(challengeDonePage({ ...done, merchant: { ...merchant, name: payload } }))).toEqual(tags(challengeDonePage(done)));
    const [back, hostile_back] = ['x', payload].map((place) => ({ place, location: `https://shop.example/?x=${place}` }));
    expect(tags(challengeDonePage({ ...done, back: hostile_back ?? null }))).toEqual(
      tags(challengeDonePage({ ...done, back: back ?? null })),
    );
    expect(tags(errorPage({ nonce: view.nonce, title: payload, message: payload }))).toEqual(tags(notFoundPage(view)));
  });
});

describe('challengePage', () => {
  test.each(cases)('$kind, amount $amount: one heading, one main, one labelled form whose third answer is to leave', (it) => {
    const whole = challengePage(it);
    expect(whole.match(/<h1/g)).toHaveLength(1);
    expect(whole.match(/<(main|header|footer)>/g)).toEqual(['<header>', '<main>', '<footer>']);
    expect(whole).toContain('<form class="actions" method="post" action="/challenge/abc" aria-labelledby="prompt">');
    expect(whole.match(/id="prompt"/g)).toHaveLength(1);
    const values = [...whole.matchAll(/type="submit" name="outcome" value="(\w+)"/g)].map(([, value]) => value);
    expect(values).toEqual(['succeed', it.kind === 'voucher' ? 'expire' : 'fail', 'abandon']);
    expect(values.filter((value) => !isOffered(it.kind, value))).toEqual([]);
  });

  test('a bank asks for authentication, a wallet for approval', () => {
    expect(challengePage(view)).toMatch(/Confirm this payment<.*Complete authentication<.*Fail authentication</s);
    expect(challengePage({ ...view, kind: 'wallet' })).toMatch(/Approve this payment<.*Approve<.*Refuse</s);
  });

  test('shows what is paid, to whom, with what and for what', () => {
    const whole = challengePage(view);
    for (const fact of ['$4,289.00', 'Rocket Rides', 'Visa ending in 4242', 'Order 1042']) {
      expect(whole).toContain(`<dd><bdi>${fact}</bdi></dd>`);
    }
  });

  test('names no amount when a payment method is only saved', () => {
    const saving = challengePage({ ...view, amount: null });
    expect(saving).toContain('<h1>Save this card for later payments</h1>');
    expect(saving).toContain('Nothing is charged now.');
    expect(saving).not.toContain('Amount');
    const wallet = { ...view, kind: 'wallet', payment_method_label: 'Alipay', amount: null } as const;
    expect(challengePage(wallet)).toContain('<h1>Save <bdi>Alipay</bdi> for later payments</h1>');
  });

  test('leaves out an empty description and names a shop without a name', () => {
    expect(challengePage({ ...view, description: ' ' })).not.toContain('<dt>For</dt>');
    expect(challengePage({ ...view, description: null })).not.toContain('<dt>For</dt>');
    expect(challengePage({ ...view, merchant: { ...merchant, name: null } })).toContain('<dd>the shop</dd>');
  });

  test('says that it is a simulation, in test mode only', () => {
    expect(challengePage(view)).toMatch(/TEST MODE.*No bank is contacted and no money moves/s);
    expect(challengePage({ ...view, livemode: true })).not.toMatch(/test|simulated|<header>/i);
  });

  test.each([
    ['https://shop.example:8443/done?x=1', 'Afterwards, you return to <bdi>shop.example:8443</bdi>.', 'Cancel and return'],
    ['https://b\u00fccher.example/', 'Afterwards, you return to <bdi>xn--bcher-kva.example</bdi>.', 'Cancel and return'],
    ['my-app://done', 'Afterwards, you return to <bdi>the app</bdi>.', 'Cancel and return'],
    ['javascript:alert(1)', 'Afterwards, you can close this page.', 'Cancel'],
    [null, 'Afterwards, you can close this page.', 'Cancel'],
  ])('return url %j: %s', (return_url, afterwards, abandon) => {
    const whole = challengePage({ ...view, return_url });
    expect(whole).toContain(afterwards);
    expect(whole).toContain(`>${abandon}</button>`);
  });
});

describe('what a kind of page shows besides', () => {
  const pictures = (page: string): string[] => [...page.matchAll(/<img class="picture (\w+)"/g)].map(([, shape = '']) => shape);

  test.each([
    ['three_d_secure', []],
    ['wallet', []],
    ['online_bank', []],
    ['qr_code', ['square']],
    ['voucher', ['wide']],
    ['bank_transfer', []],
  ] as const)('%s: pictures %j', (kind, shapes) => {
    expect(pictures(challengePage({ ...view, kind }))).toEqual(shapes);
  });

  test('the QR code holds the address of the page, so another page has another one', () => {
    const code = (address: string): string | undefined =>
      /src="(data:[^"]+)"/.exec(challengePage({ ...view, kind: 'qr_code', address }))?.[1];
    expect(code('https://pay.example/challenge/abc')).toBe(code(view.address));
    expect(code('https://pay.example/challenge/abd')).not.toBe(code(view.address));
  });

  test('who answered on a phone can go on here', () => {
    expect(challengePage({ ...view, kind: 'qr_code' })).toContain('Answered on your phone? <a href="/challenge/abc">Continue here</a>');
  });

  test('a voucher has its number in groups and the day it ends', () => {
    const voucher = challengePage({ ...view, kind: 'voucher' });
    expect(voucher).toMatch(
      /<dt>Voucher number<\/dt><dd><span class="copyable"><span id="voucher_number" data-text="93000262280678"><bdi>9300 0262 2806 78<\/bdi>/,
    );
    expect(voucher).toContain('<dt>Pay by</dt><dd><time datetime="2031-05-04T18:00:00.000Z">May 4, 2031, 18:00 UTC</time></dd>');
    expect(voucher).toMatch(/Simulate paying at the shop<.*Let it expire</s);
  });

  test('a number that no bar code can hold is shown without one', () => {
    const voucher = challengePage({ ...view, kind: 'voucher', reference: '12\u0663\u0664' });
    expect(pictures(voucher)).toEqual([]);
    expect(voucher).toContain('<bdi>12\u0663\u0664</bdi>');
  });

  test('a transfer has its reference, and no day where none is known', () => {
    const transfer = challengePage({ ...view, kind: 'bank_transfer', due: null });
    expect(transfer).toMatch(
      /<dt>Reference<\/dt><dd><span class="copyable"><span id="reference" data-text="93000262280678"><bdi>9300 0262 2806 78<\/bdi>/,
    );
    expect(transfer).not.toContain('Pay by');
  });

  test.each([
    [{ amount: 1050, currency: 'jpy' }, '\u00a51,050'],
    [{ amount: 1050, currency: 'brl' }, 'R$10.50'],
    [{ amount: 1050, currency: 'kwd' }, 'KWD\u00a01.050'],
  ])('%j reads %s on every page', (amount, expected) => {
    for (const kind of kinds) expect(challengePage({ ...view, kind, amount })).toContain(`<bdi>${expected}</bdi>`);
  });

  test('only a voucher can be left to expire', () => {
    expect(kinds.filter((kind) => isOffered(kind, 'expire'))).toEqual(['voucher']);
    expect(kinds.filter((kind) => isOffered(kind, 'fail'))).not.toContain('voucher');
    for (const outcome of ['', 'constructor', null, undefined, 0, ['succeed']]) expect(isOffered('wallet', outcome)).toBe(false);
  });
});

describe('the pages without a question', () => {
  test.each([
    ['succeed', 'Approved'],
    ['fail', 'Not approved'],
    ['abandon', 'Canceled'],
    ['pending', 'Payment processing'],
    ['expire', 'This page has expired'],
    ['already_done', 'Already answered'],
  ] as const)('%s: %s', (outcome, title) => {
    const whole = challengeDonePage({ ...ended, outcome });
    expect(whole.match(/<h1>([^<]*)<\/h1>/g)).toEqual([`<h1>${title}</h1>`]);
    expect(whole).toContain('<bdi>Rocket Rides</bdi>');
    expect(whole).not.toContain('<form');
    expect(whole).toContain('TEST MODE');
  });

  test('leads back to the shop where there is a way', () => {
    const answered = { ...ended, outcome: 'already_done' } as const;
    const back = { place: 'shop.example', location: 'https://shop.example/done?a=1&b=2' };
    expect(challengeDonePage({ ...answered, back })).toContain(
      '<a class="button primary" href="https://shop.example/done?a=1&amp;b=2">Return to <bdi>shop.example</bdi></a>',
    );
    expect(challengeDonePage(answered)).not.toContain('<a ');
  });

  test('an error shows its title and message', () => {
    const whole = errorPage({ nonce: view.nonce, title: 'Too many tries', message: 'Wait a minute.' });
    expect(whole).toMatch(/<h1>Too many tries<\/h1><p class="lead">Wait a minute.<\/p>/);
    expect(notFoundPage(view)).toContain('<h1>Page not found</h1>');
  });
});

describe('every language', () => {
  test.each(languages)('%s says all of it in its own words, and no brace is left', (language) => {
    const locale = localeOf([language]);
    for (const each of cases) {
      const whole = challengePage({ ...each, locale, return_url: view.return_url });
      expect(whole).toContain(`<html lang="${language}" dir="${locale.direction}">`);
      expect(whole.replace(/<style.*?<\/style>|<script.*?<\/script>|data-words="[^"]*"/gs, '')).not.toMatch(/\{\w+\}|undefined/);
      if (language !== 'en') expect(whole).not.toMatch(/TEST MODE|Approve<|Pay by|Voucher number/);
    }
    for (const outcome of ['succeed', 'pending', 'fail', 'abandon', 'expire', 'already_done'] as const) {
      expect(challengeDonePage({ ...ended, locale, outcome })).not.toMatch(/>[^<]*\{\w+\}[^<]*<\/(p|h1)>/);
    }
  });
});

test('what is copied is the number alone, and no button shows where no script runs', () => {
  const whole = pageOf({ ...view, kind: 'voucher', details: [{ name: 'voucher_number', text: '123', shown: '1 2 3' }] });
  expect(whole).toContain('data-text="123"');
  expect(whole).toMatch(/<button class="copy" [^>]*aria-label="Copy: Voucher number"[^>]* hidden><\/button>/);
});

test('a wallet counts down, and a voucher does not', () => {
  expect(pageOf({ ...view, kind: 'wallet' })).toContain('data-until="1935684000"');
  expect(pageOf({ ...view, kind: 'voucher' })).not.toContain('data-until=');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostile_texts, tags } from '../../test/support/hostile-text.js';
import { type Challenge, challengeDonePage, challengePage, isOffered } from './challenge-page.js';
import { wordings } from './challenge-wording.js';
import { errorPage, notFoundPage } from './error-page.js';
import type { Kind } from './ways-to-pay.js';

const view: Challenge = {
  kind: 'three_d_secure',
  business_name: 'Rocket Rides',
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
const fields = ['business_name', 'payment_method_label', 'description'] as const;
const cases = kinds.flatMap((kind) => [view.amount, null].map((amount) => ({ ...view, kind, amount })));

const withoutPictures = (page: string): string[] => tags(page).filter((tag) => !tag.startsWith('<img'));

describe('hostile text', () => {
  test.each(hostile_texts)('%j adds no tag and no attribute, in no field', (payload) => {
    for (const honest of cases) {
      for (const field of fields) {
        expect(tags(challengePage({ ...honest, [field]: payload }))).toEqual(tags(challengePage(honest)));
      }
      expect(withoutPictures(challengePage({ ...honest, reference: payload }))).toEqual(withoutPictures(challengePage(honest)));
    }
  });

  test('no string at all does', () => {
    const hostile = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostile_texts));
    fc.assert(
      fc.property(hostile, hostile, hostile, (business_name, payment_method_label, description) => {
        const filled = { business_name: `.${business_name}`, payment_method_label, description: `.${description}` };
        expect(tags(challengePage({ ...view, ...filled }))).toEqual(tags(challengePage(view)));
      }),
    );
  });

  test.each(hostile_texts)('%j is only text in the currency, the addresses and the other pages', (payload) => {
    const currency = { ...view, amount: { amount: 1, currency: payload } };
    expect(tags(challengePage(currency))).toEqual(tags(challengePage({ ...view, amount: { amount: 10 ** 9, currency: 'usd' } })));
    expect(tags(challengePage({ ...view, return_url: `https://shop.example/?x=${payload}` }))).toEqual(tags(challengePage(view)));
    expect(tags(challengePage({ ...view, action: `/challenge/${payload}` }))).toEqual(tags(challengePage(view)));
    const done = { outcome: 'succeed', business_name: 'Rocket Rides', nonce: view.nonce } as const;
    expect(tags(challengeDonePage({ ...done, business_name: payload }))).toEqual(tags(challengeDonePage(done)));
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
    expect(challengePage({ ...view, business_name: ' ' })).toContain('<dd>the shop</dd>');
  });

  test('says that it is a simulation, in test mode only', () => {
    expect(challengePage(view)).toMatch(/TEST MODE.*No bank is asked and no money moves/s);
    expect(challengePage({ ...view, livemode: true })).not.toMatch(/test|simulated|<header>/i);
  });

  test.each([
    ['https://shop.example:8443/done?x=1', 'Afterwards you return to <bdi>shop.example:8443</bdi>.', 'Cancel and return'],
    ['https://b\u00fccher.example/', 'Afterwards you return to <bdi>xn--bcher-kva.example</bdi>.', 'Cancel and return'],
    ['my-app://done', 'Afterwards you return to <bdi>the app</bdi>.', 'Cancel and return'],
    ['javascript:alert(1)', 'Afterwards you can close this page.', 'Cancel'],
    [null, 'Afterwards you can close this page.', 'Cancel'],
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
    const code = (address: string): string | undefined => /src="([^"]+)"/.exec(challengePage({ ...view, kind: 'qr_code', address }))?.[1];
    expect(code('https://pay.example/challenge/abc')).toBe(code(view.address));
    expect(code('https://pay.example/challenge/abd')).not.toBe(code(view.address));
  });

  test('who answered on a phone can go on here', () => {
    expect(challengePage({ ...view, kind: 'qr_code' })).toContain('Answered on your phone? <a href="/challenge/abc">Continue here</a>');
  });

  test('a voucher has its number in groups and the day it ends', () => {
    const voucher = challengePage({ ...view, kind: 'voucher' });
    expect(voucher).toContain('<dt>Voucher number</dt><dd><bdi>9300 0262 2806 78</bdi></dd>');
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
    expect(transfer).toContain('<dt>Reference</dt><dd><bdi>9300 0262 2806 78</bdi></dd>');
    expect(transfer).not.toContain('Pay by');
  });

  test.each([
    [{ amount: 1050, currency: 'jpy' }, '\u00a51,050'],
    [{ amount: 1050, currency: 'brl' }, 'R$10.50'],
    [{ amount: 1050, currency: 'kwd' }, 'KWD\u00a01.050'],
  ])('%j reads %s on every page', (amount, expected) => {
    for (const kind of kinds) expect(challengePage({ ...view, kind, amount })).toContain(`<dd><bdi>${expected}</bdi></dd>`);
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
    ['abandon', 'Cancelled'],
    ['pending', 'On its way'],
    ['expire', 'This page has expired'],
    ['already_done', 'Already answered'],
  ] as const)('%s: %s', (outcome, title) => {
    const whole = challengeDonePage({ outcome, business_name: 'Rocket Rides', nonce: view.nonce });
    expect(whole.match(/<h1>([^<]*)<\/h1>/g)).toEqual([`<h1>${title}</h1>`]);
    expect(whole).toContain('<bdi>Rocket Rides</bdi>');
    expect(whole).not.toContain('<form');
    expect(whole).toContain('TEST MODE');
  });

  test('leads back to the shop where there is a way', () => {
    const ended = { outcome: 'already_done', business_name: 'Rocket Rides', nonce: view.nonce } as const;
    const back = { place: 'shop.example', location: 'https://shop.example/done?a=1&b=2' };
    expect(challengeDonePage({ ...ended, back })).toContain(
      '<a class="button primary" href="https://shop.example/done?a=1&amp;b=2">Return to <bdi>shop.example</bdi></a>',
    );
    expect(challengeDonePage({ ...ended, back: null })).not.toContain('<a ');
  });

  test('an error shows its title and message', () => {
    const whole = errorPage({ nonce: view.nonce, title: 'Too many tries', message: 'Wait a minute.' });
    expect(whole).toMatch(/<h1>Too many tries<\/h1><p class="lead">Wait a minute.<\/p>/);
    expect(notFoundPage({ nonce: view.nonce })).toContain('<h1>Page not found</h1>');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/support/decisions.js';
import { errors } from '../../../kernel/base/errors.js';
import { isCurrency } from '../../../kernel/base/money.js';
import { payment_method_types } from '../../payments/payment-methods/payment-method.js';
import type { MethodFacts } from './facts.js';
import { type MethodType, payableTypes, requirePayable, types } from './types.js';

const details = { name: 'Jo Doe', email: 'jo@example.com', phone: '+551155256325', address: { country: 'BR' } };

/** What is published of each kind, written out again: currencies, refunds, whether it is saved, and what it needs. */
const published: Record<string, readonly [currencies: string | null, refunds: MethodFacts['refunds'], saved: boolean, needs: string]> = {
  card: [null, 'partial', true, ''],
  alipayplus: ['cny gbp hkd idr myr php thb', 'partial', false, ''],
  alipay: ['cny eur gbp hkd usd', 'partial', true, ''],
  wechat_pay: ['cny eur gbp hkd usd', 'partial', false, ''],
  sepa_debit: ['eur', 'partial', true, 'name email'],
  alipay_hk: ['eur gbp hkd usd', 'partial', true, ''],
  boost: ['eur gbp myr usd', 'partial', true, ''],
  truemoney: ['eur gbp thb usd', 'once', true, ''],
  gcash: ['eur gbp php usd', 'once', true, ''],
  kakaopay: ['eur gbp krw usd', 'partial', true, ''],
  touchngo: ['eur gbp myr usd', 'partial', true, ''],
  rabbit_line_pay: ['eur gbp thb usd', 'partial', true, ''],
  dana: ['eur gbp idr usd', 'once', true, ''],
  klarna: ['aud cad chf czk dkk eur gbp nok nzd pln ron sek usd', 'partial', true, 'address.country'],
  ideal: ['eur', 'partial', false, ''],
  giropay: ['eur', 'partial', false, 'name'],
  sofort: ['chf eur gbp', 'once', false, ''],
  eps: ['eur', 'once', false, 'name'],
  trustly: ['czk dkk eur gbp nok pln sek', 'partial', false, ''],
  bancontact: ['eur', 'once', false, 'name'],
  p24: ['eur pln', 'partial', false, 'email'],
  unionpay: ['cny myr', 'none', false, ''],
  fpx: ['myr', 'partial', false, ''],
  mcash: ['myr', 'none', false, ''],
  grabpay: ['myr sgd', 'partial', false, ''],
  bank_transfer_id: ['idr', 'none', false, ''],
  qris: ['idr', 'partial', false, ''],
  promptpay: ['thb', 'none', false, ''],
  ovo: ['idr', 'none', false, ''],
  shopeepay: ['idr myr php sgd thb vnd', 'partial', false, ''],
  upi: ['inr', 'none', true, ''],
  boleto: ['brl', 'none', false, 'name email address.country'],
  paynow: ['sgd', 'partial', false, ''],
  pix: ['brl', 'full', true, 'name email address.country'],
  '9pay': ['vnd', 'partial', false, ''],
  stitch: ['zar', 'partial', false, ''],
  bpi: ['php', 'once', false, ''],
  akulaku: ['idr php', 'partial', false, ''],
  oxxo: ['mxn', 'none', false, 'name email'],
  spei: ['mxn', 'none', false, 'name'],
  affirm: ['cad usd', 'partial', false, ''],
  afterpay_clearpay: ['aud cad gbp nzd usd', 'partial', false, 'name email address.country'],
  amazon_pay: ['aud chf dkk eur gbp hkd jpy nok nzd sek usd zar', 'partial', true, ''],
  cashapp: ['usd', 'partial', true, ''],
  link: [null, 'partial', true, ''],
  mobilepay: ['dkk eur nok sek', 'partial', false, ''],
  paypal: ['aud cad chf czk dkk eur gbp hkd nok nzd pln sek sgd usd', 'partial', true, ''],
  revolut_pay: ['chf czk dkk eur gbp huf nok pln ron sek', 'partial', true, ''],
  twint: ['chf', 'partial', false, ''],
  swish: ['sek', 'partial', false, ''],
  blik: ['pln', 'partial', true, ''],
  konbini: ['jpy', 'partial', false, 'name email'],
  multibanco: ['eur', 'partial', false, 'email'],
  customer_balance: ['eur gbp jpy mxn usd', 'partial', false, ''],
  au_becs_debit: ['aud', 'partial', true, 'name email'],
  bacs_debit: ['gbp', 'partial', true, 'name email address.country'],
  acss_debit: ['cad usd', 'partial', true, 'name email'],
  us_bank_account: ['usd', 'partial', true, 'name'],
  alma: ['eur', 'partial', false, ''],
  billie: ['chf dkk eur gbp nok sek', 'partial', false, ''],
  bizum: ['eur', 'partial', true, ''],
  crypto: ['usd', 'partial', false, ''],
  kakao_pay: ['krw', 'partial', true, ''],
  kr_card: ['krw', 'partial', true, ''],
  mb_way: ['eur', 'partial', false, ''],
  naver_pay: ['krw', 'partial', true, ''],
  nz_bank_account: ['nzd', 'partial', true, 'name email'],
  pay_by_bank: ['eur gbp', 'partial', false, ''],
  payco: ['krw', 'partial', false, ''],
  paypay: ['jpy', 'partial', false, ''],
  payto: ['aud', 'partial', true, 'name email'],
  samsung_pay: ['krw', 'partial', false, ''],
  satispay: ['eur', 'partial', true, ''],
  scalapay: ['eur', 'partial', false, ''],
  sequra: ['eur', 'partial', false, ''],
  sunbit: ['usd', 'partial', false, ''],
  zip: ['aud usd', 'partial', false, ''],
};

const unpayable = (...[type, details, money]: [MethodType, Record<string, unknown> | null, { amount: number; currency: string }]) =>
  refusalOf((asked) => requirePayable(type, details, money, asked));

describe('the table of kinds', () => {
  test('has a row for each', () => {
    expect(Object.keys(types).sort()).toEqual([...payment_method_types].sort());
    expect(Object.keys(published).sort()).toEqual([...payment_method_types].sort());
  });

  test.each(payment_method_types)('%s: as published', (type) => {
    const { currencies, refunds, saved, needs } = types[type];
    expect([currencies && [...currencies].sort().join(' '), refunds, saved, needs.join(' ')]).toEqual(published[type]);
  });

  const those = (is: (facts: MethodFacts) => boolean): string[] => payment_method_types.filter((type) => is(types[type]));

  test('few can be held', () => {
    const held = 'card kakaopay klarna affirm afterpay_clearpay amazon_pay cashapp link mobilepay paypal revolut_pay alma billie kakao_pay';
    const since = 'kr_card naver_pay payco samsung_pay satispay scalapay sequra sunbit';
    expect(those(({ manual_capture }) => manual_capture)).toEqual(`${held} ${since}`.split(' '));
  });

  test('a debit can be taken from every account of the Single Euro Payments Area', () => {
    const members = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO AD SM MC VA';
    const others = 'PF TF GI GG IM JE BL PM CH GB WF';
    expect([...(types.sepa_debit.countries ?? [])].sort()).toEqual(`${members} ${others}`.split(' ').sort());
  });

  test('currencies and countries are real, and limits are of a currency that is accepted', () => {
    for (const type of payment_method_types) {
      const { currencies, countries, limits } = types[type];
      expect(currencies?.filter((each) => !isCurrency(each)) ?? []).toEqual([]);
      expect(countries?.filter((each) => !/^[A-Z]{2}$/.test(each)) ?? []).toEqual([]);
      expect(Object.keys(limits).filter((each) => currencies && !currencies.includes(each))).toEqual([]);
    }
  });

  test('tells which kinds take a currency', () => {
    expect(payableTypes('brl')).toEqual(['card', 'boleto', 'pix', 'link']);
    expect(payableTypes('chf')).toEqual(['card', 'klarna', 'sofort', 'amazon_pay', 'link', 'paypal', 'revolut_pay', 'twint', 'billie']);
    expect(payableTypes('xof')).toEqual(['card', 'link']);
  });

  test('lists only those that can be saved, where they must be', () => {
    expect(payableTypes('eur', () => true)).toEqual(payableTypes('eur').filter((type) => types[type].saved));
    expect(payableTypes('brl', (type) => type !== 'pix')).toEqual(['card', 'pix', 'link']);
  });

  test('a payment waits for its payer as long as its merchant says by these alone', () =>
    expect(those(({ expires_after }) => expires_after !== undefined)).toEqual(['boleto', 'pix', 'oxxo', 'konbini']));
});

describe('a payment', () => {
  test('by card can be made in any currency, of any amount that can be charged in it, from any country', () => {
    fc.assert(
      fc.property(fc.constantFrom('usd', 'jpy', 'kwd', 'xof'), fc.integer({ min: 50, max: 99_999_999 }), (currency, amount) => {
        expect(unpayable('card', null, { amount, currency })).toBeNull();
      }),
    );
  });

  test.each(payment_method_types)('by %s of a fitting amount and with all details is possible', (type) => {
    const currency = types[type].currencies?.[0] ?? 'usd';
    const given = { ...details, address: { country: types[type].countries?.[0] ?? 'BR' } };
    expect(unpayable(type, given, { amount: types[type].limits[currency]?.minimum ?? 2000, currency })).toBeNull();
  });

  test('in another currency is refused, with those that would do', () =>
    expect(unpayable('p24', details, { amount: 1000, currency: 'usd' })).toEqual({
      code: 'payment_intent_invalid_parameter',
      param: 'currency',
      message: 'A payment by p24 cannot be made in USD. Accepted: EUR, PLN.',
    }));

  test.each<[MethodType, string, object, string]>([
    ['pix', 'brl', { email: 'jo@example.com', address: { country: 'BR' } }, 'payment_method_data[billing_details][name]'],
    ['pix', 'brl', { ...details, email: null }, 'payment_method_data[billing_details][email]'],
    ['pix', 'brl', { ...details, address: null }, 'payment_method_data[billing_details][address][country]'],
    ['pix', 'brl', { ...details, address: { country: '' } }, 'payment_method_data[billing_details][address][country]'],
    ['p24', 'pln', {}, 'payment_method_data[billing_details][email]'],
    ['klarna', 'eur', { email: 'jo@example.com' }, 'payment_method_data[billing_details][address][country]'],
    ['spei', 'mxn', {}, 'payment_method_data[billing_details][name]'],
  ])('by %s in %s by %j lacks a detail', (type, currency, given, param) =>
    expect(unpayable(type, given as Record<string, unknown>, { amount: 1000, currency })).toMatchObject({
      code: 'parameter_missing',
      param,
      message: expect.stringContaining(param),
    }),
  );

  test.each<[MethodType, string, object]>([
    ['bank_transfer_id', 'idr', {}],
    ['klarna', 'eur', { name: 'Jo Doe', address: { country: 'DE' } }],
    ['promptpay', 'thb', {}],
    ['sofort', 'eur', {}],
    ['spei', 'mxn', { name: 'Jo Doe' }],
    ['upi', 'inr', { email: 'jo@example.com' }],
  ])('by %s in %s by %j lacks nothing', (type, currency, given) =>
    expect(unpayable(type, given as Record<string, unknown>, { amount: 10_000, currency })).toBeNull(),
  );

  test.each<[MethodType, string, number, number, string, string]>([
    ['fpx', 'myr', 100, 3_000_000, '1.00 MYR', '30000.00 MYR'],
    ['upi', 'inr', 10_000, 5_000_000, '100.00 INR', '50000.00 INR'],
    ['pix', 'brl', 300, 1_467_700, '3.00 BRL', '14677.00 BRL'],
    ['promptpay', 'thb', 100, 500_000, '1.00 THB', '5000.00 THB'],
    ['boleto', 'brl', 500, 4_999_999, '5.00 BRL', '49999.99 BRL'],
    ['oxxo', 'mxn', 1000, 1_000_000, '10.00 MXN', '10000.00 MXN'],
    ['9pay', 'vnd', 5000, 200_000_000, '5000 VND', '200000000 VND'],
  ])('by %s in %s amounts to %i at least and %i at most', (type, currency, minimum, maximum, least, most) => {
    const refusal = (amount: number): unknown => unpayable(type, details, { amount, currency });
    expect([refusal(minimum), refusal(maximum)]).toEqual([null, null]);
    expect(refusal(minimum - 1)).toMatchObject({ code: 'amount_too_small', param: 'amount', message: expect.stringContaining(least) });
    expect(refusal(maximum + 1)).toMatchObject({ code: 'amount_too_large', param: 'amount', message: expect.stringContaining(most) });
  });

  test.each<[MethodType, string, number, string]>([
    ['wechat_pay', 'usd', 5_000_000, '50000.00 USD'],
    ['truemoney', 'thb', 700_000, '7000.00 THB'],
    ['unionpay', 'myr', 250_000, '2500.00 MYR'],
    ['mcash', 'myr', 250_000, '2500.00 MYR'],
  ])('by %s in %s amounts to %i at most', (type, currency, maximum, most) => {
    expect(unpayable(type, details, { amount: maximum, currency })).toBeNull();
    expect(unpayable(type, details, { amount: maximum + 1, currency })).toMatchObject({ message: expect.stringContaining(most) });
  });

  test.each<[MethodType, string, number, string]>([
    ['gcash', 'php', 100, '1.00 PHP'],
    ['dana', 'idr', 10_000, '100.00 IDR'],
    ['kakaopay', 'krw', 100, '100 KRW'],
    ['giropay', 'eur', 100, '1.00 EUR'],
    ['eps', 'eur', 100, '1.00 EUR'],
    ['bank_transfer_id', 'idr', 100, '1.00 IDR'],
    ['ovo', 'idr', 100, '1.00 IDR'],
    ['bpi', 'php', 100, '1.00 PHP'],
    ['spei', 'mxn', 100, '1.00 MXN'],
  ])('by %s in %s is at least %i, without an upper limit of its own', (type, currency, minimum, least) => {
    expect(unpayable(type, details, { amount: minimum, currency })).toBeNull();
    expect(unpayable(type, details, { amount: 99_999_999, currency })).toBeNull();
    expect(unpayable(type, details, { amount: minimum - 1, currency })).toMatchObject({ message: expect.stringContaining(least) });
  });

  test.each<[MethodType, string, string, string]>([
    ['pix', 'brl', 'PT', 'BR'],
    ['boleto', 'brl', 'AR', 'BR'],
    ['klarna', 'eur', 'BR', 'AT, AU, BE'],
  ])('by %s in %s is not made from %s, where it is not available', (type, currency, country, accepted) =>
    expect(unpayable(type, { ...details, address: { country } }, { amount: 1000, currency })).toEqual({
      code: 'payment_intent_invalid_parameter',
      param: 'payment_method_data[billing_details][address][country]',
      message: expect.stringMatching(`^A payment by ${type} cannot be made from ${country}\\. Accepted: ${accepted}`),
    }),
  );

  test.each(payment_method_types.filter((type) => !types[type].needs.includes('address.country')))(
    'by %s does not ask where its payer lives',
    (type) => {
      const currency = types[type].currencies?.[0] ?? 'usd';
      const given = { ...details, address: { country: 'AQ' } };
      expect(unpayable(type, given, { amount: types[type].limits[currency]?.minimum ?? 2000, currency })).toBeNull();
    },
  );

  test('by WeChat Pay in euros has no limit', () =>
    expect(unpayable('wechat_pay', details, { amount: 99_999_999, currency: 'eur' })).toBeNull());

  test('is refused only with codes of the catalogue', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...payment_method_types),
        fc.constantFrom('usd', 'eur', 'brl', 'mxn', 'thb', 'vnd'),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.constantFrom({}, details),
        (type, currency, amount, given) => {
          const refusal = unpayable(type, given, { amount, currency });
          expect(refusal === null || (refusal.code in errors && refusal.param !== undefined)).toBe(true);
        },
      ),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asking, attempt, attempted_at, chargeAsk, return_url } from '../../../test/support/sandbox-asks.js';
import { Concealed, holdsCardNumber } from '../../kernel/base/concealed.js';
import { idSource } from '../../kernel/base/ids.js';
import { type MethodType, types } from '../../resources/core/payment-method-types/types.js';
import { fitting } from '../../resources/payments/payment-methods/fitting.js';
import { debit_payments, particulars } from '../../resources/payments/payment-methods/particulars.js';
import type { Answer, Approved, ChargeAsk, NeedsAction, Outcome } from '../contract.js';
import { methods } from './methods.js';
import { sandbox } from './sandbox.js';
import { checkDigitOf } from './steps.js';

const hour = 3600;
const day = 24 * hour;

const redirect = 'redirect_to_url';
const link = ['url'];
const there = ['return_url', 'url'];
const verify = 'verify_with_microdeposits';
/** Debits of accounts without verification. */
const debits = [
  ['sepa_debit', 5],
  ['au_becs_debit', 3],
  ['bacs_debit', 3],
  ['nz_bank_account', 2],
] as const;

const deposits = ['arrival_date', 'hosted_verification_url', 'microdeposit_type'];

/** Every type: the next_action member of a payment, its fields, its time limit, and how many days the bank takes. */
const steps: Record<string, readonly [action: string, members: readonly string[], seconds: number, days: number]> = {
  alipayplus: ['alipayplus_handle_redirect', ['applinkUrl', 'normalUrl', 'return_url', 'schemeUrl'], hour, 0],
  alipay: ['alipay_handle_redirect', ['native_data', 'native_url', 'return_url', 'url'], hour, 0],
  wechat_pay: ['wechat_pay_display_qr_code', ['data', 'data_ur', 'image_url_png', 'image_url_svg'], 2 * hour, 0],
  alipay_hk: ['alipay_hk_handle_redirect', link, hour, 0],
  boost: [redirect, there, hour, 0],
  truemoney: ['truemoney_handle_redirect', link, hour, 0],
  gcash: ['gcash_handle_redirect', link, hour, 0],
  kakaopay: [redirect, there, hour, 0],
  touchngo: [redirect, there, hour, 0],
  rabbit_line_pay: ['rabbit_line_pay_handle_redirect', link, hour, 0],
  dana: ['dana_handle_redirect', link, hour, 0],
  klarna: [redirect, there, hour, 0],
  ideal: [redirect, there, hour, 0],
  giropay: [redirect, there, hour, 0],
  sofort: [redirect, there, hour, 5],
  eps: [redirect, there, hour, 0],
  trustly: [redirect, there, hour, 0],
  bancontact: [redirect, there, hour, 0],
  p24: [redirect, there, hour, 0],
  unionpay: [redirect, there, hour, 0],
  fpx: [redirect, there, hour, 0],
  mcash: [redirect, there, hour, 0],
  grabpay: [redirect, there, hour, 0],
  bank_transfer_id: ['bank_transfer_id_handle_redirect', link, day, 1],
  qris: [redirect, there, 2 * hour, 0],
  promptpay: ['promptpay_handle_redirect', link, 2 * hour, 0],
  ovo: [redirect, there, hour, 0],
  shopeepay: ['shopeepay_handle_redirect', link, hour, 0],
  upi: [redirect, there, 2 * hour, 0],
  boleto: [redirect, there, 3 * day + 3 * hour - 1, 1],
  paynow: [redirect, there, 2 * hour, 0],
  pix: ['pix_handle_redirect', ['qrcode', 'timeout', 'url'], day, 0],
  '9pay': [redirect, there, hour, 0],
  stitch: [redirect, there, hour, 0],
  bpi: ['bpi_handle_redirect', link, hour, 0],
  akulaku: ['akulaku_handle_redirect', link, hour, 0],
  oxxo: ['oxxo_handle_redirect', ['bar_code', 'timeout', 'url'], 3 * day + 6 * hour - 1, 1],
  spei: [
    'spei_display_details',
    ['amount_remaining', 'currency', 'financial_addresses', 'hosted_instructions_url', 'reference'],
    3 * day,
    1,
  ],
  affirm: [redirect, there, hour, 0],
  afterpay_clearpay: [redirect, there, hour, 0],
  amazon_pay: [redirect, there, hour, 0],
  cashapp: ['cashapp_handle_redirect_or_display_qr_code', ['hosted_instructions_url', 'mobile_auth_url', 'qr_code'], hour, 0],
  link: [redirect, there, hour, 0],
  mobilepay: [redirect, there, hour, 0],
  paypal: [redirect, there, hour, 0],
  revolut_pay: [redirect, there, hour, 0],
  twint: [redirect, there, hour, 0],
  swish: ['swish_handle_redirect_or_display_qr_code', ['hosted_instructions_url', 'mobile_auth_url', 'qr_code'], 180, 0],
  blik: ['blik_authorize', [], 60, 0],
  konbini: ['konbini_display_details', ['expires_at', 'hosted_voucher_url', 'stores'], 3 * day + 15 * hour - 1, 1],
  multibanco: ['multibanco_display_details', ['entity', 'expires_at', 'hosted_voucher_url', 'reference'], 7 * day, 1],
  customer_balance: [
    'display_bank_transfer_instructions',
    ['amount_remaining', 'currency', 'hosted_instructions_url', 'reference', 'type'],
    90 * day,
    0,
  ],
  acss_debit: [verify, deposits, 10 * day, 5],
  us_bank_account: [verify, deposits, 10 * day, 4],
  alma: [redirect, there, hour, 0],
  billie: [redirect, there, hour, 0],
  bizum: [redirect, there, hour, 0],
  crypto: [redirect, there, hour, 0],
  kakao_pay: [redirect, there, hour, 0],
  kr_card: [redirect, there, hour, 0],
  mb_way: [redirect, there, hour, 0],
  naver_pay: [redirect, there, hour, 0],
  pay_by_bank: [redirect, there, hour, 0],
  payco: [redirect, there, hour, 0],
  paypay: [redirect, there, hour, 0],
  payto: [redirect, there, hour, 0],
  samsung_pay: [redirect, there, hour, 0],
  satispay: [redirect, there, hour, 0],
  scalapay: [redirect, there, hour, 0],
  sequra: [redirect, there, hour, 0],
  sunbit: [redirect, there, hour, 0],
  zip: [redirect, there, hour, 0],
};

/** The next_action members beside that of a redirect. */
const beside: Readonly<Record<string, readonly string[]>> = {
  bank_transfer_id: ['bank_transfer_id_display_details'],
  boleto: ['boleto_display_details'],
};

const rows = Object.entries(steps);
const delayed = rows.filter(([, [, , , days]]) => days > 0);

const charge = (type: string, changes: Partial<ChargeAsk> = {}): Answer =>
  sandbox.charge(chargeAsk({ payment_method: { id: 'pm_1', type }, ...changes }), asking);

const memberOf = (answer: Answer): Record<string, unknown> => {
  const { next_action } = answer as NeedsAction;
  return next_action[next_action.type] as Record<string, unknown>;
};

const approved = { result: 'approved', fee: 59 };
const declined = (code: string): object => ({ result: 'declined', code });

describe('a payment by', () => {
  test('every type except cards is in this table', () => {
    expect([...methods.keys()].sort()).toEqual([...Object.keys(steps), ...debits.map(([type]) => type)].sort());
  });

  test.each(rows)('%s is a step of the payer that expires', (type, [action, members, seconds]) => {
    const answer = charge(type);
    expect(answer).toMatchObject({ result: 'needs_action', next_action: { type: action }, expires_at: attempted_at + seconds });
    expect(Object.keys((answer as NeedsAction).next_action).sort()).toEqual([action, 'type', ...(beside[type] ?? [])].sort());
    expect(Object.keys(memberOf(answer)).sort()).toEqual(members);
    if (members.length) expect(Object.values(memberOf(answer))).toContain(asking.page_url);
  });

  test.each(rows)('%s succeeds when the payer has paid, at once or after the bank confirms', (type, [action, , , days]) => {
    const paid = (seconds: number): Answer => charge(type, { finished_step: action, outcome: 'succeed', now: attempted_at + seconds });
    if (days) {
      expect(paid(0)).toMatchObject({ result: 'pending', ask_again_at: attempted_at + days * day });
      expect(paid(days * day - 1).result).toBe('pending');
    }
    expect(paid(days * day)).toMatchObject(approved);
  });

  test.each(rows)('%s fails when the payer refuses, leaves or lets it expire', (type, [action]) => {
    const ended = (outcome: Outcome): Answer => charge(type, { finished_step: action, outcome });
    expect(ended('fail')).toEqual(declined('payment_intent_payment_attempt_failed'));
    expect(ended('abandon')).toEqual(declined('payment_intent_payment_attempt_failed'));
    expect(ended('expire')).toEqual(declined('payment_intent_payment_attempt_expired'));
  });

  test.each(debits)('%s takes no step and %i days', (type, days) => {
    expect(charge(type)).toEqual({
      ...{ result: 'pending', ask_again_at: attempted_at + days * day },
      details: { expected_debit_date: new Date((attempted_at + days * day) * 1000).toISOString().slice(0, 10) },
    });
    expect(charge(type, { now: attempted_at + days * day, finished_step: 'pending' })).toMatchObject(approved);
  });

  test.each(['zalopay', 'constructor', '__proto__', ''])('an unknown type (%j) is refused', (type) =>
    expect(charge(type)).toEqual(declined('payment_method_unactivated')),
  );
});

describe('while a payment is processing', () => {
  const pending = [...delayed.map(([type, row]) => [type, row[3]] as const), ...debits];

  test.each(pending)('%s: a question about the result names the time when the bank knows', (type, days) => {
    const asked = (seconds: number): Answer => charge(type, { finished_step: 'pending', now: attempted_at + seconds });
    expect(asked(60)).toMatchObject({ result: 'pending', ask_again_at: attempted_at + days * day });
    expect(asked(days * day)).toMatchObject(approved);
  });

  test.each(pending)('%s: a tester can decide it early', (type) => {
    for (const finished_step of ['pending', null]) {
      expect(charge(type, { finished_step, outcome: 'succeed' })).toMatchObject(approved);
      expect(charge(type, { finished_step, outcome: 'fail' })).toEqual(declined('payment_intent_payment_attempt_failed'));
      expect(charge(type, { finished_step, outcome: 'expire' })).toEqual(declined('payment_intent_payment_attempt_expired'));
    }
  });

  test('the types with delayed confirmation take days here', () => {
    const known = Object.keys(types).filter((type) => types[type as MethodType].delayed);
    expect(known.sort()).toEqual(pending.map(([type]) => type).sort());
  });
});

describe('without the payer', () => {
  test.each(rows)('%s is charged if it was saved, and needs the payer otherwise', (type, [, , , days]) => {
    const away = (saved: boolean): Answer => charge(type, { off_session: true, payment_method: { id: 'pm_1', type, saved } });
    expect(away(false)).toMatchObject({ result: 'declined', code: 'authentication_required', decline_code: 'authentication_required' });
    expect(away(true).result).toBe(days ? 'pending' : 'approved');
  });

  test('a saved one still asks a payer who is present', () =>
    expect(charge('gcash', { payment_method: { id: 'pm_1', type: 'gcash', saved: true } }).result).toBe('needs_action'));

  test.each(['wechat_pay', 'alipayplus'])('%s is charged at once with the code from their app', (type) => {
    expect(charge(type, { payment_code: new Concealed('130000000000000000') })).toMatchObject(approved);
    expect(charge(type, {}).result).toBe('needs_action');
    expect(charge('gcash', { payment_code: new Concealed('130000000000000000') }).result).toBe('needs_action');
  });
});

describe('the step of the payer', () => {
  test.each([
    [{}, 'wechat_pay_display_qr_code'],
    [{ terminal_type: 'QR' }, 'wechat_pay_display_qr_code'],
    [{ terminal_type: 'H5' }, 'wechat_pay_redirect_to_web'],
    [{ terminal_type: 'WEB' }, 'wechat_pay_redirect_to_web'],
    [{ terminal_type: 'Official Account' }, 'wechat_pay_official_account_params'],
    [{ terminal_type: 'MINI_PROGRAM' }, 'wechat_pay_official_account_params'],
    [{ terminal_type: 'ANDROID' }, 'wechat_pay_redirect_to_android_app'],
    [{ terminal_type: 'APP' }, 'wechat_pay_redirect_to_android_app'],
    [{ terminal_type: 'IOS' }, 'wechat_pay_redirect_to_ios_app'],
    [{ client: 'web' }, 'wechat_pay_display_qr_code'],
    [{ client: 'android' }, 'wechat_pay_redirect_to_android_app'],
    [{ client: 'ios' }, 'wechat_pay_redirect_to_ios_app'],
    [{ client: 'mini_program' }, 'wechat_pay_official_account_params'],
    [{ terminal_type: 7 }, 'wechat_pay_display_qr_code'],
  ])('WeChat Pay with %j: %s', (options, type) => expect(charge('wechat_pay', { options })).toMatchObject({ next_action: { type } }));

  test('parameters for WeChat have the shape of its script, with the app of the merchant', () => {
    const params = memberOf(charge('wechat_pay', { options: { client: 'mini_program', app_id: 'wx1234567890abcdef' } }));
    expect(params).toEqual({
      appId: 'wx1234567890abcdef',
      timeStamp: String(attempted_at),
      nonceStr: expect.stringMatching(/^[0-9a-f]{32}$/),
      signType: 'RSA',
      paySign: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      package: expect.stringMatching(/^prepay_id=wx[0-9a-f]+$/),
    });
  });

  test.each(['wechat_pay_redirect_to_android_app', 'wechat_pay_redirect_to_ios_app', 'wechat_pay_redirect_to_web'])(
    '%s leads to the hosted page',
    (type) => {
      const terminal = {
        wechat_pay_redirect_to_android_app: 'android',
        wechat_pay_redirect_to_ios_app: 'ios',
        wechat_pay_redirect_to_web: 'h5',
      };
      const member = memberOf(charge('wechat_pay', { options: { terminal_type: terminal[type as keyof typeof terminal] } }));
      expect(Object.values(member)).toEqual([expect.stringMatching(new RegExp(`^${asking.page_url}(\\?|$)`))]);
    },
  );

  test('Alipay has data for an app, except in a browser', () => {
    const shown = (options: ChargeAsk['options']): object => memberOf(charge('alipay', { options }));
    for (const options of [{}, { terminal_type: 'APP' }])
      expect(shown(options)).toEqual({
        native_data: expect.stringMatching(/^service=mobile\.securitypay\.pay&/),
        native_url: expect.stringMatching(/^alipays:\/\//),
        return_url,
        url: asking.page_url,
      });
    expect(shown({ terminal_type: 'WEB' })).toEqual({ native_data: null, native_url: null, return_url, url: asking.page_url });
  });

  test('a Pix code opens the hosted page and lasts as long as the payment waits', () => {
    const answer = charge('pix') as NeedsAction;
    expect(memberOf(answer)).toEqual({ url: asking.page_url, qrcode: asking.page_url, timeout: 86_400 });
    expect(answer.expires_at).toBe(attempted_at + 86_400);
  });

  test('SPEI shows the members of the seed: none', () =>
    expect(charge('spei')).toMatchObject({ next_action: { type: 'spei_display_details', spei_display_details: {} } }));
});

describe('the number on an OXXO voucher', () => {
  const numberOf = (tried: string): string => String(memberOf(charge('oxxo', { attempt: tried })).bar_code);
  const ids = idSource((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));

  test('has 14 digits with a check digit, and is not a card number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (time) => {
        const number = numberOf(ids.fresh('patt', time));
        expect(number).toMatch(/^93\d{12}$/);
        const sum = [...number].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 1 : 3), 0);
        expect(sum % 10).toBe(0);
        expect(holdsCardNumber(number)).toBe(false);
      }),
    );
  });

  test('is equal for the same attempt, and differs between attempts', () => {
    expect(numberOf(attempt)).toBe(numberOf(attempt));
    expect(new Set(Array.from({ length: 100 }, () => numberOf(ids.fresh('patt', attempted_at * 1000)))).size).toBe(100);
  });

  test('the check digit is that of retail bar codes', () => {
    expect(checkDigitOf('400638133393')).toBe(1);
    expect(checkDigitOf('0001234560001')).toBe(2);
  });
});

describe('of the payment and of the account of its payer', () => {
  const said = ['bank', 'account_holder_type', 'tax_id', 'bsb_number', 'pay_id'];
  const billing_details = { name: 'Jo Doe', email: 'jo@example.com', phone: '+4670123', address: { country: 'SE' } };
  const shown = Object.entries({
    ...debit_payments,
    ...Object.fromEntries(Object.entries(particulars).map(([type, { paid }]) => [type, paid])),
  }).filter(([type]) => type !== 'card');

  test.each(shown.map(([type, members = {}]) => [type, Object.keys(members)] as const))(
    '%s tells all that a charge shows',
    (type, names) => {
      const answer = charge(type, {
        ...{ finished_step: 'pending', outcome: 'succeed' },
        payment_method: { id: 'pm_1', type, billing_details },
        options: { preferred_language: 'de', preferred_locale: 'de-DE', reference: 'order 1' },
      }) as Approved;
      const expected = names.filter((name) => !said.includes(name) && !['mandate', 'expected_debit_date'].includes(name));
      const known =
        type === 'payto' || (type === 'sofort' && expected.includes('country'))
          ? expected.filter((name) => !['country', 'last4'].includes(name))
          : expected;
      expect(Object.keys(answer.details ?? {}).sort()).toEqual([...known].sort());
      expect(fitting({ ...particulars[type]?.paid, ...debit_payments[type] }, answer.details)).toEqual(answer.details ?? {});
    },
  );
});

test('an authorization has no fee', () => {
  for (const capture of [true, false])
    expect(charge('klarna', { finished_step: redirect, outcome: 'succeed', capture })).toMatchObject(
      capture ? approved : { result: 'approved' },
    );
});

test('the same ask has the same answer', () => {
  const drawn = fc.record({
    type: fc.constantFrom(...methods.keys()),
    now: fc.integer({ min: attempted_at, max: attempted_at + 9 * day }),
    finished_step: fc.option(fc.constantFrom('redirect_to_url', 'pending')),
    outcome: fc.constantFrom<Outcome>('succeed', 'fail', 'abandon', 'expire'),
    amount: fc.integer({ min: 1, max: 99_999_999 }),
    options: fc.constantFrom({}, { terminal_type: 'H5' }),
  });
  fc.assert(
    fc.property(drawn, ({ type, ...changes }) => {
      expect(charge(type, changes)).toEqual(charge(type, changes));
    }),
  );
});

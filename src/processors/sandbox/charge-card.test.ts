import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asking, attempt, attempted_at, chargeAsk, numbered, return_url } from '../../../test/support/sandbox-asks.js';
import { idSource } from '../../base/ids.js';
import type { Answer, Approved, ChargeAsk, Outcome } from '../../base/processor.js';
import { test_cards } from './cards.js';
import { sandbox } from './sandbox.js';

const cardAsk = (number: string, changes: Partial<ChargeAsk> = {}, cvc: string | null = '123'): ChargeAsk =>
  chargeAsk({ ...numbered(number, cvc), ...changes });

const charge = (number: string, changes: Partial<ChargeAsk> = {}, cvc: string | null = '123'): Answer =>
  sandbox.charge(cardAsk(number, changes, cvc), asking);

const normal = { level: 'normal', score: expect.toSatisfy((score) => score >= 5 && score <= 60) };

const approved = (rest: object = {}): object => ({
  result: 'approved',
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  authenticated: false,
  fee: 59,
  risk: normal,
  ...rest,
});

const declined = (code: string, decline_code?: string): object => ({
  result: 'declined',
  code,
  ...(decline_code && { decline_code }),
  risk: normal,
});

const step = (type: string): Answer => ({
  result: 'needs_action',
  next_action: { type, [type]: { return_url, url: asking.page_url } },
});

const ended = (finished_step: string, outcome: Outcome): Partial<ChargeAsk> => ({ finished_step, outcome });

const of_type = (number: string, more: object): ChargeAsk['payment_method'] => ({ ...numbered(number).payment_method, ...more });

/** The rows that are not simply approved; written out again, so that a slip in the table shows. */
const special = {
  declined: {
    '4000000000000002': ['card_declined', 'generic_decline'],
    '4000000000009995': ['card_declined', 'insufficient_funds'],
    '4000000000009987': ['card_declined', 'lost_card'],
    '4000000000009979': ['card_declined', 'stolen_card'],
    '4000000000006975': ['card_declined', 'card_velocity_exceeded'],
    '4000000000000341': ['card_declined', 'generic_decline'],
    '4000000000000069': ['expired_card', undefined],
    '4000000000000119': ['processing_error', undefined],
    '4000000000000127': ['incorrect_cvc', undefined],
    '4242424242424241': ['incorrect_number', undefined],
    '4000008400001280': ['card_declined', 'processing_error'],
  },
  checked: {
    '4000000000000101': { cvc_check: 'fail' },
    '4000000000000036': { address_postal_code_check: 'fail' },
    '4000000000000028': { address_line1_check: 'fail' },
    '4000000000000010': { address_line1_check: 'fail', address_postal_code_check: 'fail' },
    '4000000000000044': { address_line1_check: 'unavailable', address_postal_code_check: 'unavailable' },
  },
  asking: [
    ...['4000002500003155', '4000002760003184', '4000003800000446', '4000008260003178'],
    ...['4000000000003220', '4000008400000027', '4000000000003063', '4000000000003238', '4000000000003246', '4000000000003253'],
    ...['4000582600000094', '4000582600000045', '4000582600000102', '4000582600000110', '4000008400001629'],
  ],
  frictionless: ['4000000032200000'],
  risky: {
    '4100000000000019': 'highest',
    '4000000000004954': 'highest',
    '4000000000009235': 'elevated',
    '4000058400307872': 'elevated',
    '4000058400306072': 'elevated',
  },
  disputed: {
    '4000000000000259': [false, 'fraudulent'],
    '6026507838377928': [false, 'fraudulent'],
    '4000000404000079': [false, 'fraudulent'],
    '4000000404000038': [false, 'fraudulent'],
    '4000000001000043': [false, 'fraudulent'],
    '4000000404004816': [false, 'fraudulent'],
    '4000000404005649': [false, 'fraudulent'],
    '5105000300000018': [false, 'fraudulent'],
    '4000000000002685': [false, 'product_not_received'],
    '4000008400000779': [false, 'noncompliant'],
    '5105008400000002': [false, 'noncompliant'],
    '4000000000001976': [true, 'general'],
  },
  available_at_once: ['4000000000000077', '4000003720000278'],
  refunded_otherwise: ['4000000000007726', '4000000000005126'],
} as const;

const special_numbers = new Set<string>([
  ...Object.values(special).flatMap((rows) => (Array.isArray(rows) ? (rows as readonly string[]) : Object.keys(rows))),
]);
const plain = [...test_cards.keys()].filter((number) => !special_numbers.has(number));

describe('a published card is charged', () => {
  test('every special number is a row of the table', () => {
    expect([...special_numbers].filter((number) => !test_cards.has(number))).toEqual([]);
    expect(plain.length + special_numbers.size).toBe(test_cards.size);
  });

  test.each(plain)('%s: approved, and nothing more to say', (number) => expect(charge(number)).toEqual(approved()));

  test.each(Object.entries(special.declined))('%s: declined with %j', (number, [code, decline_code]) =>
    expect(charge(number)).toMatchObject(declined(code, decline_code)),
  );

  test.each(Object.entries(special.checked))('%s: approved with %j, for a failed check alone does not decline', (number, checks) =>
    expect(charge(number)).toMatchObject(approved({ checks })),
  );

  test.each(special.asking)('%s: the payer authenticates', (number) => expect(charge(number)).toEqual(step('redirect_to_url')));

  test.each(special.frictionless)('%s: authenticated without asking the payer, who may be away', (number) => {
    expect(charge(number)).toEqual(approved({ authenticated: true }));
    expect(charge(number, { off_session: true })).toEqual(approved({ authenticated: true }));
  });

  test.each(Object.entries(special.disputed))('%s: approved, and disputed: inquiry %s, %s', (number, [inquiry, reason]) => {
    const { dispute } = charge(number) as Approved;
    expect(dispute).toMatchObject({ inquiry, reason });
    expect(dispute?.fee).toBe(inquiry ? undefined : 1500);
    expect(dispute?.amount).toBeUndefined();
  });

  test.each(special.available_at_once)('%s: approved, and the funds are available at once', (number) =>
    expect(charge(number)).toEqual(approved({ available_on: attempted_at, reference: `funds_at_once_${attempt}` })),
  );

  test.each(special.refunded_otherwise)('%s: approved under a reference that says how it is refunded', (number) =>
    expect(charge(number)).toEqual(approved({ reference: expect.stringMatching(/^refund_(pends|fails)_patt_/) })),
  );
});

describe('risk', () => {
  const between = (from: number, to: number): object => expect.toSatisfy((score: number) => score >= from && score <= to);
  const scores: Record<string, object> = { elevated: between(65, 74), highest: between(75, 100) };

  test.each(Object.entries(special.risky))('of %s is %s', (number, level) =>
    expect(charge(number)).toMatchObject({ risk: { level, score: scores[level] } }),
  );

  test('blocks the one card that is always blocked, and no other', () => {
    expect(charge('4100000000000019')).toMatchObject({ result: 'declined', code: 'card_declined', decline_code: 'fraudulent' });
    expect(charge('4000000000004954').result).toBe('approved');
    expect(charge('4000000000009235').result).toBe('approved');
  });

  test('differs from try to try', () => {
    const ids = idSource((bytes) => new Uint8Array(bytes).map((_, place) => (place * 7) % 62));
    const scored = Array.from({ length: 40 }, () => charge('4242424242424242', { attempt: ids.fresh('patt', attempted_at * 1000) }));
    expect(new Set(scored.map((answer) => (answer as Approved).risk?.score)).size).toBeGreaterThan(10);
  });

  test('is not told while the payer is asked', () => expect(charge('4000000000003220')).not.toHaveProperty('risk'));
});

describe('what was typed in', () => {
  test('an expired card is declined', () => {
    const payment_method = of_type('4242424242424242', { card: { exp_month: 5, exp_year: 2030, cvc_given: false } });
    expect(charge('4242424242424242', { payment_method })).toEqual(declined('expired_card'));
  });

  test('an address that came along is compared, and what is missing of it is not', () => {
    const billing_details = { address: { line1: '1 High Street', postal_code: null } };
    const answer = charge('4242424242424242', { payment_method: of_type('4242424242424242', { billing_details }) });
    expect(answer).toMatchObject({ checks: { address_line1_check: 'pass', address_postal_code_check: null } });
  });

  test('an address that is null is none', () => {
    const payment_method = of_type('4242424242424242', { billing_details: { address: null } });
    expect(charge('4242424242424242', { payment_method })).toEqual(approved());
  });

  test('without a cvc it cannot be the wrong one', () => {
    expect(charge('4000000000000127', {}, null)).toMatchObject({ result: 'approved', checks: { cvc_check: null } });
    expect(charge('4000000000000101', {}, null)).toMatchObject({ result: 'approved', checks: { cvc_check: null } });
  });

  test('a card without its number reaches nobody', () =>
    expect(sandbox.charge(chargeAsk(), asking)).toEqual({ result: 'declined', code: 'processing_error' }));

  test('a number that nobody published is charged if it can be one', () => {
    expect(charge('4539578763621486')).toEqual(approved());
    expect(charge('4539578763621487')).toEqual(declined('incorrect_number'));
  });
});

describe('3D Secure', () => {
  const optional = [...test_cards].filter(
    ([, card]) => card.three_d_secure === 'optional' && !card.lookup_fails && !card.mistake && !card.declined && !card.charge_declined,
  );
  const authentication_failed = declined('payment_intent_authentication_failure');

  test.each(optional.map(([number]) => number))(
    '%s asks when the caller requests it, and is approved when the payer succeeds',
    (number) => {
      expect(charge(number, { request_three_d_secure: 'any' })).toEqual(step('redirect_to_url'));
      expect(charge(number, { request_three_d_secure: 'any', ...ended('redirect_to_url', 'succeed') }, null)).toMatchObject({
        result: 'approved',
        authenticated: true,
      });
    },
  );

  test.each(['4242424242424242', '378282246310005'])('%s cannot be asked', (number) =>
    expect(charge(number, { request_three_d_secure: 'any' })).toEqual(approved()),
  );

  test.each(special.asking)('%s fails when the payer does, and it is the authentication that failed', (number) => {
    for (const outcome of ['fail', 'abandon', 'expire'] as const)
      expect(charge(number, ended('redirect_to_url', outcome))).toEqual(authentication_failed);
  });

  test.each([
    ['4000008260003178', 'insufficient_funds'],
    ['4000008400001629', 'generic_decline'],
  ])('%s is declined after the payer succeeded', (number, decline_code) =>
    expect(charge(number, ended('redirect_to_url', 'succeed'))).toMatchObject(declined('card_declined', decline_code)),
  );

  test('an error on the way to the issuer declines the card once it is needed', () => {
    expect(charge('4000000000003097')).toEqual(approved());
    expect(charge('4000000000003097', { request_three_d_secure: 'any' })).toEqual(declined('card_declined', 'processing_error'));
  });

  test('in two steps: device data, then the challenge, then approved', () => {
    const stepwise = { request_three_d_secure: 'any', stepwise_three_d_secure: true } as const;
    expect(charge('4111111111111111', stepwise)).toEqual(step('ddc_redirect'));
    expect(charge('4111111111111111', { ...stepwise, ...ended('ddc_redirect', 'succeed') })).toEqual(step('challenge_redirect'));
    expect(charge('4111111111111111', { ...stepwise, ...ended('challenge_redirect', 'succeed') })).toEqual(
      approved({ authenticated: true }),
    );
    for (const first of ['ddc_redirect', 'challenge_redirect'])
      expect(charge('4111111111111111', { ...stepwise, ...ended(first, 'fail') })).toEqual(authentication_failed);
  });

  test('half of a report asks the payer anew', () => {
    expect(charge('4000000000003220', { outcome: 'succeed' })).toEqual(step('redirect_to_url'));
    expect(charge('4000000000003220', { finished_step: 'redirect_to_url' })).toEqual(step('redirect_to_url'));
  });

  test('whoever asks what became of it is told, and nobody is asked twice', () => {
    expect(charge('4000000000003220', { finished_step: 'pending' })).toEqual(approved({ authenticated: true }));
    expect(charge('4242424242424242', { finished_step: 'pending' })).toEqual(approved());
    expect(charge('4000000000000002', { finished_step: 'pending' })).toMatchObject(declined('card_declined', 'generic_decline'));
  });

  test('shifts the burden of a dispute for fraud to the issuer, and of no other', () => {
    const authenticated = ended('redirect_to_url', 'succeed');
    expect(charge('4000000000000259', authenticated)).toEqual(approved({ authenticated: true }));
    expect(charge('4000000000002685', authenticated)).toHaveProperty('dispute.reason', 'product_not_received');
  });
});

describe('while the payer is away', () => {
  const away = (number: string, saved: boolean): Answer =>
    charge(number, { off_session: true, payment_method: of_type(number, { saved }) });
  const authentication_required = declined('authentication_required', 'authentication_required');

  test.each([
    ['4000002500003155', false, authentication_required],
    ['4000002500003155', true, approved()],
    ['4000002760003184', false, authentication_required],
    ['4000002760003184', true, authentication_required],
    ['4000003800000446', true, approved()],
    ['4000000000003220', true, authentication_required],
    ['4242424242424242', true, approved()],
    ['4000000000000341', true, declined('card_declined', 'generic_decline')],
  ])('%s, saved: %s', (number, saved, answer) => expect(away(number, saved)).toEqual(answer));

  test('a saved card without funds is declined for that', () =>
    expect(away('4000008260003178', true)).toMatchObject(declined('card_declined', 'insufficient_funds')));

  test('an authentication that the caller requests cannot take place', () =>
    expect(charge('4000000000003055', { off_session: true, request_three_d_secure: 'any' })).toEqual(authentication_required));

  test('a card that was saved asks no more even when the payer is back, but one that counts as saved does', () => {
    const back = (number: string): Answer => charge(number, { payment_method: of_type(number, { saved: true }) });
    expect(back('4000002500003155')).toEqual(approved());
    expect(back('4000003800000446')).toEqual(step('redirect_to_url'));
  });
});

const everywhere = (value: unknown): string => JSON.stringify(value) + inspect(value, { depth: null, showHidden: true });

const drawn_asks = fc
  .record({
    number: fc.constantFrom(...test_cards.keys()),
    cvc: fc.option(fc.constantFrom('123', '1234')),
    amount: fc.integer({ min: 1, max: 99_999_999 }),
    currency: fc.constantFrom('usd', 'jpy', 'kwd', 'eur'),
    capture: fc.boolean(),
    off_session: fc.boolean(),
    request_three_d_secure: fc.option(fc.constantFrom('any', 'challenge', 'automatic')),
    stepwise_three_d_secure: fc.boolean(),
    finished_step: fc.option(fc.constantFrom('redirect_to_url', 'ddc_redirect', 'challenge_redirect', 'pending')),
    outcome: fc.constantFrom<Outcome>('succeed', 'fail', 'abandon', 'expire'),
    now: fc.integer({ min: attempted_at, max: attempted_at + 400 * 86_400 }),
  })
  .map(({ number, cvc, ...changes }) => ({ number, asked: () => cardAsk(number, changes, cvc), changes }));

test('the same ask has the same answer, and neither holds a card number', () => {
  fc.assert(
    fc.property(drawn_asks, ({ number, asked }) => {
      const answer = sandbox.charge(asked(), asking);
      expect(answer).toEqual(sandbox.charge(asked(), asking));
      expect(everywhere([asked(), answer])).not.toContain(number);
    }),
  );
  for (const number of test_cards.keys()) expect(everywhere([cardAsk(number), charge(number)])).not.toContain(number);
});

test('the fee is never more than the amount, and comes only with the money', () => {
  fc.assert(
    fc.property(drawn_asks, ({ asked, changes }) => {
      const answer = sandbox.charge(asked(), asking);
      if (answer.result !== 'approved') return;
      if (changes.capture) expect(answer.fee).toBeLessThanOrEqual(changes.amount);
      else expect([answer.fee, answer.dispute, answer.available_on]).toEqual([undefined, undefined, undefined]);
    }),
  );
});

test('a card is never approved by a step that the payer refused, left or let expire', () => {
  fc.assert(
    fc.property(drawn_asks, ({ asked, changes }) => {
      fc.pre(changes.finished_step !== null && changes.finished_step !== 'pending' && changes.outcome !== 'succeed');
      expect(sandbox.charge(asked(), asking).result).toBe('declined');
    }),
  );
});

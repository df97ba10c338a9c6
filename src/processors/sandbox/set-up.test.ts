import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asking, ended, numbered, setUpAsk, step } from '../../../test/support/sandbox-asks.js';
import { passesLuhn } from '../../kernel/base/concealed.js';
import { errors } from '../../kernel/base/errors.js';
import type { Answer, Outcome, SetUpAsk } from '../contract.js';
import { test_cards } from './cards.js';
import { sandbox } from './sandbox.js';

const ask = (changes: Partial<SetUpAsk> = {}): SetUpAsk => setUpAsk({ payment_method: numbered('').payment_method, ...changes });

const cardAsk = (number: string, changes: Partial<SetUpAsk> = {}, cvc: string | null = '123'): SetUpAsk =>
  setUpAsk({ ...numbered(number, cvc), ...changes });

const setUp = (number: string, changes: Partial<SetUpAsk> = {}, cvc: string | null = '123'): Answer =>
  sandbox.set_up(cardAsk(number, changes, cvc), asking);

const approved = (authenticated: boolean, checks: object = {}): Answer => ({
  result: 'approved',
  details: expect.objectContaining({ issuer: 'Florin Test Bank' }),
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass', ...checks },
  authenticated,
});

const declined = (code: string, decline_code?: string): object => ({ result: 'declined', code, ...(decline_code ? { decline_code } : {}) });

const authentication_failed = {
  ...declined('setup_intent_authentication_failure'),
  details: { three_d_secure: expect.objectContaining({ result: 'failed' }) },
};
const not_succeeded: readonly Outcome[] = ['fail', 'abandon', 'expire'];

/** The rows that are not simply approved, repeated here so that a mistake in the table shows. */
const special = {
  declined: {
    '4000000000000002': ['card_declined', 'generic_decline'],
    '4000000000009995': ['card_declined', 'insufficient_funds'],
    '4000000000009987': ['card_declined', 'lost_card'],
    '4000000000009979': ['card_declined', 'stolen_card'],
    '4000000000006975': ['card_declined', 'card_velocity_exceeded'],
    '4000000000000069': ['expired_card', undefined],
    '4000000000000119': ['processing_error', undefined],
    '4000000000000127': ['incorrect_cvc', undefined],
    '4242424242424241': ['incorrect_number', undefined],
    '4100000000000019': ['card_declined', 'fraudulent'],
    '4000008400001280': ['card_declined', 'processing_error'],
  },
  checked: {
    '4000000000000101': { cvc_check: 'fail' },
    '4000058400307872': { cvc_check: 'fail' },
    '4000000000000036': { address_postal_code_check: 'fail' },
    '4000058400306072': { address_postal_code_check: 'fail' },
    '4000000000000028': { address_line1_check: 'fail' },
    '4000000000000010': { address_line1_check: 'fail', address_postal_code_check: 'fail' },
    '4000000000000044': { address_line1_check: 'unavailable', address_postal_code_check: 'unavailable' },
  },
  asking: [
    ...['4000002500003155', '4000002760003184', '4000008260003178', '4000000000003220', '4000008400000027', '4000000000003063'],
    ...['4000000000003238', '4000000000003246', '4000000000003253', '4000008400001629'],
    ...['4000582600000094', '4000582600000045', '4000582600000102', '4000582600000110'],
  ],
  frictionless: ['4000000032200000'],
} as const;

const special_numbers = new Set<string>([
  ...Object.keys(special.declined),
  ...Object.keys(special.checked),
  ...special.asking,
  ...special.frictionless,
]);
const plain = [...test_cards.keys()].filter((number) => !special_numbers.has(number));

describe('a published card is set up', () => {
  test('every special number is a row of the table', () => {
    expect([...special_numbers].filter((number) => !test_cards.has(number))).toEqual([]);
    expect(plain.length + special_numbers.size).toBe(test_cards.size);
  });

  test.each(plain)('%s: approved', (number) => expect(setUp(number)).toEqual(approved(false)));

  test.each(Object.entries(special.declined))('%s: declined with %j', (number, [code, decline_code]) =>
    expect(setUp(number)).toMatchObject(declined(code, decline_code)),
  );

  test.each(Object.entries(special.checked))('%s: approved with %j', (number, checks) =>
    expect(setUp(number)).toEqual(approved(false, checks)),
  );

  test.each(special.asking)('%s: the payer authenticates', (number) => expect(setUp(number)).toEqual(step('redirect_to_url')));

  test.each(special.frictionless)('%s: authenticated without asking the payer', (number) =>
    expect(setUp(number, { request_three_d_secure: 'any' })).toEqual(approved(true)),
  );

  test('only the test card for it fails the check digit', () => {
    expect([...test_cards.keys()].filter((number) => !passesLuhn(number))).toEqual(['4242424242424241']);
  });

  test('a decline without a decline code has none', () => {
    expect(setUp('4000000000000069')).toEqual(declined('expired_card'));
  });

  test('every decline is in the catalogue of errors', () => {
    const codes = [...test_cards.values()].flatMap((card) => card.declined?.code ?? card.mistake ?? []);
    expect(codes.filter((code) => !(code in errors))).toEqual([]);
  });
});

describe('an unpublished card', () => {
  test('is approved', () => expect(setUp('4539578763621486')).toEqual(approved(false)));
  test('is refused when its check digit is wrong', () => expect(setUp('4539578763621487')).toEqual(declined('incorrect_number')));
  test('is refused without its number', () => expect(sandbox.set_up(ask(), asking)).toEqual(declined('processing_error')));
});

describe('without a cvc', () => {
  test.each([...test_cards.keys()])('%s has no cvc check', (number) => {
    const answer = setUp(number, {}, null);
    if (answer.result === 'approved') expect(answer.checks?.cvc_check).toBeNull();
  });

  test('the cvc cannot be wrong', () => {
    expect(setUp('4000000000000127', {}, null)).toEqual(approved(false, { cvc_check: null }));
    expect(setUp('4000000000000101', {}, null)).toEqual(approved(false, { cvc_check: null }));
  });

  test('one that was given earlier still counts', () => {
    const card = { exp_month: 12, exp_year: 2034, cvc_given: true };
    expect(setUp('4000000000000127', { payment_method: { id: 'pm_1', type: 'card', card } }, null)).toEqual(declined('incorrect_cvc'));
  });
});

describe('a card expires with the last second of its month, in UTC', () => {
  const expiring = (exp_month: number, exp_year: number, now: number): Answer =>
    setUp('4242424242424242', { payment_method: { id: 'pm_1', type: 'card', card: { exp_month, exp_year, cvc_given: false } }, now });
  const july = Date.UTC(2030, 6, 1) / 1000;
  const january = Date.UTC(2031, 0, 1) / 1000;

  test.each([
    [6, 2030, july - 1, 'approved'],
    [6, 2030, july, 'declined'],
    [12, 2030, january - 1, 'approved'],
    [12, 2030, january, 'declined'],
    [12, 2029, july, 'declined'],
    [1, 2031, july, 'approved'],
  ])('%i/%i at %i: %s', (month, year, now, result) => expect(expiring(month, year, now).result).toBe(result));

  test('with the code expired_card', () => expect(expiring(5, 2030, july)).toEqual(declined('expired_card')));
});

describe('3D Secure', () => {
  const optional = [...test_cards].filter(([, card]) => card.three_d_secure === 'optional' && !card.lookup_fails && !card.mistake);

  test.each(optional.map(([number]) => number))('%s asks the payer when the caller requests it', (number) => {
    expect(setUp(number, { request_three_d_secure: 'any' })).toEqual(step('redirect_to_url'));
    expect(setUp(number, { request_three_d_secure: 'challenge' })).toEqual(step('redirect_to_url'));
  });

  test.each(['automatic', 'auto', null])('%s asks only if it is required', (request_three_d_secure) => {
    expect(setUp('4111111111111111', { request_three_d_secure })).toEqual(approved(false));
    expect(setUp('4000000000003055', { request_three_d_secure })).toEqual(approved(false));
    expect(setUp('4000000000003220', { request_three_d_secure })).toEqual(step('redirect_to_url'));
  });

  test('a card that counts as set up already asks only when the caller requests it', () => {
    expect(setUp('4000003800000446')).toEqual(approved(false));
    expect(setUp('4000003800000446', { request_three_d_secure: 'any' })).toEqual(step('redirect_to_url'));
  });

  test.each(['4242424242424242', '378282246310005'])('%s has no 3D Secure', (number) =>
    expect(setUp(number, { request_three_d_secure: 'any' })).toEqual(approved(false)),
  );

  test('an error in the 3D Secure lookup declines the card when it is needed', () => {
    expect(setUp('4000000000003097')).toEqual(approved(false));
    expect(setUp('4000000000003097', { request_three_d_secure: 'any' })).toEqual(declined('card_declined', 'processing_error'));
    expect(setUp('4000008400001280')).toEqual(declined('card_declined', 'processing_error'));
  });

  test('a wrong cvc is refused before the payer is asked, because it is gone afterwards', () => {
    expect(setUp('4000000000000127', { request_three_d_secure: 'any' })).toEqual(declined('incorrect_cvc'));
  });

  test.each(special.asking.filter((number) => number !== '4000008400001629'))('%s succeeds when the payer does', (number) =>
    expect(setUp(number, ended('redirect_to_url', 'succeed'), null)).toEqual(approved(true, { cvc_check: null })),
  );

  test.each([
    ['4000008400001629', 'generic_decline'],
    ['4000000000000002', 'generic_decline'],
    ['4000000000009995', 'insufficient_funds'],
  ])('%s is declined after the payer succeeded', (number, decline_code) =>
    expect(setUp(number, { request_three_d_secure: 'any', ...ended('redirect_to_url', 'succeed') }, null)).toMatchObject(
      declined('card_declined', decline_code),
    ),
  );

  test.each(not_succeeded)('fails when the payer ends with %s', (outcome) =>
    expect(setUp('4000002500003155', ended('redirect_to_url', outcome))).toEqual(authentication_failed),
  );

  test('an incomplete report asks the payer again', () => {
    expect(setUp('4000002500003155', { outcome: 'succeed' })).toEqual(step('redirect_to_url'));
    expect(setUp('4000002500003155', { finished_step: 'redirect_to_url' })).toEqual(step('redirect_to_url'));
  });
});

describe('3D Secure in two steps', () => {
  const stepwise = { request_three_d_secure: 'any', stepwise_three_d_secure: true } as const;
  const walk = (number: string, changes: Partial<SetUpAsk> = {}): Answer => setUp(number, { ...stepwise, ...changes });

  test.each(['4111111111111111', '4000002500003155'])('%s: device data, then the challenge, then approved', (number) => {
    expect(walk(number)).toEqual(step('ddc_redirect'));
    expect(walk(number, ended('ddc_redirect', 'succeed'))).toEqual(step('challenge_redirect'));
    expect(walk(number, ended('challenge_redirect', 'succeed'))).toEqual(approved(true));
  });

  test.each(['ddc_redirect', 'challenge_redirect'])('a failed %s ends it', (finished_step) => {
    for (const outcome of not_succeeded) expect(walk('4111111111111111', ended(finished_step, outcome))).toEqual(authentication_failed);
  });

  test('a card without 3D Secure has no steps', () => expect(walk('4242424242424242')).toEqual(approved(false)));
});

const everywhere = (value: unknown): string => JSON.stringify(value) + inspect(value, { depth: null, showHidden: true });

const drawn_asks = fc
  .record({
    number: fc.constantFrom(...test_cards.keys()),
    cvc: fc.option(fc.constantFrom('123', '1234')),
    request_three_d_secure: fc.option(fc.constantFrom('any', 'challenge', 'automatic')),
    stepwise_three_d_secure: fc.boolean(),
    finished_step: fc.option(fc.constantFrom('redirect_to_url', 'ddc_redirect', 'challenge_redirect')),
    outcome: fc.constantFrom<Outcome>('succeed', 'fail', 'abandon', 'expire'),
    now: fc.integer({ min: 0, max: 4_000_000_000 }),
  })
  .map(({ number, cvc, ...changes }) => ({ number, asked: () => cardAsk(number, changes, cvc), changes }));

test('the same ask has the same answer', () => {
  fc.assert(
    fc.property(drawn_asks, ({ asked }) => {
      expect(sandbox.set_up(asked(), asking)).toEqual(sandbox.set_up(asked(), asking));
    }),
  );
});

test('a card is never approved by a step that the payer refused, left or let expire', () => {
  fc.assert(
    fc.property(drawn_asks, ({ asked, changes }) => {
      fc.pre(changes.finished_step !== null && changes.outcome !== 'succeed');
      expect(sandbox.set_up(asked(), asking).result).toBe('declined');
    }),
  );
});

test('an ask and its answer never print a card number', () => {
  fc.assert(
    fc.property(drawn_asks, ({ number, asked }) => {
      expect(everywhere([asked(), sandbox.set_up(asked(), asking)])).not.toContain(number);
    }),
  );
  for (const number of test_cards.keys()) expect(everywhere([cardAsk(number), setUp(number)])).not.toContain(number);
});

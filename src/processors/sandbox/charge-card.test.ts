import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { approved, cardAsk, charge, declined, of_type, special } from '../../../test/support/charged-cards.js';
import { asking, attempt, attempted_at, chargeAsk, step } from '../../../test/support/sandbox-asks.js';
import { idSource } from '../../kernel/base/ids.js';
import { card_paid } from '../../resources/payments/payment-methods/card-details.js';
import { fitting } from '../../resources/payments/payment-methods/fitting.js';
import type { Approved, Outcome } from '../contract.js';
import { test_cards } from './cards.js';
import { sandbox } from './sandbox.js';

const special_numbers = new Set<string>([
  ...Object.values(special).flatMap((rows) => (Array.isArray(rows) ? (rows as readonly string[]) : Object.keys(rows))),
]);
const plain = [...test_cards.keys()].filter((number) => !special_numbers.has(number));

describe('a published card is charged', () => {
  test('every special number is a row of the table', () => {
    expect([...special_numbers].filter((number) => !test_cards.has(number))).toEqual([]);
    expect(plain.length + special_numbers.size).toBe(test_cards.size);
  });

  test.each(plain)('%s: approved without details', (number) => expect(charge(number)).toEqual(approved()));

  test.each(Object.entries(special.declined))('%s: declined with %j', (number, [code, decline_code]) =>
    expect(charge(number)).toMatchObject(declined(code, decline_code)),
  );

  test.each(Object.entries(special.checked))('%s: approved with %j, because a failed check alone does not decline', (number, checks) =>
    expect(charge(number)).toMatchObject(approved({ checks })),
  );

  test.each(special.asking)('%s: the payer authenticates', (number) => expect(charge(number)).toEqual(step('redirect_to_url')));

  test.each(special.frictionless)('%s: authenticated without asking the payer, who may be absent', (number) => {
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

  test.each(special.warned)('%s: approved, and the issuer warns of fraud', (number) =>
    expect(charge(number)).toEqual(approved({ fraud_warning: { fraud_type: 'unauthorized_use_of_card' }, reference: `warned_${attempt}` })),
  );

  test.each(special.refunded_otherwise)('%s: approved with a reference that scripts its refund', (number) =>
    expect(charge(number)).toEqual(approved({ reference: expect.stringMatching(/^refund_(pends|fails)_patt_/) })),
  );
});

describe('what the network reports of an approval', () => {
  test.each([
    ['4242424242424242', '07', null, 'unregulated'],
    ['5200828282828210', '00', expect.stringMatching(/^[a-p]{22}$/), 'regulated'],
    ['378282246310005', null, null, 'unregulated'],
  ])('%s', (number, electronic_commerce_indicator, transaction_link_id, regulated_status) => {
    const { details } = charge(number, {}, number.startsWith('3') ? '1234' : '123') as Approved;
    expect(details).toMatchObject({ electronic_commerce_indicator, transaction_link_id, regulated_status });
    expect(fitting(card_paid, details)).toEqual(details);
  });

  test.each([
    ['4000000032200000', 'frictionless', '05'],
    ['4000002500003155', 'challenge', '05'],
    ['5200828282828210', 'challenge', '02'],
  ])('%s: how the payer authenticated', (number, authentication_flow, electronic_commerce_indicator) => {
    const step = authentication_flow === 'challenge' ? ({ finished_step: 'redirect_to_url', outcome: 'succeed' } as const) : {};
    const { details } = charge(number, step) as Approved;
    expect(details?.three_d_secure).toMatchObject({ authentication_flow, electronic_commerce_indicator, result: 'authenticated' });
    expect(fitting(card_paid, details).three_d_secure).toMatchObject({ authentication_flow, version: '2.2.0' });
  });
});

describe('risk', () => {
  const between = (from: number, to: number): object => expect.toSatisfy((score: number) => score >= from && score <= to);
  const scores: Record<string, object> = { elevated: between(65, 74), highest: between(75, 100) };

  test.each(Object.entries(special.risky))('of %s is %s', (number, level) =>
    expect(charge(number)).toMatchObject({ risk: { level, score: scores[level] } }),
  );

  test('blocks only the card that is always blocked', () => {
    expect(charge('4100000000000019')).toMatchObject({ result: 'declined', code: 'card_declined', decline_code: 'fraudulent' });
    expect(charge('4000000000004954').result).toBe('approved');
    expect(charge('4000000000009235').result).toBe('approved');
  });

  test('differs between attempts', () => {
    const ids = idSource((bytes) => new Uint8Array(bytes).map((_, place) => (place * 7) % 62));
    const scored = Array.from({ length: 40 }, () => charge('4242424242424242', { attempt: ids.fresh('patt', attempted_at * 1000) }));
    expect(new Set(scored.map((answer) => (answer as Approved).risk?.score)).size).toBeGreaterThan(10);
  });

  test('is absent while the payer is asked', () => expect(charge('4000000000003220')).not.toHaveProperty('risk'));
});

describe('entered data', () => {
  test('an expired card is declined', () => {
    const payment_method = of_type('4242424242424242', { card: { exp_month: 5, exp_year: 2030, cvc_given: false } });
    expect(charge('4242424242424242', { payment_method })).toEqual(declined('expired_card'));
  });

  test('a given address is compared, except its missing parts', () => {
    const billing_details = { address: { line1: '1 High Street', postal_code: null } };
    const answer = charge('4242424242424242', { payment_method: of_type('4242424242424242', { billing_details }) });
    expect(answer).toMatchObject({ checks: { address_line1_check: 'pass', address_postal_code_check: null } });
  });

  test('an address that is null counts as missing', () => {
    const payment_method = of_type('4242424242424242', { billing_details: { address: null } });
    expect(charge('4242424242424242', { payment_method })).toEqual(approved());
  });

  test('without a cvc the cvc cannot be wrong', () => {
    expect(charge('4000000000000127', {}, null)).toMatchObject({ result: 'approved', checks: { cvc_check: null } });
    expect(charge('4000000000000101', {}, null)).toMatchObject({ result: 'approved', checks: { cvc_check: null } });
  });

  test('a card without its number gets a processing error', () =>
    expect(sandbox.charge(chargeAsk(), asking)).toEqual({ result: 'declined', code: 'processing_error' }));

  test('an unpublished number is charged if its check digit is right', () => {
    expect(charge('4539578763621486')).toEqual(approved());
    expect(charge('4539578763621487')).toEqual(declined('incorrect_number'));
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

test('the same ask has the same answer, and neither contains a card number', () => {
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

test('a card is never approved by a step that the payer refused, left, or did not finish in time', () => {
  fc.assert(
    fc.property(drawn_asks, ({ asked, changes }) => {
      fc.pre(changes.finished_step !== null && changes.finished_step !== 'pending' && changes.outcome !== 'succeed');
      expect(sandbox.charge(asked(), asking).result).toBe('declined');
    }),
  );
});

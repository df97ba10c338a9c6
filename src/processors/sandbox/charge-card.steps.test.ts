import { describe, expect, test } from 'vitest';
import { approved, charge, declined, of_type, special } from '../../../test/support/charged-cards.js';
import { ended, step } from '../../../test/support/sandbox-asks.js';
import type { Answer } from '../contract.js';
import { test_cards } from './cards.js';

describe('3D Secure', () => {
  const optional = [...test_cards].filter(
    ([, card]) => card.three_d_secure === 'optional' && !card.lookup_fails && !card.mistake && !card.declined && !card.charge_declined,
  );
  const authentication_failed = {
    ...declined('payment_intent_authentication_failure'),
    details: { three_d_secure: expect.objectContaining({ authentication_flow: 'challenge', result: 'failed' }) },
  };

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

  test.each(['4242424242424242', '378282246310005'])('%s has no 3D Secure', (number) =>
    expect(charge(number, { request_three_d_secure: 'any' })).toEqual(approved()),
  );

  test.each(special.asking)('%s fails with authentication_failed when the payer fails', (number) => {
    for (const outcome of ['fail', 'abandon', 'expire'] as const)
      expect(charge(number, ended('redirect_to_url', outcome))).toEqual(authentication_failed);
  });

  test.each([
    ['4000008260003178', 'insufficient_funds'],
    ['4000008400001629', 'generic_decline'],
  ])('%s is declined after the payer succeeded', (number, decline_code) =>
    expect(charge(number, ended('redirect_to_url', 'succeed'))).toMatchObject(declined('card_declined', decline_code)),
  );

  test('an error in the 3D Secure lookup declines the card when it is needed', () => {
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

  test('an incomplete report asks the payer again', () => {
    expect(charge('4000000000003220', { outcome: 'succeed' })).toEqual(step('redirect_to_url'));
    expect(charge('4000000000003220', { finished_step: 'redirect_to_url' })).toEqual(step('redirect_to_url'));
  });

  test('a question about the result gets the approval, and no payer is asked twice', () => {
    expect(charge('4000000000003220', { finished_step: 'pending' })).toEqual(approved({ authenticated: true }));
    expect(charge('4242424242424242', { finished_step: 'pending' })).toEqual(approved());
    expect(charge('4000000000000002', { finished_step: 'pending' })).toMatchObject(declined('card_declined', 'generic_decline'));
  });

  test('shifts liability for a fraud dispute to the issuer, but not for other disputes', () => {
    const authenticated = ended('redirect_to_url', 'succeed');
    expect(charge('4000000000000259', authenticated)).toEqual(approved({ authenticated: true }));
    expect(charge('4000000000002685', authenticated)).toHaveProperty('dispute.reason', 'product_not_received');
  });
});

describe('without the payer', () => {
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
    [
      '4000000000000341',
      true,
      { ...declined('card_declined', 'generic_decline'), advice_code: 'try_again_later', network_decline_code: '05' },
    ],
  ])('%s, saved: %s', (number, saved, answer) => expect(away(number, saved)).toEqual(answer));

  test('a saved card without funds is declined for that', () =>
    expect(away('4000008260003178', true)).toMatchObject(declined('card_declined', 'insufficient_funds')));

  test('an authentication that the caller requests cannot take place', () =>
    expect(charge('4000000000003055', { off_session: true, request_three_d_secure: 'any' })).toEqual(authentication_required));

  test('a saved card needs no authentication even with the payer present, but one that counts as saved does', () => {
    const back = (number: string): Answer => charge(number, { payment_method: of_type(number, { saved: true }) });
    expect(back('4000002500003155')).toEqual(approved());
    expect(back('4000003800000446')).toEqual(step('redirect_to_url'));
  });
});

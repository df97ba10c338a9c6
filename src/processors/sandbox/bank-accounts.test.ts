import { describe, expect, test } from 'vitest';
import { Concealed } from '../../kernel/base/concealed.js';
import type { Answer, PayOutAsk, ReverseAsk } from '../contract.js';
import { failing_accounts, unreversing_accounts } from './bank-accounts.js';
import { sandbox } from './sandbox.js';

const june_2030 = Date.UTC(2030, 5, 15) / 1000;

describe('a payout', () => {
  const payOut = (account_number: string | null, now = june_2030): Answer => sandbox.pay_out(payOutAsk(account_number, now));
  const payOutAsk = (account_number: string | null, now: number): PayOutAsk => ({
    verb: 'pay_out',
    subject: { object: 'payout', id: 'po_1' },
    attempt: 'po_1',
    amount: 1000,
    currency: 'usd',
    destination: 'ba_1',
    arrival_date: june_2030,
    now,
    ...(account_number === null ? {} : { account_number: new Concealed(account_number) }),
  });

  test.each(['000123456789', 'DE89370400440532013000', null])('to %s arrives', (number) =>
    expect(payOut(number)).toEqual({ result: 'approved' }),
  );

  test.each([
    ['000111111116', 'no_account'],
    ['000111111113', 'account_closed'],
    ['000222222227', 'insufficient_funds'],
    ['000333333335', 'debit_not_authorized'],
    ['000444444440', 'invalid_currency'],
  ])('to %s fails with %s and a message', (number, failure) =>
    expect(payOut(number)).toEqual({
      result: 'declined',
      code: 'processing_error',
      decline_code: failure,
      message: expect.stringMatching(/^The .+\.$/),
    }),
  );

  test.each([...failing_accounts.keys()])('to %s is pending until the arrival date', (number) => {
    expect(payOut(number, june_2030 - 1)).toEqual({ result: 'pending' });
    expect(payOut(number, june_2030 + 1).result).toBe('declined');
  });

  test.each([...failing_accounts.keys()])('to %s never shows the number', (number) =>
    expect(JSON.stringify([payOutAsk(number, june_2030), payOut(number)])).not.toContain(number),
  );

  const reverse = (account_number: string, now = june_2030): Answer =>
    sandbox.reverse({ ...payOutAsk(account_number, now), verb: 'reverse', payout: 'po_0' } satisfies ReverseAsk);

  test('to an ordinary number can be reversed from the arrival date on', () => {
    expect(reverse('000123456789', june_2030 - 1)).toEqual({ result: 'pending' });
    expect(reverse('000123456789')).toEqual({ result: 'approved' });
  });

  test.each([...unreversing_accounts.keys()])('to %s cannot be reversed', (number) =>
    expect(reverse(number)).toMatchObject({ result: 'declined', decline_code: expect.stringMatching(/\w/) }),
  );

  test.each(['000500000005', '000500000013'])('to %s arrives', (number) => expect(payOut(number)).toEqual({ result: 'approved' }));
});

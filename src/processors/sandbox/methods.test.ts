import { describe, expect, test } from 'vitest';
import { asking, numbered, setUpAsk } from '../../../test/support/sandbox-asks.js';
import { types_of_stripe } from '../../resources/core/payment-method-types/types-of-stripe.js';
import { payment_method_types } from '../../resources/payments/payment-methods/payment-method.js';
import type { SetUpAsk } from '../contract.js';
import { methods } from './methods.js';
import { sandbox } from './sandbox.js';

/** The types of payment_method_data as the seed lists them, with the next_action member that each fills and its fields. */
const redirecting = ['redirect_to_url', ['return_url', 'url']] as const;
const seed_types: Record<string, readonly [string, readonly string[]] | 'at_once'> = {
  card: redirecting,
  alipayplus: ['alipayplus_handle_redirect', ['return_url', 'schemeUrl', 'applinkUrl', 'normalUrl']],
  alipay: ['alipay_handle_redirect', ['native_data', 'native_url', 'return_url', 'url']],
  wechat_pay: ['wechat_pay_display_qr_code', ['data', 'data_ur', 'image_url_png', 'image_url_svg']],
  sepa_debit: 'at_once',
  alipay_hk: ['alipay_hk_handle_redirect', ['url']],
  boost: redirecting,
  truemoney: ['truemoney_handle_redirect', ['url']],
  gcash: ['gcash_handle_redirect', ['url']],
  kakaopay: redirecting,
  touchngo: redirecting,
  rabbit_line_pay: ['rabbit_line_pay_handle_redirect', ['url']],
  dana: ['dana_handle_redirect', ['url']],
  klarna: redirecting,
  ideal: redirecting,
  giropay: redirecting,
  sofort: redirecting,
  eps: redirecting,
  trustly: redirecting,
  bancontact: redirecting,
  p24: redirecting,
  unionpay: redirecting,
  fpx: redirecting,
  mcash: redirecting,
  grabpay: redirecting,
  bank_transfer_id: ['bank_transfer_id_handle_redirect', ['url']],
  qris: redirecting,
  promptpay: ['promptpay_handle_redirect', ['url']],
  ovo: redirecting,
  shopeepay: ['shopeepay_handle_redirect', ['url']],
  upi: redirecting,
  boleto: 'at_once',
  paynow: redirecting,
  pix: ['pix_handle_redirect', ['url', 'qrcode', 'timeout']],
  '9pay': redirecting,
  stitch: redirecting,
  bpi: ['bpi_handle_redirect', ['url']],
};

const typeAsk = (type: string, changes: Partial<SetUpAsk> = {}): SetUpAsk =>
  setUpAsk(type === 'card' ? { ...numbered('4000002500003155', null), ...changes } : { payment_method: { id: 'pm_1', type }, ...changes });

const declined = (code: string): object => ({ result: 'declined', code });

const steps = Object.entries(seed_types).flatMap(([type, row]) => (row === 'at_once' ? [] : [[type, row[0], row[1]] as const]));

describe('every type of payment method', () => {
  test('the sandbox and the resource support the 37 types of the seed and three more, besides those of Stripe', () => {
    expect(Object.keys(seed_types)).toHaveLength(37);
    const all = [...Object.keys(seed_types), 'akulaku', 'oxxo', 'spei', ...Object.keys(types_of_stripe)].sort();
    expect([...methods.keys(), 'card'].sort()).toEqual(all);
    expect([...payment_method_types].sort()).toEqual(all);
  });

  test.each(steps)('%s: %s with its members, leading to the hosted page', (type, action, members) => {
    const answer = sandbox.set_up(typeAsk(type), asking);
    if (answer.result !== 'needs_action') throw new Error(`${type} was ${answer.result}`);
    expect(Object.keys(answer.next_action).sort()).toEqual([action, 'type'].sort());
    expect(answer.next_action.type).toBe(action);
    const member = answer.next_action[action] as Record<string, unknown>;
    expect(Object.keys(member).sort()).toEqual([...members].sort());
    expect(Object.values(member)).toContain(asking.page_url);
    for (const [name, value] of Object.entries(member)) expect(typeof value, name).toBe(name === 'timeout' ? 'number' : 'string');
  });

  test.each(steps)('%s: approved or declined by the outcome of the step', (type, action) => {
    expect(sandbox.set_up(typeAsk(type, { finished_step: action, outcome: 'succeed' }), asking).result).toBe('approved');
    for (const outcome of ['fail', 'abandon', 'expire'] as const)
      expect(sandbox.set_up(typeAsk(type, { finished_step: action, outcome }), asking)).toMatchObject(
        declined('setup_intent_authentication_failure'),
      );
  });

  test.each(['sepa_debit', 'boleto'])('%s: approved at once', (type) =>
    expect(sandbox.set_up(typeAsk(type), asking)).toEqual({ result: 'approved' }),
  );

  test.each(['zalopay', 'constructor', '__proto__', ''])('an unknown type (%j) is refused', (type) =>
    expect(sandbox.set_up(typeAsk(type), asking)).toEqual(declined('payment_method_unactivated')),
  );

  test('a caller without a return_url gets null', () => {
    expect(sandbox.set_up(typeAsk('klarna', { return_url: null }), asking)).toMatchObject({
      next_action: { redirect_to_url: { return_url: null } },
    });
  });

  test.each(Object.keys(seed_types))('%s: the same ask has the same answer', (type) =>
    expect(sandbox.set_up(typeAsk(type), asking)).toEqual(sandbox.set_up(typeAsk(type), asking)),
  );
});

import { describe, expect, test } from 'vitest';
import { decided, nothing, now, type Outcome, stored } from '../../../../test/support/decisions.js';
import type { It, Settable, StateOf } from '../../../kernel/base/resource.js';
import type { AnyRule } from '../../../kernel/base/rules.js';
import type { Answer } from '../../../processors/contract.js';
import { charge } from '../charges/charge.js';
import { mandate } from '../intents/mandate.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { cancel, release, released } from './cancel.js';
import { capture, captureAnswered } from './capture.js';
import { confirm } from './confirm.js';
import { paymentIntent } from './payment-intent.js';
import { tried } from './result.js';
import { expireStep, finishStep, inquire, lapse } from './waiting.js';

type Intent = It<typeof paymentIntent>;
type Trial = { readonly it: Intent; readonly input?: object; readonly reads?: object; readonly about?: string };

const visa = stored(paymentMethod, { type: 'card', card: { exp_month: 12, exp_year: 2034, last4: '4242' } });
const wallet = stored(paymentMethod, { id: 'pm_2', type: 'gcash' });
const twenty = { amount: 2000, currency: 'usd' } as const;
const of_card = { ...twenty, payment_method: visa.id, payment_method_details: { type: 'card' } } as const;
const processor = { name: 'acquirer', reference: 'their-1' };
const held = stored(charge, { status: 'succeeded', ...of_card, processor });
const pending = stored(charge, { status: 'pending', ...of_card, processor });
const declined = stored(charge, { status: 'failed', ...of_card, processor });

const with_visa = { payment_method: visa };

/** A payment whose try is `patt_1`. */
const intent = (status: StateOf<typeof paymentIntent>, members: Settable<typeof paymentIntent> = {}): Intent =>
  stored(paymentIntent, { status, ...twenty, latest_attempt: 'patt_1', payment_method: visa.id, ...members });

const by_hand = { confirmation_method: 'manual' } as const;

/** One that waits for its merchant's server after its payer has acted. */
const confirmable = (members: Settable<typeof paymentIntent> = {}): Intent =>
  intent('requires_confirmation', { ...by_hand, processor: 'acquirer', finished_step: 'redirect_to_url', ...members });

const of_held = { latest_charge: held.id, amount_capturable: 2000 };

const decide = (rule: AnyRule, { it, input = {}, reads = {}, about }: Trial): Outcome =>
  decided(rule, { it, input, about: about ?? null, ...with_visa, ...reads });

const results = { charge: tried, capture: captureAnswered, void: released } as const;

const asked_of_held = { processor: 'acquirer', reference: 'their-1' } as const;

type Sent = { readonly verb?: keyof typeof results; readonly attempt?: string; readonly reference?: string; readonly amount?: number };

const answered = (it: Intent, answer: Answer, { verb = 'charge', ...sent }: Sent = {}, reads: object = {}): Outcome => {
  const of = { attempt: 'patt_1', amount: 2000, ...(verb !== 'charge' && asked_of_held), ...sent };
  return decided(results[verb], { it, answer, asked: of, by: 'acquirer', ...with_visa, ...reads });
};

const approved: Answer = { result: 'approved', reference: 'their-2' };
const refused: Answer = { result: 'declined', code: 'card_declined' };

describe('an answer to a try', () => {
  test('of money that is being captured changes nothing, however often it is repeated', () => {
    const it = intent('processing', of_held);
    for (const answer of [approved, refused, { result: 'pending' } as const])
      expect(answered(it, answer, {}, { latest_charge: held })).toEqual(nothing);
  });

  test('that was given up for another is let go, and the other one stays', () => {
    for (const status of ['requires_action', 'processing', 'requires_capture', 'succeeded', 'canceled'] as const) {
      const { ask, ...others } = answered(intent(status), approved, { attempt: 'patt_0' });
      expect({ ...others, ask: [] }).toEqual(nothing);
      expect(ask).toMatchObject([{ verb: 'void', attempt: 'patt_0', processor: 'acquirer', reference: 'their-2', amount: 2000 }]);
    }
  });

  test('that was given up and is declined needs nothing', () => {
    expect(answered(intent('succeeded'), refused, { attempt: 'patt_0' })).toEqual(nothing);
  });

  test('of a payment that has been canceled is voided', () => {
    expect(answered(intent('canceled'), approved).ask).toMatchObject([{ verb: 'void', attempt: 'patt_1', reference: 'their-2' }]);
  });

  test('that comes late after a decline is let go', () => {
    const { ask } = answered(intent('requires_payment_method'), approved, {}, { latest_charge: declined });
    expect(ask).toMatchObject([{ verb: 'void', reference: 'their-2' }]);
  });

  test('repeated after success changes nothing', () => {
    const taken = { latest_charge: stored(charge, { status: 'succeeded', ...of_card, processor, captured: true }) };
    expect(answered(intent('succeeded'), approved, {}, taken)).toEqual(nothing);
    expect(answered(intent('succeeded'), refused, {}, taken)).toEqual(nothing);
  });

  test('that comes before its payer has come back settles the payment', () => {
    const { to, make } = answered(intent('requires_action', { next_action: { type: 'redirect_to_url' } }), approved);
    expect(to).toEqual(['succeeded']);
    expect(make.map(({ object }) => object)).toEqual(['charge', 'balance_transaction']);
  });

  test('settles the charge that was pending, and makes no other', () => {
    const { make, also } = answered(intent('processing', { latest_charge: pending.id }), approved, {}, { latest_charge: pending });
    expect(make.map(({ object }) => object)).toEqual(['balance_transaction']);
    expect(also).toContainEqual(expect.objectContaining({ id: pending.id, to: ['succeeded'] }));
  });

  test('of a pending payment sends one event', () => {
    const first = answered(intent('processing'), { result: 'pending', ask_again_at: now + 60 });
    expect([first.tell, first.later]).toMatchObject(['payment_intent.processing', [{ name: 'inquire', at: now + 60, about: 'patt_1' }]]);
    const again = answered(intent('processing'), { result: 'pending', ask_again_at: now + 120 }, {}, { latest_charge: pending });
    expect(again).toEqual({ ...nothing, later: [{ of: 'pi_1', name: 'inquire', at: now + 120, about: 'patt_1' }] });
  });
});

describe('an answer that a try is pending', () => {
  const asking = (members: Settable<typeof paymentIntent> = {}): Intent =>
    intent('requires_action', { next_action: { type: 'redirect_to_url' }, ...members });

  test('once more, after another step of its payer, lets it process again without an event', () => {
    const { to, also, tell, later } = answered(
      asking({ latest_charge: pending.id }),
      { result: 'pending', ask_again_at: now + 60 },
      {},
      { latest_charge: pending },
    );
    expect([to, also, tell]).toEqual([['processing'], [], undefined]);
    expect(later).toMatchObject([{ name: 'inquire', at: now + 60, about: 'patt_1' }]);
  });

  test('for the first time, after a step of its payer, makes a charge of it', () => {
    const { to, make, tell } = answered(asking(), { result: 'pending' });
    expect([to, make.map(({ to: status }) => status), tell]).toEqual([['processing'], [['pending']], 'payment_intent.processing']);
  });
});

describe('an answer about held money', () => {
  const it = intent('processing', of_held);
  const reads = { latest_charge: held };

  test('that it was let go for an earlier try does not let go of this one', () => {
    expect(answered(it, approved, { verb: 'void', attempt: 'patt_0', reference: 'their-0' }, reads)).toEqual(nothing);
  });

  test('that it could not be let go gives it back, without the reason', () => {
    const { to, set, report } = answered(it, refused, { verb: 'void', attempt: 'patt_2' }, reads);
    expect([to, set, report?.code]).toEqual([['requires_capture'], { cancellation_reason: null }, 'card_declined']);
  });

  test('that could not be captured keeps it held', () => {
    const { to, report, post } = answered(it, refused, { verb: 'capture', attempt: 'patt_2' }, reads);
    expect([to, report?.code, post]).toEqual([['requires_capture'], 'card_declined', []]);
  });

  test('captures what was asked for, not what is held', () => {
    const { to, set, also, post } = answered(it, { ...approved, fee: 10 }, { verb: 'capture', attempt: 'patt_2', amount: 700 }, reads);
    expect([to, set]).toEqual([['succeeded'], { amount_capturable: 0, amount_received: 700 }]);
    expect(also).toContainEqual(
      expect.objectContaining({
        id: held.id,
        set: expect.objectContaining({ amount_captured: 700, amount_refunded: 1300, captured: true }),
      }),
    );
    expect(post).toMatchObject([
      { movement: 'charge_captured', amount: 700n },
      { movement: 'fee_charged', amount: 10n },
    ]);
  });

  test.each(['requires_capture', 'succeeded', 'canceled'] as const)('of a payment that is %s changes nothing', (status) => {
    for (const verb of ['capture', 'void'] as const)
      expect(answered(intent(status, of_held), approved, { verb, attempt: 'patt_2' }, reads)).toEqual(nothing);
  });
});

describe('what is asked', () => {
  test('to capture and to void goes to the processor of the authorization, under its reference', () => {
    const it = intent('requires_capture', of_held);
    const reads = { latest_charge: held };
    const [captured, voided] = [decide(capture, { it, reads, input: { amount_to_capture: 700 } }), decide(cancel, { it, reads })];
    expect(captured.ask).toMatchObject([{ verb: 'capture', amount: 700, processor: 'acquirer', reference: 'their-1' }]);
    expect(voided.ask).toMatchObject([{ verb: 'void', amount: 2000, processor: 'acquirer', reference: 'their-1' }]);
    expect([captured.to, voided.to]).toEqual([['processing'], ['processing']]);
  });

  test('to hold or to take is what the options of the type say, or else the payment', () => {
    const asking = (members: Settable<typeof paymentIntent>): unknown =>
      decide(confirm, { it: intent('requires_confirmation', members) }).ask[0]?.capture;
    const automatic = { payment_method_options: { card: { capture_method: 'automatic' } } } as const;
    const manual = { payment_method_options: { card: { capture_method: 'manual' } } } as const;
    expect([asking({}), asking({ capture_method: 'manual' }), asking({ capture_method: 'automatic_async' })]).toEqual([true, false, true]);
    expect([asking({ capture_method: 'manual', ...automatic }), asking(manual)]).toEqual([true, false]);
  });

  test('again after an abandoned step leaves its mandate void', () => {
    const agreement = stored(mandate, { status: 'pending' });
    const it = intent('requires_action', { mandate: agreement.id, payment_method: wallet.id });
    const { set, also, ask } = decide(confirm, { it, reads: { mandate: agreement } });
    expect(set).toMatchObject({ mandate: null, next_action: null, latest_attempt: 'patt_new1' });
    expect(also).toEqual([expect.objectContaining({ id: agreement.id, to: ['inactive'] })]);
    expect(ask).toMatchObject([{ attempt: 'patt_new1', payment_method: { id: visa.id } }]);
  });
});

test('to take or let go of money is refused where the charge that holds it is gone', () => {
  for (const rule of [capture, cancel])
    expect(decide(rule, { it: intent('requires_capture', of_held) }).refuse?.code).toBe('payment_intent_unexpected_state');
});

describe('a payment confirmed by hand', () => {
  const asking = intent('requires_action', { ...by_hand, processor: 'acquirer', next_action: { type: 'redirect_to_url' } });
  const step = { finished_step: 'redirect_to_url', attempt: 'patt_1', processor: 'acquirer' };

  test('keeps the step of its payer for an hour, and asks no processor', () => {
    expect(decide(finishStep, { it: asking, input: { outcome: 'succeed' } })).toEqual({
      ...nothing,
      to: ['requires_confirmation'],
      set: { next_action: null, finished_step: 'redirect_to_url', confirm_before: now + 3600 },
      later: [{ of: 'pi_1', name: 'lapse', at: now + 3600, about: null }],
    });
  });

  test('hands the step to the processor of the try, with an outcome only where that is known', () => {
    const [early, second] = [decide(confirm, { it: asking }).ask[0], decide(confirm, { it: confirmable() }).ask[0]];
    expect(early).toMatchObject(step);
    expect(early).not.toHaveProperty('outcome');
    expect(second).toMatchObject({ ...step, outcome: 'succeed' });
  });

  test('makes a mandate with its second confirmation where there was none, and keeps the one that there is', () => {
    const input = { mandate_data: { customer_acceptance: { type: 'online' } } };
    const { set, make } = decide(confirm, { it: confirmable(), input });
    expect([set, make.map(({ object }) => object)]).toMatchObject([{ mandate: 'mandate_new1' }, ['mandate']]);
    const agreement = stored(mandate, { status: 'pending' });
    const again = decide(confirm, { it: confirmable({ mandate: agreement.id }), input, reads: { mandate: agreement } });
    expect([again.set, again.make, again.also]).toEqual([expect.not.objectContaining({ mandate: expect.anything() }), [], []]);
  });
});

describe('a timer', () => {
  const late = [
    ['release', release, intent('succeeded', of_held), 'patt_1'],
    ['release', release, intent('processing', of_held), 'patt_1'],
    ['release', release, intent('requires_capture', of_held), 'patt_0'],
    ['expire_step', expireStep, intent('requires_confirmation'), 'patt_1'],
    ['expire_step', expireStep, intent('requires_action'), 'patt_0'],
    ['lapse', lapse, intent('requires_confirmation'), ''],
    ['lapse', lapse, confirmable({ confirm_before: now + 1 }), ''],
    ['inquire', inquire, intent('canceled'), 'patt_1'],
    ['inquire', inquire, intent('processing'), 'patt_0'],
  ] as const;

  test.each(late)('%s that comes too late does nothing', (_, rule, it, about) => {
    expect(decide(rule, { it, about, reads: { latest_charge: held } })).toEqual(nothing);
  });

  test('lets go of what was held for too long', () => {
    const { to, set, ask } = decide(release, { it: intent('requires_capture', of_held), about: 'patt_1', reads: { latest_charge: held } });
    expect([to, set]).toEqual([['processing'], { cancellation_reason: 'automatic' }]);
    expect(ask).toMatchObject([{ verb: 'void', amount: 2000 }]);
  });
});

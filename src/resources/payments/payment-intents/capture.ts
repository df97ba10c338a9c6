import { ask, type Decision, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { flag, integerOrDigits, metadata } from '../../../kernel/base/kinds.js';
import { result, rule, unexpected } from '../../../kernel/base/rules.js';
import { captureCharge } from '../../../processors/questions.js';
import { applicationIn, of_taker } from '../../accounts/accounts/taking.js';
import { requireShareableSo, shares_params } from '../../connect/transfers/sharing.js';
import { statement_descriptor } from '../../parts.js';
import { charge, questionOfHold } from '../charges/charge.js';
import { captured, isHeld } from '../charges/hold.js';
import { attempt_id } from './attempt.js';
import { stillHeld } from './held.js';
import { paymentIntent } from './payment-intent.js';

/** Takes held money: all of it, or less and the rest is let go. */
export const capture = rule(paymentIntent, 'capture', {
  from: ['requires_capture'],
  takes: {
    amount_to_capture: about(
      'The amount to capture in minor units; by default everything that is authorized. The rest is released.',
      integerOrDigits({ minimum: 1 }),
    ),
    final_capture: about('Only true is accepted: a payment is captured once.', flag),
    metadata,
    ...shares_params,
    statement_descriptor,
    statement_descriptor_suffix: statement_descriptor,
  },
  reads: { latest_charge: charge, ...of_taker },
  decide: ({ it, input: { amount_to_capture, final_capture = true, ...described }, latest_charge: held, taker }, asked): Decision => {
    if (!held) return asked.refuse(unexpected(capture, it.status));
    if (!final_capture) return asked.refuse(single_capture);
    const { amount_capturable } = it;
    const amount = amount_to_capture ?? amount_capturable;
    if (amount > amount_capturable) return asked.refuse({ ...too_much, message: `At most ${amount_capturable} can be captured.` });
    const capturing = set(it, { status: 'processing', ...described, ...(taker && applicationIn(taker)) });
    requireShareableSo(it, { ...capturing, amount }, taker, asked.account, asked);
    return [capturing, ask(captureCharge, capturing, questionOfHold(held, { attempt: asked.fresh(attempt_id), amount }))];
  },
});

const single_capture = {
  code: 'parameter_invalid',
  param: 'final_capture',
  message: 'This payment is authorized for one capture (multicapture is not enabled). Leave final_capture out, or send true.',
} as const;

const too_much = { code: 'amount_too_large', param: 'amount_to_capture' } as const;

/** The processor's answer to a capture. */
export const captureAnswered = result(paymentIntent, captureCharge, {
  from: ['processing'],
  reads: { latest_charge: charge },
  decide: ({ it, latest_charge: held, answer, asked: sent }, around) => {
    if (!isHeld(held)) return null;
    if (answer.result === 'declined') return stillHeld(it, held, answer, around.now);
    if (answer.result !== 'approved') return null;
    const { amount = it.amount_capturable } = sent;
    const { charge, money } = captured(held, amount, answer, around, it);
    return [money, set(it, { status: 'succeeded', amount_capturable: 0, amount_received: amount }), charge];
  },
});

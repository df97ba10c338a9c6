import type { Asking } from '../../kernel/base/question.js';
import type { Answer, CaptureAsk, ChargeAsk, IncrementAsk, Processor, VoidAsk } from '../contract.js';
import { approved } from './answers.js';
import { chargeCard } from './charge-card.js';
import { chargeMethod } from './charge-method.js';
import { contest } from './contest.js';
import { delivered } from './faults.js';
import { taken } from './fees.js';
import { payOut, reversePayout } from './pay-out.js';
import { refund } from './refund.js';
import { scriptedOf } from './scripted-outcomes.js';
import { setUp } from './set-up.js';

/** The processor of test mode: no money, no network, and deterministic; published card numbers script the answers. */
export const sandbox = {
  name: 'sandbox',
  local: true,
  set_up: setUp,
  charge: (ask: ChargeAsk, asking: Asking): Answer =>
    delivered(ask, ask.payment_method.type === 'card' ? chargeCard(ask, asking) : chargeMethod(ask, asking)),
  capture: (ask: CaptureAsk): Answer => ({ ...approved, ...taken(ask, scriptedOf(ask.reference)) }),
  increment: (_ask: IncrementAsk): Answer => approved,
  void: (_ask: VoidAsk): Answer => approved,
  refund,
  contest,
  pay_out: payOut,
  reverse: reversePayout,
} satisfies Processor;

import type { Verb } from '../contract.js';
import { capture } from './capture.js';
import { charge } from './charge.js';
import { contest } from './contest.js';
import { increment } from './increment.js';
import { payOut } from './pay-out.js';
import { refund } from './refund.js';
import { setUp } from './set-up.js';
import type { Step } from './step.js';
import { voidStep } from './void.js';

/** The steps of the contract. Each takes the question of its own verb. */
export const steps = {
  charge,
  set_up: setUp,
  capture,
  increment,
  void: voidStep,
  refund,
  contest,
  pay_out: payOut,
} as unknown as Readonly<Record<Verb, Step>>;

import { idSource } from '../../src/kernel/base/ids.js';
import type { Asking } from '../../src/kernel/base/question.js';
import { asksOf, return_url } from '../../src/processors/conformance/asks.js';
import type { Answer, Outcome } from '../../src/processors/contract.js';

export { numbered, return_url } from '../../src/processors/conformance/asks.js';

/** The time of every ask here: 15 June 2030. */
export const attempted_at = Date.UTC(2030, 5, 15) / 1000;

/** The id of an attempt of that time. */
export const attempt = idSource((bytes) => new Uint8Array(bytes)).fresh('patt', attempted_at * 1000);

/** The common members of every ask. */
export const asking: Asking = { idempotency_key: attempt, page_url: 'https://pay.example.com/steps/1', account: 'acct_1' };

const asks = asksOf(attempted_at, () => attempt);

/** Asks of every verb, with this attempt: 10.00 US dollars where they are about money. */
export const {
  set_up: setUpAsk,
  charge: chargeAsk,
  capture: captureAsk,
  increment: incrementAsk,
  void: voidAsk,
  refund: refundAsk,
  contest: contestAsk,
} = asks;

/** The answer that redirects a payer. */
export const step = (type: string): Answer => ({
  result: 'needs_action',
  next_action: { type, [type]: { return_url, url: asking.page_url } },
});

/** The members of an ask after the payer's step. */
export const ended = (finished_step: string, outcome: Outcome): { finished_step: string; outcome: Outcome } => ({ finished_step, outcome });

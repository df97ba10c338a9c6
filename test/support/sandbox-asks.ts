import { Concealed } from '../../src/kernel/base/concealed.js';
import { idSource } from '../../src/kernel/base/ids.js';
import type { Asking } from '../../src/kernel/base/question.js';
import type {
  Answer,
  CaptureAsk,
  ChargeAsk,
  ContestAsk,
  IncrementAsk,
  Outcome,
  RefundAsk,
  SetUpAsk,
  VoidAsk,
} from '../../src/processors/contract.js';

/** The time of every ask here: 15 June 2030. */
export const attempted_at = Date.UTC(2030, 5, 15) / 1000;

/** The id of an attempt of that time. */
export const attempt = idSource((bytes) => new Uint8Array(bytes)).fresh('patt', attempted_at * 1000);

/** The common members of every ask. */
export const asking: Asking = { idempotency_key: attempt, page_url: 'https://pay.example.com/steps/1', account: 'acct_1' };

/** The payer's return_url. */
export const return_url = 'https://shop.example.com/done';

/** A card as an ask has it: its expiry in the clear, its number for the processor. */
export const numbered = (number: string, cvc: string | null = '123'): Pick<SetUpAsk, 'card' | 'payment_method'> => ({
  payment_method: { id: 'pm_1', type: 'card', card: { exp_month: 12, exp_year: 2034, cvc_given: false } },
  card: { number: new Concealed(number), cvc: cvc === null ? null : new Concealed(cvc) },
});

const trying = {
  attempt,
  payment_method: { id: 'pm_1', type: 'card' },
  request_three_d_secure: null,
  stepwise_three_d_secure: false,
  return_url,
  finished_step: null,
  now: attempted_at,
} as const;

/** An ask to set up. */
export const setUpAsk = (changes: Partial<SetUpAsk> = {}): SetUpAsk => ({
  verb: 'set_up',
  subject: { object: 'setup_intent', id: 'seti_1' },
  ...trying,
  ...changes,
});

/** An ask to charge 10.00 US dollars. */
export const chargeAsk = (changes: Partial<ChargeAsk> = {}): ChargeAsk => ({
  verb: 'charge',
  subject: { object: 'payment_intent', id: 'pi_1' },
  ...trying,
  amount: 1000,
  currency: 'usd',
  capture: true,
  off_session: false,
  options: {},
  description: null,
  statement_descriptor: null,
  ...changes,
});

const of_charge = { attempt, processor: 'sandbox', reference: attempt, amount: 1000, currency: 'usd', now: attempted_at } as const;
const on_intent = { object: 'payment_intent', id: 'pi_1' } as const;

/** An ask to capture an authorization. */
export const captureAsk = (changes: Partial<CaptureAsk> = {}): CaptureAsk => ({
  verb: 'capture',
  subject: on_intent,
  ...of_charge,
  ...changes,
});

/** An ask to increment an authorization. */
export const incrementAsk = (changes: Partial<IncrementAsk> = {}): IncrementAsk => ({
  verb: 'increment',
  subject: on_intent,
  ...of_charge,
  described: {},
  ...changes,
});

/** An ask to void an authorization. */
export const voidAsk = (changes: Partial<VoidAsk> = {}): VoidAsk => ({ verb: 'void', subject: on_intent, ...of_charge, ...changes });

/** An ask to refund. */
export const refundAsk = (changes: Partial<RefundAsk> = {}): RefundAsk => ({
  verb: 'refund',
  subject: { object: 'refund', id: 're_1' },
  ...of_charge,
  ...changes,
});

/** An ask to submit evidence. */
export const contestAsk = (evidence: ContestAsk['evidence'], changes: Partial<ContestAsk> = {}): ContestAsk => ({
  verb: 'contest',
  subject: { object: 'dispute', id: 'dp_1' },
  ...of_charge,
  evidence,
  ...changes,
});

/** The answer that redirects a payer. */
export const step = (type: string): Answer => ({
  result: 'needs_action',
  next_action: { type, [type]: { return_url, url: asking.page_url } },
});

/** The members of an ask after the payer's step. */
export const ended = (finished_step: string, outcome: Outcome): { finished_step: string; outcome: Outcome } => ({ finished_step, outcome });

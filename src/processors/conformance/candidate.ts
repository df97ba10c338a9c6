import { isDeepStrictEqual } from 'node:util';
import type { Asking } from '../../kernel/base/question.js';
import type { Answer, Ask, ChargeAsk, Processor, Verb } from '../contract.js';
import { readAnswer } from '../remote/answer.js';
import { type Asks, numbered } from './asks.js';

/** The results of a charge. */
export type ChargeResult = 'approved' | 'declined' | 'needs_action' | 'pending';

/** A processor under test, and its asks for each result. */
export type Candidate = {
  readonly processor: Processor;
  /** The members of an ask to charge that lead to each result; `null` where no known ask does. */
  readonly charges: Readonly<Record<ChargeResult, Partial<ChargeAsk> | null>>;
  /** The unsupported verbs. */
  readonly without?: readonly Verb[];
  /** It refuses what its book does not allow, such as a second capture; otherwise it trusts the caller. */
  readonly keeps_book: boolean;
  /** The amount that it holds or has captured, in minor units, under a reference. Without it, only answers are compared. */
  readonly moved?: (reference: string) => Promise<number>;
};

/** The card number of every ask that has no other. */
const number = '4242424242424242';

/** A candidate and the asks of its trials. */
export type Tried = { readonly it: Candidate; readonly asks: Asks };

/** One property of the contract. `run` throws an error that says what was violated. */
export type Trial = {
  readonly name: string;
  /** The verbs that it asks. */
  readonly verbs: readonly Verb[];
  /** The results of a charge that it brings about. */
  readonly results?: readonly ChargeResult[];
  /** It is only for candidates that keep a book. */
  readonly of_book?: true;
  readonly run: (tried: Tried) => Promise<void>;
};

/** Why a trial is not for this candidate; null if it is. */
export function skipReason({ verbs, results = [], of_book }: Trial, { without = [], charges, keeps_book }: Candidate): string | null {
  const missing = verbs.find((verb) => without.includes(verb));
  if (missing) return `it does not support ${missing}`;
  const unknown = results.find((each) => charges[each] === null);
  if (unknown) return `no ask is known that it answers with ${unknown}`;
  return of_book && !keeps_book ? 'it keeps no book: the caller checks which requests are possible' : null;
}

/** Throws the message unless the condition holds. */
export function demand(holds: boolean, message: () => string): void {
  if (!holds) throw new Error(message());
}

/** Throws unless the two values are equal. */
export const demandSame = (found: unknown, wanted: unknown, what: string): void =>
  demand(isDeepStrictEqual(found, wanted), () => `${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(found)}`);

type AnyVerb = (ask: Ask, asking: Asking) => Answer | Promise<Answer>;

/** Asks a processor. Throws if the answer violates the contract or repeats the card's number. */
export async function ask(processor: Processor, asked: Ask): Promise<Answer> {
  const { verb, attempt } = asked;
  const asking = { idempotency_key: `${verb} ${attempt}`, page_url: 'https://pay.example.com/steps/1', account: 'acct_1_test' };
  const answer = await (processor[verb] as AnyVerb)(asked, asking);
  const text = JSON.stringify(answer);
  demand(!text.includes(number), () => `the answer to ${verb} repeats the number of the card`);
  demandSame(readAnswer(verb, text), answer, `the answer to ${verb}, as the contract reads it`);
  return answer;
}

/** An ask to charge that leads to a result. */
export const chargeFor = ({ it, asks }: Tried, wanted: ChargeResult, changes: Partial<ChargeAsk> = {}): ChargeAsk =>
  asks.charge({ ...numbered(number), ...it.charges[wanted], ...changes });

/** An ask to set up the card of an approved charge. */
export const setUpFor = ({ it, asks }: Tried) => {
  const { card, payment_method } = { ...numbered(number), ...it.charges.approved };
  return asks.set_up({ ...(card && { card }), ...(payment_method && { payment_method }) });
};

/** The processor's reference of a charge: its attempt by default. */
export const referenceOf = (answer: Answer, { attempt }: Ask): string => ('reference' in answer && answer.reference) || attempt;

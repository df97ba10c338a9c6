import type { Answer, ChargeAsk } from '../contract.js';
import { declined } from './answers.js';
import { isDecided } from './progress.js';
import { ahead } from './waiting.js';

type Fault = (ask: ChargeAsk, answer: Answer) => Answer;

/**
 * Faults on demand. A payment of one of these amounts, in minor units of any currency, is charged as always, but the final answer does not
 * come as it should. They are there for users' own tests of what cannot be known.
 *
 * | amount  | the answer is   | what happens |
 * | ------- | --------------- | ------------ |
 * | 9900001 | late            | none within 20 seconds of the attempt: the sandbox throws; whoever asks again afterwards is told |
 * | 9900002 | lost            | none within 60 seconds |
 * | 9900003 | doubled         | approved, and asked again after 60 seconds the same once more |
 * | 9900004 | contradictory   | approved, and asked again after 60 seconds declined |
 */
const faults: ReadonlyMap<number, Fault> = new Map<number, Fault>([
  [9_900_001, silentFor(20)],
  [9_900_002, silentFor(60)],
  [9_900_003, (ask, answer) => againAfterwards(ask, answer, answer)],
  [9_900_004, (ask, answer) => againAfterwards(ask, answer, declined({ code: 'card_declined', decline_code: 'generic_decline' }))],
]);

/** The answer as it arrives. A question to the payer always does, and so does what whoever tests has decided. */
export function delivered(ask: ChargeAsk, answer: Answer): Answer {
  const fault = faults.get(ask.amount);
  if (!fault || (answer.result !== 'approved' && answer.result !== 'declined') || isDecided(ask)) return answer;
  return fault(ask, answer);
}

function silentFor(seconds: number): Fault {
  return (ask, answer) => {
    if (ahead(ask, seconds) !== null) throw new Error('The sandbox was told not to answer');
    return answer;
  };
}

function againAfterwards(ask: ChargeAsk, first: Answer, second: Answer): Answer {
  if (first.result !== 'approved') return first;
  const ask_again_at = ahead(ask, 60);
  return ask_again_at === null ? second : { ...first, ask_again_at };
}

import type { Answer, ChargeAsk } from '../contract.js';
import { declined } from './answers.js';
import { isDecided } from './progress.js';
import { ahead } from './waiting.js';

type Fault = (ask: ChargeAsk, answer: Answer) => Answer;

/**
 * Faults on demand. A payment of one of these amounts, in minor units of any currency, is charged as usual, but its final answer arrives
 * wrongly. They let users test results that cannot be known.
 *
 * | amount  | the answer is   | what happens |
 * | ------- | --------------- | ------------ |
 * | 9900001 | late            | none within 20 seconds of the attempt: the sandbox throws; asking again later gets the answer |
 * | 9900002 | lost            | none within 60 seconds |
 * | 9900003 | doubled         | approved, and again the same when asked after 60 seconds |
 * | 9900004 | contradictory   | approved, and declined when asked after 60 seconds |
 */
const faults: ReadonlyMap<number, Fault> = new Map<number, Fault>([
  [9_900_001, silentFor(20)],
  [9_900_002, silentFor(60)],
  [9_900_003, (ask, answer) => againAfterwards(ask, answer, answer)],
  [9_900_004, (ask, answer) => againAfterwards(ask, answer, declined({ code: 'card_declined', decline_code: 'generic_decline' }))],
]);

/** The answer with its fault. A step of the payer and an outcome that the tester decided are never affected. */
export function delivered(ask: ChargeAsk, answer: Answer): Answer {
  const fault = faults.get(ask.amount);
  if (!fault || (answer.result !== 'approved' && answer.result !== 'declined') || isDecided(ask)) return answer;
  return fault(ask, answer);
}

function silentFor(seconds: number): Fault {
  return (ask, answer) => {
    if (ahead(ask, seconds) !== null) throw new Error('The sandbox simulates no answer');
    return answer;
  };
}

function againAfterwards(ask: ChargeAsk, first: Answer, second: Answer): Answer {
  if (first.result !== 'approved') return first;
  const ask_again_at = ahead(ask, 60);
  return ask_again_at === null ? second : { ...first, ask_again_at };
}

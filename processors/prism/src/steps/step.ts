import type { Answer, Question } from '../contract.js';
import type { Flow, Response } from '../library.js';
import type { Change, Kept, Row } from '../store.js';

/** What a step knows besides the question: all of it was read before, so that steps are pure. */
export type Known = {
  /** The flows that the connector supports. */
  readonly supports: ReadonlySet<Flow>;
  /** The attempt's own row: its reference, and what earlier responses left. */
  readonly row: Pick<Row, 'reference' | 'kept' | 'answer'>;
  /** The charge that the question is about. */
  readonly charge: Pick<Row, 'attempt' | 'question' | 'kept' | 'answer'> | null;
  /** The approved questions about that charge. */
  readonly earlier: readonly Pick<Row, 'verb' | 'attempt' | 'question' | 'answer'>[];
  /** The connector's id of the charge's dispute. */
  readonly dispute: string | null;
  /** What the payment method may be charged with when the payer is absent. */
  readonly mandate: Kept | null;
  /** The flows of this question that have been answered. */
  readonly done: ReadonlySet<Flow>;
  /** Where the payer returns to this program. */
  readonly return_url: string;
};

/** What to do next: a request, an answer without one, or nothing because the connector cannot do it. */
export type Plan =
  | { readonly do: 'call'; readonly flow: Flow; readonly message: object /** It moves no money. */; readonly prepares?: true }
  | { readonly do: 'answer'; readonly answer: Answer }
  | { readonly do: 'nothing'; readonly why: string };

/** One verb of the contract as pure functions. */
export type Step<Q extends Question = Question> = {
  /** The next request for a question of which no money has been moved. */
  readonly plan: (asked: Q, known: Known) => Plan;
  /** What a response makes of the question; null where it does not say the outcome. */
  readonly answered: (asked: Q, flow: Flow, response: Response, known: Known) => Change | null;
  /** What an error answer of the connector to a request that moves money makes of it. */
  readonly refused: (asked: Q, error: object) => Answer;
  /** The request for the status of a question that was sent; null where the connector has none. */
  readonly look: (asked: Q, known: Known) => Plan | null;
};

/** The verbs that another processor may be asked instead, as long as nothing was sent. */
export const verbs_of_try: readonly Question['verb'][] = ['charge', 'set_up'];

import type { Configuration } from './configuration.js';
import { type Answer, decline_codes } from './contract.js';
import type { Row, Store } from './store.js';

/** A question whose outcome the connector could not tell, for an operator. */
export const unknownLine = ({ connector, verb, attempt, account, question, asked_at, reference }: Row): string => {
  const { amount, currency } = question as { amount?: number; currency?: string };
  const money = amount === undefined ? '' : `  ${amount} ${currency}`;
  return `${asked_at.toISOString()}  ${connector}  ${verb}  ${attempt}  ${account}${money}${reference ? `  ${reference}` : ''}`;
};

/** What an operator has found out at the connector. */
export type Found = { readonly result: string; readonly reference?: string; readonly code?: string };

/** The answer that an operator gives. Throws with a remedy where it is not possible. */
export function answerFrom({ result, reference, code = 'card_declined' }: Found): Answer {
  const named = reference === undefined ? {} : { reference };
  if (result === 'approved') return { result: 'approved', ...named };
  if (result !== 'declined') throw new Error('--result must be approved or declined, as the connector shows it');
  if (!decline_codes.has(code)) throw new Error(`--code must be one of ${[...decline_codes].join(', ')}`);
  return { result: 'declined', code, decline_code: 'settled_by_operator', ...named };
}

/** Answers a question by hand; a running program then tells Florin. Throws if the question is unknown or has been answered. */
export async function settle(
  store: Store,
  { connectors }: Configuration,
  [name = '', verb = '', attempt = '']: readonly string[],
  found: Found,
): Promise<void> {
  if (!connectors.some((each) => each.name === name))
    throw new Error(`No connector is called ${name}. List the questions with florin-processor unknown`);
  const answer = answerFrom(found);
  if (answer.result === 'approved' && verb === 'charge' && !found.reference)
    throw new Error('An approved charge needs its --reference at the connector: captures and refunds name it');
  const settled = await store.holding(name, `${verb} ${attempt}`, true, async (session) => {
    const row = await session.load();
    if (!row) throw new Error(`${name} was never asked to ${verb} ${attempt}. List the questions with florin-processor unknown`);
    if (row.state === 'final') throw new Error(`That question is answered: ${JSON.stringify(row.answer)}. An answer stands`);
    return session.change({ state: 'final', answer, notify: true, ...(found.reference !== undefined && { reference: found.reference }) });
  });
  if (!settled) throw new Error('The question is being worked on. Try again');
}

import type { Answer, Ask } from '../contract.js';
import { ask, chargeFor, demandSame, referenceOf, type Tried } from './candidate.js';

/** The result of an ask. */
export const resultOf = async ({ it }: Tried, asked: Ask): Promise<Answer['result']> => (await ask(it.processor, asked)).result;

/** The members that name a new authorization of an amount, in minor units, in later asks. */
export async function heldIn(tried: Tried, amount: number): Promise<{ processor: string; reference: string; currency: string }> {
  const { processor } = tried.it;
  const asked = chargeFor(tried, 'approved', { amount, capture: false });
  const answer = await ask(processor, asked);
  demandSame(answer.result, 'approved', 'the authorization');
  return { processor: processor.name, reference: referenceOf(answer, asked), currency: asked.currency };
}

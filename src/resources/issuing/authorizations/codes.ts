/** A number that any text comes to, below `below`. */
const numberOf = (text: string, below: number): number => {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % below;
  return sum;
};

/** The approval code: the letter S and six digits. */
export const codeOf = (id: string, request: number): string => `S${String(numberOf(`${id} ${request}`, 1_000_000)).padStart(6, '0')}`;

/** What the card network calls an authorization. */
export const networkIdOf = (id: string): string => `N${String(numberOf(id, 1_000_000_007)).padStart(10, '0')}`;

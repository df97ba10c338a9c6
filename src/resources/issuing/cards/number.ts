import { Concealed, passesLuhn } from '../../../kernel/base/concealed.js';
import type { Around } from '../../../kernel/base/effects.js';

/** First digits of every number that is issued here: a test range, in which no published test card lies. */
const bin = '400009';

/** As many numbers as there are of nine digits, which follow the first six; the tenth is Luhn's. */
const many = 1_000_000_000;

/** Half of a place among them: squared it is a little more than there are numbers. */
const side = 31_623;
const rounds = 6;

type Keyed = Pick<Around, 'fingerprint'>;

/** Digits that are constant for a card, and unpredictable without the vault's hash key. */
function drawn(text: string, below: number, around: Keyed): number {
  const print = around.fingerprint(new Concealed(text));
  return [...print].reduce((sum, sign) => (sum * 128 + sign.charCodeAt(0)) % below, 0);
}

/** Puts places in another order: a Feistel network, so that no two places become one. */
function shuffled(place: number, around: Keyed): number {
  let [left, right] = [Math.floor(place / side), place % side];
  for (let round = 0; round < rounds; round++)
    [left, right] = [right, (left + drawn(`place of an issued card ${round} ${right}`, side, around)) % side];
  const moved = left * side + right;
  return moved < many ? moved : shuffled(moved, around);
}

/** The number of an account's nth card: no two are alike, and none tells another. */
export function numberOf(nth: number, around: Keyed): string {
  const digits = bin + String(shuffled(nth % many, around)).padStart(9, '0');
  const check = [...'0123456789'].find((digit) => passesLuhn(digits + digit));
  return `${digits}${check}`;
}

/** The code of a card, which is as much its own as its id. */
export const codeOf = (id: string, around: Keyed): string => String(drawn(`code of the issued card ${id}`, 1000, around)).padStart(3, '0');

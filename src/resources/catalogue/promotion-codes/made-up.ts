/** Capitals and digits that cannot be confused. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const code_length = 8;
const random_length = 11;

/** The default code: the random part of the code's id, in characters that can be read aloud. */
export function madeUp(id: string): string {
  let rest = [...id.slice(-random_length)].reduce((sum, sign) => sum * 128n + BigInt(sign.charCodeAt(0)), 0n) % 2_305_843_009_213_693_951n;
  let code = '';
  for (let place = 0; place < code_length; place++) {
    code += signs.charAt(Number(rest % 32n));
    rest /= 32n;
  }
  return code;
}

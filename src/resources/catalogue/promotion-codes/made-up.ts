/** Capitals and digits that nobody takes for one another. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const code_length = 8;
const random_length = 11;

/** A code for customers where nobody has said one: what is random in the code's id, in signs that can be read out. */
export function madeUp(id: string): string {
  let rest = [...id.slice(-random_length)].reduce((sum, sign) => sum * 128n + BigInt(sign.charCodeAt(0)), 0n) % 2_305_843_009_213_693_951n;
  let code = '';
  for (let place = 0; place < code_length; place++) {
    code += signs.charAt(Number(rest % 32n));
    rest /= 32n;
  }
  return code;
}

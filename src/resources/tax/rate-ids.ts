const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** FNV-1a in 64 bits, from an offset. */
function hashed(text: string, offset: bigint): bigint {
  let hash = offset;
  for (const unit of text) hash = BigInt.asUintN(64, (hash ^ BigInt(unit.codePointAt(0) ?? 0)) * 1_099_511_628_211n);
  return hash;
}

function encoded(value: bigint, length: number): string {
  let [rest, text] = [value, ''];
  for (let place = 0; place < length; place++) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

/** Ids of calculated rates begin with the time 0, so no other tax rate has one. */
const beginning = 'txr_00000000000';

/**
 * The id of a calculated tax rate. Equal rates have equal ids in every account, so that bills can name a rate before its object is stored, and two
 * bills that store it at the same time agree on it.
 */
export const idOfRate = (key: string): string => `${beginning}${encoded(hashed(key, 14_695_981_039_346_656_037n), 11)}`;

/** Whether a tax rate was calculated, and not named by a caller. */
export const isCalculated = ({ id }: { readonly id: string }): boolean => id.startsWith(beginning);

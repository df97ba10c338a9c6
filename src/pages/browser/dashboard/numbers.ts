import { locale } from './say.js';

/** The mark before the decimals in the language in use, in Latin digits. */
const decimalMark = (): string =>
  new Intl.NumberFormat(locale(), { numberingSystem: 'latn' }).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** A plain number with the decimal mark of the language in use, for a field. */
export const withDecimalMark = (plain: string): string => plain.replace('.', decimalMark());

/** Digits of Arabic, Persian and Thai, and the wide digits of Japanese: the last four bits of each are its value. */
const digits = /[٠-٩۰-۹๐-๙０-９]/g;

/**
 * The plain form of a number that a person has typed: `1234.5` for `1,234.5`, in German for `1.234,5`; null if it is no number. Of two marks
 * the last one precedes the decimals. A single mark groups thousands if it is not the decimal mark of the language and three digits follow.
 */
export function plainNumber(typed: string): string | null {
  const text = typed
    .replace(digits, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/[\s'’٬]/g, '')
    .replace('٫', decimalMark());
  const last = text.match(/[.,]/g)?.at(-1);
  const at = last && isBeforeDecimals(text, last) ? text.lastIndexOf(last) : text.length;
  const [whole, part] = [text.slice(0, at), text.slice(at + 1)];
  if (!/^-?(\d+|\d{1,3}(,\d{3})+|\d{1,3}(\.\d{3})+)$/.test(whole) || !/^\d*$/.test(part)) return null;
  return whole.replace(/[.,]/g, '') + (part && `.${part}`);
}

function isBeforeDecimals(text: string, mark: string): boolean {
  if (text.indexOf(mark) !== text.lastIndexOf(mark)) return false;
  const is_only = !/[.,]/.test(text.replace(mark, ''));
  return !is_only || mark === decimalMark() || !/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text);
}

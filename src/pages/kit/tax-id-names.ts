import { alphabet, regionNames } from '../../kernel/base/intl.js';
import type { Locale } from '../paper/languages.js';

/** A type of tax id as people know it: `gb_vat` is the VAT number of the United Kingdom. */
export const taxIdName = (type: string, { language }: Locale): string => nameIn(type, regionNames(language));

function nameIn(type: string, places: Intl.DisplayNames): string {
  const [place = '', ...number] = type.toUpperCase().split('_');
  return `${places.of(place) ?? place}: ${number.join('/')}`;
}

/** Types with their names, in the order of the reader's language. */
export function taxIdOptions(types: readonly string[], { language }: Locale): (readonly [type: string, name: string])[] {
  const places = regionNames(language);
  const { compare } = alphabet(language);
  return types.map((type) => [type, nameIn(type, places)] as const).sort(([, one], [, other]) => compare(one, other));
}

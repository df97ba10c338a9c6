import type { Place } from './determine.js';
import type { TaxTable } from './table.js';

/** The first three digits of American postal codes, up to which each state reaches in ascending order. */
const zips: readonly (readonly [number, string])[] = [
  ...([
    [4, ''],
    [5, 'NY'],
    [9, 'PR'],
    [27, 'MA'],
    [29, 'RI'],
    [38, 'NH'],
    [49, 'ME'],
    [59, 'VT'],
    [69, 'CT'],
    [89, 'NJ'],
  ] as const),
  ...([
    [99, ''],
    [149, 'NY'],
    [196, 'PA'],
    [199, 'DE'],
    [200, 'DC'],
    [201, 'VA'],
    [205, 'DC'],
    [219, 'MD'],
    [246, 'VA'],
  ] as const),
  ...([
    [268, 'WV'],
    [269, ''],
    [289, 'NC'],
    [299, 'SC'],
    [319, 'GA'],
    [349, 'FL'],
    [369, 'AL'],
    [385, 'TN'],
    [397, 'MS'],
  ] as const),
  ...([
    [399, 'GA'],
    [427, 'KY'],
    [429, ''],
    [459, 'OH'],
    [479, 'IN'],
    [499, 'MI'],
    [528, 'IA'],
    [529, ''],
    [549, 'WI'],
  ] as const),
  ...([
    [567, 'MN'],
    [569, 'DC'],
    [577, 'SD'],
    [579, ''],
    [588, 'ND'],
    [589, ''],
    [599, 'MT'],
    [629, 'IL'],
    [658, 'MO'],
  ] as const),
  ...([
    [659, ''],
    [679, 'KS'],
    [693, 'NE'],
    [699, ''],
    [714, 'LA'],
    [715, ''],
    [729, 'AR'],
    [732, 'OK'],
    [733, 'TX'],
  ] as const),
  ...([
    [749, 'OK'],
    [799, 'TX'],
    [816, 'CO'],
    [819, ''],
    [831, 'WY'],
    [838, 'ID'],
    [839, ''],
    [847, 'UT'],
    [849, ''],
  ] as const),
  ...([
    [865, 'AZ'],
    [869, ''],
    [884, 'NM'],
    [885, 'TX'],
    [888, ''],
    [898, 'NV'],
    [899, ''],
    [961, 'CA'],
    [966, ''],
  ] as const),
  ...([
    [968, 'HI'],
    [969, ''],
    [979, 'OR'],
    [994, 'WA'],
    [999, 'AK'],
  ] as const),
];

/** The first letters of Canadian postal codes. */
const letters: Readonly<Record<string, string>> = {
  ...{ A: 'NL', B: 'NS', C: 'PE', E: 'NB', G: 'QC', H: 'QC', J: 'QC', K: 'ON', L: 'ON', M: 'ON', N: 'ON', P: 'ON' },
  ...{ R: 'MB', S: 'SK', T: 'AB', V: 'BC', X: 'NT', Y: 'YT' },
};

function stateByPostalCode(country: string, code: string): string | null {
  if (country === 'CA') return letters[code.trim().charAt(0).toUpperCase()] ?? null;
  const digits = /^\s*(\d{3})\d{2}/.exec(code)?.[1];
  const found = digits === undefined ? undefined : zips.find(([last]) => Number(digits) <= last)?.[1];
  return found || null;
}

/** The code of a state that is named by its code, with or without its country, or by its name. */
function stateNamed(country: string, state: string, { places }: TaxTable): string | null {
  const plain = state.trim();
  const code = plain.toUpperCase().replace(`${country}-`, '');
  if (/^[A-Z]{2}$/.test(code)) return code;
  const named = Object.entries(places).find(
    ([place, { name }]) => place.startsWith(`${country}-`) && name.toLowerCase() === plain.toLowerCase(),
  );
  return named ? named[0].slice(3) : null;
}

/** Countries whose taxes depend on a state or province. */
const by_state: ReadonlySet<string> = new Set(['CA', 'US']);

/** An address, as far as taxes depend on it. */
export type Address = { readonly country?: string | null; readonly state?: string | null; readonly postal_code?: string | null };

/** The place of an address; null if it is not enough to say which taxes apply. */
export function placeOf({ country = null, state = null, postal_code = null }: Address, table: TaxTable): Place | null {
  if (country === null) return null;
  if (!by_state.has(country)) return { country, state: null };
  const named = state === null ? null : stateNamed(country, state, table);
  const found = named ?? (postal_code === null ? null : stateByPostalCode(country, postal_code));
  return found === null ? null : { country, state: found };
}

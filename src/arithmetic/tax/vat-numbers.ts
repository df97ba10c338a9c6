import { passesLuhn } from '../../kernel/base/concealed.js';

const digitsOf = (text: string): number[] => [...text].map(Number);

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * (digitsOf(digits)[place] ?? 0), 0);

/** ISO 7064, modulus 11 and 10. */
function mod11_10(digits: string): boolean {
  let product = 10;
  for (const digit of digitsOf(digits.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1));
}

function austrian(body: string): boolean {
  const digits = digitsOf(body.slice(1));
  const sum = digits.slice(0, 7).reduce((total, digit, place) => {
    const times = place % 2 ? digit * 2 : digit;
    return total + (times > 9 ? times - 9 : times);
  }, 0);
  return (10 - ((sum + 4) % 10)) % 10 === digits[7];
}

const irish_letters = 'WABCDEFGHIJKLMNOPQRSTUV';

function irish(body: string): boolean {
  if (!/^\d{7}[A-W][A-I]?$/.test(body)) return true;
  const sum = weighted(body.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) + (body[8] ? 9 * (body.charCodeAt(8) - 64) : 0);
  return irish_letters[sum % 23] === body[7];
}

/** Numbers of companies; others have letters whose digits are not computed. */
function french(body: string): boolean {
  const siren = body.slice(2);
  if (!/^\d{11}$/.test(body)) return true;
  return passesLuhn(siren) && (12 + 3 * (Number(siren) % 97)) % 97 === Number(body.slice(0, 2));
}

function dutch(body: string): boolean {
  const rest = weighted(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  if (rest === Number(body[8])) return true;
  const text = [...`NL${body}`].map((each) => (/[A-Z]/.test(each) ? each.charCodeAt(0) - 55 : each)).join('');
  return BigInt(text) % 97n === 1n;
}

const lastOf = (body: string): number => Number(body.at(-1));

/** A sum of weights modulo 11, from which the last digit is subtracted. */
const mod11 =
  (weights: readonly number[], ten = 0) =>
  (body: string): boolean => {
    const check = (11 - (weighted(body, weights) % 11)) % 11;
    return (check === 10 ? ten : check) === lastOf(body);
  };

/** The check digits of a number without its country, where they are implemented; others are judged by their form alone. */
const checks: Readonly<Record<string, (body: string) => boolean>> = {
  AT: austrian,
  BE: (body) => 97 - (Number(body.slice(0, 8)) % 97) === Number(body.slice(8)),
  DE: mod11_10,
  DK: (body) => weighted(body, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EE: (body) => (10 - (weighted(body, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10 === lastOf(body),
  EL: (body) => (weighted(body, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === lastOf(body),
  FI: mod11([7, 9, 10, 5, 8, 4, 2]),
  FR: french,
  HR: mod11_10,
  HU: (body) => (10 - (weighted(body, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10 === lastOf(body),
  IE: irish,
  IT: passesLuhn,
  LU: (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6)),
  MT: (body) => 37 - (weighted(body, [3, 4, 6, 7, 8, 9]) % 37) === Number(body.slice(6)),
  NL: dutch,
  PL: (body) => weighted(body, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === lastOf(body),
  PT: mod11([9, 8, 7, 6, 5, 4, 3, 2]),
  SE: (body) => passesLuhn(body.slice(0, 10)),
  SI: mod11([8, 7, 6, 5, 4, 3, 2]),
};

/** The lengths of numbers in digits and letters, without the country. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^\d{10}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[\dA-Z]\d{7}[\dA-Z]$/,
  FI: /^\d{8}$/,
  FR: /^[\dA-Z]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[\dA-Z]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** Bodies that documentation uses as an example, and those whose verification has a known outcome in test mode. */
const published: ReadonlySet<string> = new Set(['123456789', '000000000', '111111111', '222222222', 'AB123456789']);

/**
 * The EU country of a VAT number whose form and check digits hold, as ISO 3166-1 writes it; null for any other text. In test mode the published
 * example numbers count too.
 */
export function countryOfVat(value: string, livemode: boolean): string | null {
  const plain = value.toUpperCase().replace(/[\s.-]/g, '');
  const [country, body] = [plain.slice(0, 2), plain.slice(2)];
  const form = forms[country];
  if (!form) return null;
  const is_example = !livemode && published.has(body);
  if (!is_example && (!form.test(body) || checks[country]?.(body) === false)) return null;
  return country === 'EL' ? 'GR' : country;
}

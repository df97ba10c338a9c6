import { isValidBIC, isValidIBAN } from 'ibantools';

const weighted = (digits: string, weights: readonly number[]): number =>
  [...digits].reduce((sum, digit, place) => sum + Number(digit) * (weights[place % weights.length] ?? 0), 0);

/** A routing number of the American Bankers Association: nine digits, weighted 3, 7, 1, that add up to a multiple of ten. */
export const isAba = (text: string): boolean => /^\d{9}$/.test(text) && text !== '000000000' && weighted(text, [3, 7, 1]) % 10 === 0;

/** An IBAN (ISO 13616) of this country: its length and form there, and a rest of one when divided by 97. */
export const isIbanOf = (country: string, text: string): boolean => text.startsWith(country) && isValidIBAN(text);

/** A BIC (ISO 9362): bank, country, place, and a branch or none. */
export const isBic = (text: string): boolean => isValidBIC(text);

/** A British sort code. */
export const isSortCode = (text: string): boolean => /^\d{6}$/.test(text);

/** An Australian BSB: bank, state (never 8 or 9), branch. */
export const isBsb = (text: string): boolean => /^\d{2}[0-7]\d{3}$/.test(text);

/** An Indian IFSC: bank, a zero, branch. */
export const isIfsc = (text: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text);

/** A Mexican CLABE: 17 digits, weighted 3, 7, 1 and each product without its tens, and one that fills up to a multiple of ten. */
export function isClabe(text: string): boolean {
  if (!/^\d{18}$/.test(text)) return false;
  const sum = [...text.slice(0, 17)].reduce((total, digit, place) => total + ((Number(digit) * ([3, 7, 1][place % 3] ?? 0)) % 10), 0);
  return (10 - (sum % 10)) % 10 === Number(text[17]);
}

/** The check digit of a Brazilian register: eleven less the rest, or zero. */
const checkDigit = (digits: string, weights: readonly number[]): string => {
  const rest = weighted(digits, weights) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
};

const endsIn = (text: string, of_first: readonly number[], of_second: readonly number[]): boolean => {
  const [first, second] = [text.slice(0, -2), text.slice(0, -1)];
  return text.endsWith(checkDigit(first, of_first) + checkDigit(second, of_second)) && !/^(\d)\1*$/.test(text);
};

const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, place) => from - place);

/** The number of a Brazilian person, without its dots. */
export const isCpf = (text: string): boolean => /^\d{11}$/.test(text) && endsIn(text, down(10, 2), down(11, 2));

/** The number of a Brazilian company, without its dots. */
export const isCnpj = (text: string): boolean =>
  /^\d{14}$/.test(text) && endsIn(text, [...down(5, 2), ...down(9, 2)], [...down(6, 2), ...down(9, 2)]);

/** A social security number of the United States, without its dashes: no area is 000, 666 or from 900 on, and no group or serial is zero. */
export const isSsn = (text: string): boolean => /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(text);

/** Country codes of the telephone (ITU-T E.164): one digit, two, or three. */
const country_codes =
  /^\+(1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|21[12368]|22\d|23\d|24\d|25[0-8]|26\d|29[01789]|35\d|37[0-8]|38[0-35-79]|42[013]|50\d|59\d|67[02-9]|68[0-35-9]|69[0-2]|80[08]|85[02356]|870|88[0-36]|96[0-8]|97[0-79]|99[2-68])/;

/** A telephone number with its country code, in digits behind a plus. */
export const isPhone = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text) && country_codes.test(text);

/** An Indian UPI address: a name at a payment service. */
export const isUpiAddress = (text: string): boolean => /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/.test(text);

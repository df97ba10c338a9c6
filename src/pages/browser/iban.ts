/** An account number as it is written: in capitals and without blanks. */
export const plainIban = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** An account number as it is printed: four characters at a time. */
export const formatIban = (text: string): string =>
  plainIban(text)
    .slice(0, iban_length_max)
    .replace(/.{4}(?=.)/g, '$& ');

const iban_length_max = 34;
const iban_length_min = 15;

/** What is wrong with an account number, by Stripe's code; null if nothing is. */
export function ibanFault(text: string): 'incomplete_iban' | 'invalid_iban' | null {
  const plain = plainIban(text);
  if (plain.length < iban_length_min) return 'incomplete_iban';
  return /^[A-Z]{2}\d{2}/.test(plain) && remainderOf(`${plain.slice(4)}${plain.slice(0, 4)}`) === 1 ? null : 'invalid_iban';
}

/** The remainder by 97 of a number in which letters count from ten on (ISO 13616). */
const remainderOf = (text: string): number =>
  [...text].reduce((rest, character) => {
    const value = Number.parseInt(character, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);

import validator from 'card-validator';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Concealed } from '../../../kernel/base/concealed.js';
import { describeCard } from './card-input.js';

/** A number of sixteen digits that passes the check of Luhn, from its first fifteen. */
function completed(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const brandOf = (number: string): unknown => {
  const asked = {
    now: Date.UTC(2026, 0, 1) / 1000,
    fingerprint: () => 'fingerprint',
    refuse: (): never => {
      throw new Error('The card is refused');
    },
  };
  return (describeCard({ number: new Concealed(number), exp_month: 12, exp_year: 2030 }, null, 'card', asked).card as { brand: string })
    .brand;
};

const names: Readonly<Record<string, string>> = { 'american-express': 'amex', 'diners-club': 'diners' };
const known = ['discover', 'elo', 'jcb', 'maestro', 'mastercard', 'unionpay', 'visa'];

test('the brand is that of the library for any number, whatever numbers of the same prefix came before', () => {
  const prefix = fc.constantFrom('4', '51', '2221', '34', '37', '36', '6011', '644', '62', '3528', '5067', '650031', '6500', '63', '9');
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 15, maxLength: 15 });
  fc.assert(
    fc.property(prefix, digits, digits, (start, some, others) => {
      const first = completed(`${start}${some.join('')}`.slice(0, 15));
      for (const number of [first, completed(`${first.slice(0, 8)}${others.join('')}`.slice(0, 15))]) {
        const type = validator.number(number).card?.type ?? '';
        expect(brandOf(number)).toBe(names[type] ?? (known.includes(type) ? type : 'unknown'));
      }
    }),
  );
});

import { describe, expect, test } from 'vitest';
import { types } from '../../resources/core/payment-method-types/types.js';
import { debit_types } from '../../resources/payments/payment-methods/debits.js';
import { payment_method_types } from '../../resources/payments/payment-methods/payment-method.js';
import { data_members } from '../../resources/payments/payment-methods/payment-method-data.js';
import { asking_types, asksOf, banks, isDebit, optional_particulars } from './methods.js';

/** The members of what is said of a type alone, as the API reads them. */
const membersOf = (type: string): readonly string[] => {
  const { schema } = data_members[type as keyof typeof data_members] as { schema: { properties?: object } };
  return Object.keys(schema.properties ?? {});
};

describe('what the page asks for', () => {
  test.each(payment_method_types)('%s: all that the API cannot do without, and nothing that it does not know', (type) => {
    const { details, particulars } = asksOf(type);
    const needs = types[type].needs.map((need) => (need === 'address.country' ? 'country' : need));
    expect(needs.filter((need) => !details.some((each) => each === need))).toEqual([]);
    // Whose name is on a card is asked for, and issuers look at it, though no card is refused without one.
    expect(details.filter((each) => type !== 'card' && !needs.includes(each))).toEqual([]);
    expect(particulars.filter((each) => !membersOf(type).includes(each))).toEqual([]);
  });

  test('names no type that the API does not have', () => {
    expect([...asking_types, ...Object.keys(banks)].filter((type) => !payment_method_types.some((each) => each === type))).toEqual([]);
  });

  test('asks for the whole number of an account of everybody who is debited', () => {
    expect(payment_method_types.filter(isDebit).sort()).toEqual([...debit_types].sort());
    for (const type of debit_types) {
      const asked = asksOf(type).particulars.filter((each) => !optional_particulars.includes(each));
      expect(asked.some((each) => each === 'iban' || each === 'account_number')).toBe(true);
    }
  });

  test('offers a choice of banks only to types that name one', () => {
    expect(asking_types.filter((type) => asksOf(type).particulars.includes('bank')).sort()).toEqual(Object.keys(banks).sort());
  });
});

import { describe, expect, test } from 'vitest';
import { boletoBars, boletoLine, detailsOf } from './payment-details.js';

const shown = (next_action: Record<string, unknown>): string[] =>
  detailsOf({ next_action: { type: 'x', ...next_action } }).map(({ name, label, shown }) => `${label ?? name}: ${shown}`);

describe('a boleto', () => {
  const number = '23793381286000782713695000063305975520000370000';

  test('is written as banks print it, and another number as it is', () => {
    expect(boletoLine(number)).toBe('23793.38128 60007.827136 95000.063305 9 75520000370000');
    expect(boletoLine('12345')).toBe('12345');
  });

  test('has the digits of its bar code in another order, without those that check its parts', () => {
    expect(boletoBars(number)).toBe('23799755200003700003381260007827139500006330');
    expect(boletoBars('12345')).toBeNull();
  });
});

test('what is typed in elsewhere is read of every kind of step, in the form that people know it in', () => {
  expect(shown({ multibanco_display_details: { entity: '11249', reference: '123456789' } })).toEqual([
    'entity: 11249',
    'reference: 123 456 789',
  ]);
  const stores = { lawson: { confirmation_number: '0312345678', payment_code: '111111' }, familymart: { payment_code: '222222' } };
  expect(shown({ konbini_display_details: { stores } })).toEqual([
    'FamilyMart: 222222',
    'Lawson: 111111',
    'confirmation_number: 0312345678',
  ]);
  const spei = { bank_name: 'STP', clabe: '646180118123456789', account_holder_name: 'Jo' };
  expect(shown({ spei_display_details: { financial_addresses: [{ type: 'spei', spei }], reference: '1234567' } })).toEqual([
    'bank: STP',
    'clabe: 646 180 11812345678 9',
    'account_holder: Jo',
    'reference: 1234567',
  ]);
  const sort_code = { account_number: '12345678', sort_code: '108800', account_holder_name: 'Jo' };
  expect(shown({ display_bank_transfer_instructions: { financial_addresses: [{ type: 'sort_code', sort_code }] } })).toEqual([
    'sort_code: 10-88-00',
    'account_number: 12345678',
    'account_holder: Jo',
  ]);
});

test.each([
  {},
  { boleto_display_details: null },
  { boleto_display_details: { number: 7 } },
  { spei_display_details: { financial_addresses: 'x' } },
  { spei_display_details: { financial_addresses: [null] } },
  { konbini_display_details: { stores: [] } },
])('%j tells nothing to be typed in', (next_action) => {
  expect(shown(next_action)).toEqual([]);
});

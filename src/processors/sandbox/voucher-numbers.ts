import { day } from '../../kernel/base/moments.js';
import { digitsFrom } from './derived.js';

/** The bank of boletos in test mode: no bank has this number. */
const bank = '000';
const real = '9';

/** The day before the first of Brazil's due date factors, and the last factor: after 9999 they restart at 1000. */
const factors_begin = Date.UTC(1997, 9, 7) / 1000;
const factor_max = 9999;
const factor_min = 1000;

/** The due date factor of a boleto: its last day in São Paulo, counted in four digits. */
function factorOf(due: number): string {
  const hours_behind = 3 * 3600;
  const days = Math.floor((due - hours_behind - factors_begin) / day);
  const factor = days <= factor_max ? days : factor_min + ((days - factor_min) % (factor_max - factor_min + 1));
  return String(factor).padStart(4, '0');
}

/** The check digit of a part of the number: every second digit is doubled, and two-digit results are summed digit by digit. */
export function checkDigitBy10(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const counted = Number(digit) * (place % 2 ? 1 : 2);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** The check digit of the whole number: weights from 2 to 9 from the right, and never 0. */
export function checkDigitBy11(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (2 + (place % 8)), 0);
  const rest = 11 - (sum % 11);
  return rest > 9 ? 1 : rest;
}

/**
 * The number of a boleto that a payer types in: 47 digits, of which the last fourteen are the due date and the amount (FEBRABAN). The same digits in
 * another order are its bar code.
 */
export function boletoNumber({ attempt, due, amount }: { attempt: string; due: number; amount: number }): string {
  const free = digitsFrom(attempt, 25);
  const last = `${factorOf(due)}${String(amount).padStart(10, '0').slice(-10)}`;
  const parts = [`${bank}${real}${free.slice(0, 5)}`, free.slice(5, 15), free.slice(15)];
  const typed = parts.map((part) => `${part}${checkDigitBy10(part)}`);
  return `${typed.join('')}${checkDigitBy11(`${bank}${real}${last}${free}`)}${last}`;
}

/** A Multibanco reference: seven digits, and two check digits over the entity, these and the amount (SIBS). */
export function multibancoReference({ entity, seven, amount }: { entity: string; seven: string; amount: number }): string {
  const checked = `${entity}${seven}${String(amount).padStart(8, '0').slice(-8)}`;
  return `${seven}${String(98n - ((BigInt(checked) * 3n) % 97n)).padStart(2, '0')}`;
}

/** The entity of all Multibanco payments in test mode. */
export const multibanco_entity = '11249';

/** The Multibanco reference of an attempt. */
export const multibancoOf = (attempt: string, amount: number): string =>
  multibancoReference({ entity: multibanco_entity, seven: digitsFrom(attempt, 7), amount });

const clabe_weights = [3, 7, 1] as const;

/** A CLABE: bank, city, account, and a digit that makes the weighted sum a multiple of ten (Banco de México). */
export function clabeOf(account: string): string {
  const digits = `646180${account}`;
  const sum = [...digits].reduce((total, digit, place) => total + ((Number(digit) * (clabe_weights[place % 3] ?? 0)) % 10), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

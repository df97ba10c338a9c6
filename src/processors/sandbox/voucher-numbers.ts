import { day } from '../../kernel/base/moments.js';
import { digitsFrom } from './derived.js';

/** The bank of a boleto in test mode: none has this number. */
const bank = '000';
const real = '9';

/** The day before the first of Brazil's factors for due dates, and how many there are: after 9999 they begin again with 1000. */
const factors_begin = Date.UTC(1997, 9, 7) / 1000;
const factor_max = 9999;
const factor_min = 1000;

/** A boleto's due date as its number has it: the day of São Paulo on which it ends, counted in four digits. */
function factorOf(due: number): string {
  const hours_behind = 3 * 3600;
  const days = Math.floor((due - hours_behind - factors_begin) / day);
  const factor = days <= factor_max ? days : factor_min + ((days - factor_min) % (factor_max - factor_min + 1));
  return String(factor).padStart(4, '0');
}

/** The check digit of a part of the number: every second digit counts double, and of what then has two digits both. */
export function checkDigitBy10(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const counted = Number(digit) * (place % 2 ? 1 : 2);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** The check digit of the whole: weights from 2 to 9 from the right, and never 0. */
export function checkDigitBy11(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (2 + (place % 8)), 0);
  const rest = 11 - (sum % 11);
  return rest > 9 ? 1 : rest;
}

/**
 * The number of a boleto that a payer types in: 47 digits, the last fourteen of which are when it is due and how much (FEBRABAN). The same
 * digits in another order are its bar code.
 */
export function boletoNumber({ attempt, due, amount }: { attempt: string; due: number; amount: number }): string {
  const free = digitsFrom(attempt, 25);
  const last = `${factorOf(due)}${String(amount).padStart(10, '0').slice(-10)}`;
  const parts = [`${bank}${real}${free.slice(0, 5)}`, free.slice(5, 15), free.slice(15)];
  const typed = parts.map((part) => `${part}${checkDigitBy10(part)}`);
  return `${typed.join('')}${checkDigitBy11(`${bank}${real}${last}${free}`)}${last}`;
}

/** A Multibanco reference: seven digits, and two that fit them, the entity and the amount (SIBS). */
export function multibancoReference({ entity, seven, amount }: { entity: string; seven: string; amount: number }): string {
  const checked = `${entity}${seven}${String(amount).padStart(8, '0').slice(-8)}`;
  return `${seven}${String(98n - ((BigInt(checked) * 3n) % 97n)).padStart(2, '0')}`;
}

const clabe_weights = [3, 7, 1] as const;

/** A CLABE: bank, place, account, and a digit that makes their weighted sum a multiple of ten (Banco de México). */
export function clabeOf(account: string): string {
  const digits = `646180${account}`;
  const sum = [...digits].reduce((total, digit, place) => total + ((Number(digit) * (clabe_weights[place % 3] ?? 0)) % 10), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

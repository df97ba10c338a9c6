import { type Parameters, upload } from '../api.js';
import { decimal, minorUnits, money } from '../format.js';
import { plainNumber } from '../numbers.js';
import { say, type Text, words } from '../say.js';

type Shared = {
  /** The parameter, as the API names it in errors: `recurring[interval]`. */
  readonly name: string;
  readonly label: Text;
  readonly hint?: Text;
  readonly is_required?: boolean;
  /** Whether the form has it, by the other values. */
  when?(values: Values): boolean;
};

/** A field of a form. */
export type Field = Shared &
  (
    | { readonly kind: 'text' | 'long' | 'number'; readonly initial?: string | null }
    | { readonly kind: 'amount'; readonly initial?: string; readonly maximum?: number; currency(values: Values): string }
    | { readonly kind: 'choice'; readonly choices: readonly Choice[]; readonly initial?: string }
    | { readonly kind: 'flag'; readonly initial?: boolean }
    | { readonly kind: 'time'; readonly initial?: number | null }
    | { readonly kind: 'tags'; readonly initial?: readonly string[]; readonly suggested?: readonly string[] }
    | { readonly kind: 'pairs'; readonly initial?: Readonly<Record<string, string>> }
    | { readonly kind: 'file'; readonly purpose: string }
    | { readonly kind: 'object'; readonly of: string; readonly initial?: string | null; readonly parameters?: Parameters }
    | { readonly kind: 'rows'; readonly fields: readonly Field[]; readonly add: Text }
  );

/** A constant of the API, with a label if its own words are not clear; an empty one is no choice. */
export type Choice = { readonly value: string; readonly label?: Text };

/** Constants of the API as choices, by their own words. */
export const constants = (values: readonly string[]): readonly Choice[] => values.map((value) => ({ value }));

/** Choices as a select of the library has them. */
export const optionsOf = (choices: readonly Choice[]) =>
  choices.map(({ value, label }) => ({ value, label: label ? say(label) : value ? words(value) : '–' }));

/** What a person has entered in a field. */
export type Entered = string | boolean | readonly string[] | File | null | readonly Values[];

/** What a person has entered in a form, by the names of its fields. */
export type Values = { readonly [name: string]: Entered | undefined };

/** The text of a value; empty for values that are not text. */
export const textOf = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};

/** A line of a metadata field: `name=value`. */
const lineOf = ([name, value]: readonly [string, string]): string => `${name}=${value}`;

/** A time in seconds as an input of the browser has it: `2026-01-31T12:00`, in the browser's time zone. */
const localTime = (seconds: number): string => {
  const offset = new Date(seconds * 1000).getTimezoneOffset() * 60;
  return new Date((seconds - offset) * 1000).toISOString().slice(0, 16);
};

/** The value with which a field begins. */
export function initialOf(field: Field): Entered {
  switch (field.kind) {
    case 'flag':
      return field.initial ?? false;
    case 'tags':
      return field.initial ?? [];
    case 'pairs':
      return Object.entries(field.initial ?? {}).map(lineOf);
    case 'time':
      return field.initial ? localTime(field.initial) : '';
    case 'file':
      return null;
    case 'rows':
      return [initialValues(field.fields)];
    case 'choice':
      return field.initial ?? field.choices[0]?.value ?? '';
    case 'text':
    case 'long':
    case 'number':
    case 'amount':
    case 'object':
      return field.initial ?? '';
  }
}

/** The values with which a form begins. */
export const initialValues = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map((field) => [field.name, initialOf(field)]));

/** Why a value cannot be sent; null if it can. */
export function problemOf(field: Field, values: Values): string | null {
  const value = values[field.name];
  if (field.kind === 'amount') return amountProblem(field, values);
  if (field.kind === 'number' && textOf(values, field.name) && plainNumber(textOf(values, field.name)) === null)
    return say('Enter a number.');
  if (field.kind === 'pairs' && (value as readonly string[]).some((line) => !line.includes('='))) return say('Write name=value.');
  const is_empty = value === '' || value === null || (Array.isArray(value) && value.length === 0);
  return field.is_required && is_empty ? say('{field} is required.', { field: say(field.label) }) : null;
}

function amountProblem(field: Field & { kind: 'amount' }, values: Values): string | null {
  const [typed, currency] = [textOf(values, field.name), field.currency(values)];
  if (!typed && !field.is_required) return null;
  if (!currency) return null;
  const amount = minorUnits(typed, currency);
  if (amount === null || (amount === 0 && field.maximum !== undefined))
    return say('Enter an amount in {currency}, for example {amount}.', {
      currency: currency.toUpperCase(),
      amount: decimal(field.maximum ?? 2000, currency),
    });
  return field.maximum !== undefined && amount > field.maximum
    ? say('At most {amount}.', { amount: money(field.maximum, currency) })
    : null;
}

/** The fields of a form that it has for its values. */
export const shownOf = (fields: readonly Field[], values: Values): readonly Field[] =>
  fields.filter((field) => field.when?.(values) ?? true);

/** The amount of a field in minor units; null if it has none. */
export const amountOf = (values: Values, name: string, currency: string): number | null => minorUnits(textOf(values, name), currency);

/** The parameters of a form. Fields without a value are left out, but a value that was removed is sent empty, which clears it. */
export function parametersOf(fields: readonly Field[], values: Values): Parameters {
  const parameters: Record<string, Parameters[string]> = {};
  for (const field of shownOf(fields, values)) Object.assign(parameters, parameterOf(field, values));
  return parameters;
}

function parameterOf(field: Field, values: Values): Parameters {
  const { name } = field;
  const value = values[name];
  const typed = textOf(values, name);
  switch (field.kind) {
    case 'flag':
      return value === (field.initial ?? false) ? {} : { [name]: value === true };
    case 'amount':
      return typed ? { [name]: minorUnits(typed, field.currency(values)) ?? typed } : {};
    case 'time':
      return typed ? { [name]: Math.floor(new Date(typed).getTime() / 1000) } : {};
    case 'tags':
      return (value as readonly string[]).length > 0 ? { [name]: value as readonly string[] } : {};
    case 'pairs':
      return pairsParameter(field, value as readonly string[]);
    case 'rows':
      return { [name]: (value as readonly Values[]).map((row) => parametersOf(field.fields, row)) };
    case 'file':
      return typed ? { [name]: typed } : {};
    case 'number':
      return typed || initialOf(field) ? { [name]: plainNumber(typed) ?? typed } : {};
    case 'choice':
    case 'text':
    case 'long':
    case 'object':
      return typed || initialOf(field) ? { [name]: typed } : {};
  }
}

/** Names that were removed are sent with an empty value, which deletes them. */
function pairsParameter(field: Field & { kind: 'pairs' }, lines: readonly string[]): Parameters {
  const entered = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
  const removed = Object.fromEntries(Object.keys(field.initial ?? {}).map((name) => [name, '']));
  const pairs = { ...removed, ...entered };
  return Object.keys(pairs).length > 0 ? { [field.name]: pairs } : {};
}

/** Uploads the files of a form: their values become ids. */
export async function uploaded(fields: readonly Field[], values: Values): Promise<Values> {
  const ids = await Promise.all(
    fields.map(async (field) => {
      const value = values[field.name];
      return field.kind === 'file' && value instanceof File ? [[field.name, await upload(value, field.purpose)] as const] : [];
    }),
  );
  return { ...values, ...Object.fromEntries(ids.flat()) };
}

import type { PageWords } from '../invoices/invoice-words.js';
import type { Texts } from './form-texts.js';
import { type Input, input, type Markup } from './ui.js';

/** The fields of a card; what is typed into them is never shown again. */
export const card_fields = ['number', 'exp', 'cvc'] as const;

/** One of them. */
export type CardField = (typeof card_fields)[number];

/** The fields that a card is typed into; `more` is what a page adds to one of them. */
export const cardInputs = (said: PageWords, more: (field: CardField) => Partial<Input>): readonly Markup[] =>
  fieldsOf(said).map((field) => input({ ...field, ...more(field.name) }));

const fieldsOf = (said: PageWords): readonly (Input & { readonly name: CardField })[] => [
  { name: 'number', label: said.card_number, autocomplete: 'cc-number', numeric: true, ltr: true },
  { name: 'exp', label: said.expiry, autocomplete: 'cc-exp', placeholder: said.expiry_form, numeric: true, ltr: true },
  { name: 'cvc', label: said.cvc, autocomplete: 'cc-csc', numeric: true, ltr: true },
];

/** A card as the API takes it, from what was typed in. */
export function cardIn({ number = '', exp = '', cvc = '' }: Texts): object {
  const [month = '', year = ''] = exp.includes('/') ? exp.split('/') : [exp.slice(0, 2), exp.slice(2)];
  return { number: number.replace(/[\s-]/g, ''), exp_month: month.trim(), exp_year: year.trim(), ...(cvc && { cvc }) };
}

const fields = [...card_fields, 'name', 'email', 'country'] as const;

/** The field that a parameter of the API was typed into; null for what no field is about. */
export const wrongOf = (param: string | undefined): string | null =>
  fields.find((field) => param?.includes(`[${field}`) || param?.endsWith(field)) ?? null;

import { type CardField, cardInputs } from '../kit/card-form.js';
import { countriesFor } from '../kit/country-names.js';
import { form, group, html, input, type Markup, methodMark, radio, select } from '../kit/ui.js';
import { kindOf, methodLabel } from '../kit/ways-to-pay.js';
import { filled } from '../paper/languages.js';
import type { InvoiceView, Speaking } from './invoice-page.js';
import type { PageWords } from './invoice-words.js';

/** What a payer has typed in, without the number and the code of a card, which must not be shown again. `wrong` is the field that was not taken. */
export type Typed = {
  readonly way: string;
  readonly exp: string;
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly wrong: string | null;
};

/** Types that a payer chooses by name alone; others need an account number or an agreement, which this page does not take. */
const elsewhere = new Set(['sepa_debit', 'customer_balance', 'link', 'blik']);

/** The ways that the page offers, of those that the payment takes. */
export const offered = (types: readonly string[]): readonly string[] =>
  types.filter((type) => type === 'card' || (!elsewhere.has(type) && kindOf({ type }, '') !== 'small_deposits'));

/** Nothing has been typed in yet. */
export const untouched = { exp: '', wrong: null } as const;

/** The form that pays an invoice: the way, the card where it is one, and who pays. */
export function payForm(view: InvoiceView, speaking: Speaking): Markup {
  const { paper, payable, typed, action } = view;
  const { said, formats } = speaking;
  const types = offered(payable?.types ?? []);
  return form({
    action,
    label: said.pay,
    submit: filled(said.pay_amount, { amount: formats.money(paper.amount_remaining) }),
    content: [
      waysToPay(types, typed, said),
      types.includes('card') && cardFields(speaking, typed ?? untouched),
      payerFields(view, speaking),
    ],
  });
}

function waysToPay(types: readonly string[], typed: Typed | null, said: PageWords): Markup {
  const way = typed && types.includes(typed.way) ? typed.way : types[0];
  const labelOf = (type: string): string => (type === 'card' ? said.card : methodLabel({ type }));
  if (types.length === 1) return html`<input type="hidden" name="way" value="${types[0]}">`;
  const ways = types.map((type) => radio({ name: 'way', value: type, label: labelOf(type), chosen: type === way, mark: methodMark(type) }));
  return group(said.way, 'ways', ways);
}

type Said = Pick<Speaking, 'fields' | 'said'>;

/** What is wrong with a field, beside it; what is wrong without a field is said above all of them. */
function faultOf(field: string, wrong: string | null, { said, fields }: Said): string | undefined {
  const faults: Readonly<Record<string, string>> = {
    ...{ number: said.failures.number, exp: fields.invalid_expiry_year, cvc: said.failures.cvc, email: fields.invalid_email },
  };
  return wrong === field ? (faults[field] ?? fields.required) : undefined;
}

/** Where a card is typed in, with the date that was typed in before, and the field that was not taken. */
export function cardFields(words: Said, { exp, wrong }: { readonly exp: string; readonly wrong: string | null }): Markup {
  const more = (field: CardField) => ({ fault: faultOf(field, wrong, words), ...(field === 'exp' && { value: exp }) });
  return group(words.said.card_details, 'bank', ...cardInputs(words.said, more));
}

function payerFields({ paper, typed }: InvoiceView, speaking: Speaking): Markup {
  const { said, fields, locale } = speaking;
  const { name, email, address } = paper.customer;
  const known = typed ?? { name: name ?? '', email: email ?? '', country: address?.country ?? '' };
  const fault = (field: string) => ({ fault: faultOf(field, typed?.wrong ?? null, speaking) });
  return group(
    said.payer,
    'who',
    input({ name: 'name', label: said.name, autocomplete: 'name', value: known.name, ...fault('name') }),
    input({ name: 'email', label: said.email, type: 'email', autocomplete: 'email', value: known.email, ...fault('email') }),
    select({
      ...{ name: 'country', label: fields.country, autocomplete: 'country', value: known.country, ...fault('country') },
      options: countriesFor(locale, null),
    }),
  );
}

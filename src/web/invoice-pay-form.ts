import { filled } from '../paper/languages.js';
import { cardInputs } from './card-form.js';
import type { InvoiceView, Speaking } from './invoice-page.js';
import type { PageWords } from './invoice-words.js';
import { form, group, input, type Markup, radio } from './ui.js';
import { kindOf, methodLabel } from './ways-to-pay.js';

/** What a payer has typed in, without what must not be shown again. `wrong` is the field that was not taken. */
export type Typed = {
  readonly way: string;
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

/** The form that pays an invoice: the way, the card where it is one, and who pays. */
export function payForm(view: InvoiceView, { said, formats }: Speaking): Markup {
  const { paper, payable, typed, action } = view;
  const types = offered(payable?.types ?? []);
  return form({
    action,
    label: said.pay,
    submit: filled(said.pay_amount, { amount: formats.money(paper.amount_remaining) }),
    content: [waysToPay(types, typed, said), types.includes('card') && cardFields(typed, said), payerFields(view, said)],
  });
}

const isWrong = (typed: Typed | null, field: string): boolean => typed?.wrong === field;

function waysToPay(types: readonly string[], typed: Typed | null, said: PageWords): Markup {
  const way = typed && types.includes(typed.way) ? typed.way : types[0];
  const labelOf = (type: string): string => (type === 'card' ? said.card : methodLabel({ type }));
  const ways = types.map((type) => radio({ name: 'way', value: type, label: labelOf(type), chosen: type === way }));
  return group(said.way, 'ways', ways);
}

/** Where a card is typed in. */
export const cardFields = (typed: Typed | null, said: PageWords): Markup =>
  group(said.card_details, 'bank', ...cardInputs(said, (field) => ({ wrong: isWrong(typed, field) })));

function payerFields({ paper, typed }: InvoiceView, said: PageWords): Markup {
  const { name, email, address } = paper.customer;
  const known = typed ?? { name: name ?? '', email: email ?? '', country: address?.country ?? '' };
  return group(
    said.payer,
    'who',
    input({ name: 'name', label: said.name, autocomplete: 'name', value: known.name, wrong: isWrong(typed, 'name') }),
    input({ name: 'email', label: said.email, type: 'email', autocomplete: 'email', value: known.email, wrong: isWrong(typed, 'email') }),
    input({ name: 'country', label: said.country, autocomplete: 'country', value: known.country, wrong: isWrong(typed, 'country') }),
  );
}

import { type CardField, cardInputs } from '../kit/card-form.js';
import { card_brands } from '../kit/marks.js';
import { html, type Input, input, type Markup, methodMark, notice, type Shown, select } from '../kit/ui.js';
import { brandName, methodLabel } from '../kit/ways-to-pay.js';
import { filled } from '../paper/languages.js';
import { type Filled, filledOf, isSent } from './filled.js';
import { asksOf, banks, followsOf, isDebit, optional_particulars, type Particular, secret_particulars } from './methods.js';
import type { CheckoutSession, SavedMethod } from './session.js';
import { ofBusiness, type Speaking } from './speaking.js';

/** What is said of all ways that a payer has saved before: they ask for nothing more. */
export const saved_way = 'saved';

/** The way that the payer has chosen: the id of something saved, or a type. The first of all, before they have. */
export function chosenWay({ page }: CheckoutSession, typed: Filled['typed']): string {
  const all = [...page.methods.map(({ id }) => id), ...page.types];
  const { method = '' } = typed;
  return all.includes(method) ? method : (all[0] ?? '');
}

/** How many types are shown before the others are folded up. */
const shown_at_once = 6;

/** The ways to pay, each with what it asks for. Without a script the fields of the others are hidden by the sheet. */
export function waysToPay(session: CheckoutSession, filling: Filled, speaking: Speaking): Markup {
  const { methods, types } = session.page;
  const { fields } = speaking;
  const chosen = chosenWay(session, filling.typed);
  const removable = session.saved_payment_method_options?.payment_method_remove === 'enabled';
  const saved = methods.map((method) => {
    const { id, type, card } = method;
    const choice = choiceOf({
      ...{ value: id, way: saved_way, chosen },
      label: savedLabel(method, speaking),
      mark: methodMark(type, card?.brand),
    });
    return removable ? html`<div class="saved-way">${choice}${removal(method, speaking)}</div>` : choice;
  });
  const isSingle = methods.length + types.length === 1;
  const offered = types.map((type) => [
    isSingle
      ? html`<input type="hidden" name="method" value="${type}">`
      : choiceOf({ value: type, way: type, label: nameOf(type, session, speaking), mark: methodMark(type), chosen }),
    askedBy(type, session, filling, speaking),
  ]);
  // One or two more are not worth a touch.
  const count = types.length > shown_at_once + 2 ? shown_at_once : types.length;
  const rest = types.slice(count);
  const folded =
    rest.length > 0 &&
    html`<details class="more"${rest.some((type) => type === chosen) && html` open`}><summary data-testid="more-ways">${fields.more}</summary><div class="methods">${offered.slice(count)}</div></details>`;
  return html`<fieldset class="methods" data-testid="methods"><legend>${fields.ways}</legend>${saved}${offered.slice(0, count)}${folded}</fieldset>`;
}

/** A card is another card beside those that are saved. */
function nameOf(type: string, { page }: CheckoutSession, { pay, said }: Speaking): string {
  if (type !== 'card') return methodLabel({ type });
  return page.methods.some((saved) => saved.type === 'card') ? said.another_card : pay.card;
}

type Choice = { value: string; way: string; label: Shown; mark: Markup; chosen: string };

const choiceOf = ({ value, way, label, mark, chosen }: Choice): Markup =>
  html`<label class="way"><input type="radio" name="method" value="${value}" data-way="${way}" data-testid="method-${value}"${value === chosen && html` checked`}>${mark}<span>${label}</span></label>`;

function savedLabel({ type, card }: SavedMethod, { said, locale }: Speaking): Shown {
  if (!card) return methodLabel({ type });
  const date = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}`;
  const digits = html`<bdi dir="ltr">•••• ${card.last4}</bdi>`;
  return html`${brandName(card.brand)} ${digits} <small lang="${locale.tag}">${filled(said.expires, { date })}</small>`;
}

/** What the button of a saved payment method sends that removes it. */
export const removing = 'remove-';

function removal({ id, type, card }: SavedMethod, { said }: Speaking): Markup {
  const name = card ? `${brandName(card.brand)} ${card.last4}` : methodLabel({ type });
  return html`<button class="button small" type="submit" name="do" value="${removing}${id}" aria-label="${said.remove} ${name}" data-testid="remove-${id}">${said.remove}</button>`;
}

/** The sheet that hides what the chosen way does not ask for. Type names are constants, never typed input. */
export function sheetOf({ page }: CheckoutSession): string {
  const ways = [...(page.methods.length > 0 ? [saved_way] : []), ...page.types].filter((way) => /^\w+$/.test(way));
  return ways.map((way) => `#checkout:has([data-way="${way}"]:checked) [data-of]:not([data-of~="${way}"]) { display: none; }`).join('\n');
}

function askedBy(type: string, session: CheckoutSession, filling: Filled, speaking: Speaking): Markup | null {
  const parts = [
    ...(type === 'card' ? cardFields(filling, speaking) : []),
    ...asksOf(type).particulars.map((particular) => particularField(type, particular, filling, speaking)),
    noteOf(type, session, speaking),
  ].filter((part): part is Markup => part !== null);
  return parts.length ? html`<div class="asked" data-of="${type}">${parts}</div>` : null;
}

/** What a script says of a field before it is sent, under the codes of what can be wrong. */
const faultsTold = ({ fields }: Speaking, ...codes: readonly (keyof Speaking['fields'])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(codes.map((code) => [`fault-${code.replaceAll('_', '-')}`, fields[code]]));

const card_faults = {
  number: ['required', 'incomplete_number', 'invalid_number'],
  exp: ['required', 'incomplete_expiry', 'invalid_expiry_month_past', 'invalid_expiry_year_past', 'invalid_expiry_year'],
  cvc: ['required', 'incomplete_cvc'],
} as const satisfies Readonly<Record<CardField, readonly (keyof Speaking['fields'])[]>>;

function cardFields(filling: Filled, speaking: Speaking): Markup[] {
  const more = (field: CardField): Partial<Input> => {
    const { fault, focused } = filledOf(filling, field);
    const data = { checks: field, ...faultsTold(speaking, ...card_faults[field]) };
    return { fault, focused, required: true, data, ...(field === 'number' && { mark: brandMarks() }) };
  };
  return [
    html`<div class="card-fields">${cardInputs(speaking.pay, more)}</div>`,
    ...(isSent(filling) ? [html`<small class="hint" data-testid="never-shown">${speaking.said.never_shown}</small>`] : []),
  ];
}

/** The marks in the field of a card's number: the common brands, which a script replaces by the brand of a number. */
const brandMarks = (): Markup =>
  html`<span class="brand-mark" aria-hidden="true">${[...card_brands, null].map((brand) => {
    const is_common = common_brands.some((common) => common === brand);
    return html`<span data-brand="${brand ?? 'unknown'}"${is_common && html` data-common`}${!is_common && html` hidden`}>${methodMark('card', brand)}</span>`;
  })}</span>`;

const common_brands = ['visa', 'mastercard', 'amex'] as const;

/** The name of a field that one type alone asks for. */
export const particularName = (type: string, particular: Particular): string => `${type}-${particular}`;

function particularField(type: string, particular: Particular, filling: Filled, speaking: Speaking): Markup {
  const { said, fields } = speaking;
  const isOptional = optional_particulars.includes(particular);
  const label = particular === 'bank' ? said.bank : fields[particular];
  const shown = isOptional ? filled(said.optional, { label }) : label;
  const field = { ...filledOf(filling, particularName(type, particular)), label: shown, required: !isOptional };
  if (particular === 'bank') return select({ ...field, options: banks[type] ?? [] });
  // The number of an account is as secret as that of a card.
  const value = secret_particulars.includes(particular) ? '' : field.value;
  const data =
    particular === 'iban'
      ? { checks: 'iban', ...faultsTold(speaking, 'required', 'incomplete_iban', 'invalid_iban') }
      : { ...(!isOptional && { checks: 'filled' }), ...faultsTold(speaking, 'required') };
  return input({ ...field, value, autocomplete: 'off', numeric: particular !== 'iban', ltr: true, characters_max: 50, data });
}

/** What follows when this way is taken, and what the payer allows by it. */
function noteOf(type: string, session: CheckoutSession, speaking: Speaking): Markup | null {
  const { said, fields } = speaking;
  const name = methodLabel({ type });
  if (isDebit(type)) return mandate(ofBusiness(speaking, type === 'sepa_debit' ? said.mandate_sepa : said.mandate));
  if (type === 'card') return showsAgreement(session) ? mandate(ofBusiness(speaking, said.keep)) : null;
  const follows = followsOf(type);
  const note = follows && follows in said.notes ? said.notes[follows as keyof typeof said.notes] : fields.redirect;
  return notice(filled(note, { name }));
}

/** A merchant may show the agreement that a card is charged later by its own means. */
const showsAgreement = ({ mode, consent_collection }: CheckoutSession): boolean =>
  mode !== 'payment' && consent_collection?.payment_method_reuse_agreement?.position !== 'hidden';

const mandate = (words: Markup): Markup => html`<p class="mandate" data-testid="mandate">${words}</p>`;

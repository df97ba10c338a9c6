import { failureOf } from '../invoices/invoice-failure.js';
import type { Failure } from '../invoices/invoice-words.js';
import { postalFault } from '../kit/address-fields.js';
import { isPostalCode } from '../kit/address-form.js';
import type { Texts } from '../kit/form-texts.js';
import type { Refused } from '../kit/pages.js';
import { filled } from '../paper/languages.js';
import { isSame, namedBy, sentForm } from './fields.js';
import { changedItems } from './input.js';
import { asksOf, optional_particulars } from './methods.js';
import type { CheckoutSession, CustomField } from './session.js';
import { moneyIn, type Speaking } from './speaking.js';
import { chosenWay, particularName } from './ways.js';

/** What is wrong with fields, in the order of the page; what cannot be said of one is said under no name. */
export type Faults = Readonly<Record<string, string>>;

/** All missing or invalid fields, before any request. */
export function faultsIn(session: CheckoutSession, texts: Texts, speaking: Speaking): Faults {
  const { said, fields } = speaking;
  const blanks = neededFields(session, texts).filter((name) => !texts[name]);
  const email = texts.email && !/^\S+@\S+\.\S+$/.test(texts.email) ? { email: fields.invalid_email } : {};
  const custom = session.custom_fields.flatMap((field) => {
    const fault = faultOfCustom(field, texts[`custom_${field.key}`] ?? '', speaking);
    return fault ? [[`custom_${field.key}`, fault]] : [];
  });
  return {
    ...email,
    ...Object.fromEntries(blanks.map((name) => [name, name === 'terms_of_service' ? said.agree_needed : fields.required])),
    ...postalFaults(texts, speaking),
    ...Object.fromEntries(custom),
  };
}

/** The fields that must not be empty, in the order of the page. */
function neededFields(session: CheckoutSession, texts: Texts): string[] {
  const { name_collection, phone_number_collection, shipping_address_collection, custom_fields, consent_collection } = session;
  const isNeeded = (asked: { enabled: boolean; optional: boolean } | null | undefined): boolean =>
    Boolean(asked?.enabled && !asked.optional);
  return [
    ...(session.customer_email === null ? ['email'] : []),
    ...(isNeeded(name_collection?.individual) ? ['person_name'] : []),
    ...(isNeeded(name_collection?.business) ? ['business_name'] : []),
    ...(phone_number_collection?.enabled ? ['phone'] : []),
    ...(shipping_address_collection ? ['shipping_name', ...neededIn(texts, 'shipping')] : []),
    ...(session.page.is_due ? neededToPay(session, texts) : []),
    ...neededOfAddress(session, texts),
    ...custom_fields.filter(({ optional }) => !optional).map(({ key }) => `custom_${key}`),
    ...(consent_collection?.terms_of_service === 'required' ? ['terms_of_service'] : []),
  ];
}

function neededToPay(session: CheckoutSession, texts: Texts): string[] {
  const way = chosenWay(session, texts);
  const { details, particulars } = asksOf(way);
  const isAddressed = session.billing_address_collection === 'required';
  return [
    // A wallet hands over a card without its code.
    ...(way === 'card' ? ['number', 'exp', ...(texts.wallet ? [] : ['cvc'])] : []),
    ...particulars.filter((each) => !optional_particulars.includes(each)).map((each) => particularName(way, each)),
    ...(details.includes('name') ? [namedBy(session, isSame({ typed: texts })) ?? 'name'] : []),
    ...(details.includes('country') && !isAddressed ? ['billing_country'] : []),
  ];
}

/** What an address cannot do without in its country. */
const neededIn = (texts: Texts, whose: 'shipping' | 'billing'): string[] =>
  ['country', ...sentForm(texts, whose).needed].map((part) => `${whose}_${part}`);

/** A postal code that its country cannot have. */
function postalFaults(texts: Texts, { fields }: Speaking): Faults {
  const wrong = (['shipping', 'billing'] as const).filter((whose) => {
    const code = texts[`${whose}_postal_code`];
    return code && !isPostalCode(sentForm(texts, whose), code);
  });
  return Object.fromEntries(wrong.map((whose) => [`${whose}_postal_code`, postalFault(sentForm(texts, whose), fields)]));
}

function neededOfAddress(session: CheckoutSession, texts: Texts): string[] {
  const isShared = session.shipping_address_collection !== null && isSame({ typed: texts });
  const isKnown = session.page.is_due && session.page.methods.some(({ id }) => id === chosenWay(session, texts));
  return session.billing_address_collection === 'required' && !isShared && !isKnown ? neededIn(texts, 'billing') : [];
}

function faultOfCustom(field: CustomField, value: string, { said, fields }: Speaking): string | null {
  if (!value) return field.optional ? null : fields.required;
  if (field.type === 'dropdown') return null;
  if (field.type === 'numeric' && !/^\d+$/.test(value)) return said.digits_only;
  const { minimum_length, maximum_length } = field[field.type] ?? { minimum_length: null, maximum_length: null };
  const { length } = [...value];
  const fits = length >= (minimum_length ?? 0) && length <= (maximum_length ?? 255);
  return fits ? null : filled(said.length, { minimum: String(minimum_length ?? 1), maximum: String(maximum_length ?? 255) });
}

/** Which field a card's failure is about. */
const fields_of_failures: Partial<Readonly<Record<Failure, string>>> = { number: 'number', cvc: 'cvc', expired: 'exp' };

/** What the API's refusal says of a field, or of the whole, in the payer's language. */
export function faultsOf(error: Refused, session: CheckoutSession, texts: Texts, speaking: Speaking): Faults {
  const { pay, said } = speaking;
  const { code, param } = error;
  if (param === 'expected_amount') return { '': said.changed };
  const failure = failureOf(error) ?? 'invalid';
  const ofCard = fields_of_failures[failure];
  if (ofCard && chosenWay(session, texts) === 'card') return { [ofCard]: pay.failures[failure], '': pay.failures[failure] };
  const field = fieldOf(param ?? '', session, texts);
  // An applied code has no field: it can be removed, and another typed in.
  if (field === 'promotion_code' && session.page.promotion_code) return { '': said.wrong_code };
  if (!field) return { '': pay.failures[failure] };
  return { [field]: code === 'parameter_missing' ? speaking.fields.required : wordsFor(field, session, speaking), '': said.look };
}

const of_card: Readonly<Record<string, string>> = { number: 'number', exp_month: 'exp', exp_year: 'exp', cvc: 'cvc' };

/** The field that a parameter of the API was typed into; null for what no field is about. */
export function fieldOf(param: string, session: CheckoutSession, texts: Texts): string | null {
  const path = param.split(/[[\]]+/).filter(Boolean);
  const [first = '', second = '', third = '', fourth = ''] = path;
  if (first === 'line_items') {
    // Where nothing is changed the order was confirmed as it is, and its own places are meant.
    const changed = changedItems(session, texts);
    const item = (changed.length > 0 ? changed : (session.line_items?.data ?? []))[Number(second)];
    return item ? `${third}-${item.id}` : null;
  }
  if (first === 'payment_method_data') return fieldOfMethod(second, third, fourth);
  if (first === 'shipping') return second === 'address' ? `shipping_${third || 'country'}` : `shipping_${second}`;
  if (first === 'address') return `billing_${second || 'country'}`;
  if (first === 'custom_fields') return `custom_${second}`;
  if (first === 'consent') return second || null;
  if (first === 'tax_id') return second === 'type' ? 'tax_id_type' : 'tax_id';
  if (first === 'name') return session.name_collection?.individual?.enabled ? 'person_name' : namedBy(session, isSame({ typed: texts }));
  return ['email', 'phone', 'business_name', 'promotion_code', 'shipping_rate'].includes(first) ? first : null;
}

function fieldOfMethod(member: string, name: string, part: string): string | null {
  if (member === 'card') return of_card[name] ?? null;
  if (member === 'billing_details') return name === 'address' ? `billing_${part || 'country'}` : name || null;
  return member && name ? `${member}-${name}` : null;
}

function wordsFor(field: string, session: CheckoutSession, speaking: Speaking): string {
  const { fields, pay, said } = speaking;
  const known: Readonly<Record<string, string>> = {
    email: fields.invalid_email,
    'sepa_debit-iban': fields.invalid_iban,
    number: pay.failures.number,
    exp: fields.invalid_expiry_year,
    cvc: pay.failures.cvc,
    promotion_code: said.wrong_code,
    terms_of_service: said.agree_needed,
    shipping_country: said.not_there,
  };
  return known[field] ?? boundsOf(field, session, speaking) ?? said.invalid;
}

/** What may be chosen of an item: how many, or how much. */
function boundsOf(field: string, { line_items }: CheckoutSession, speaking: Speaking): string | null {
  const item = line_items?.data.find(({ id }) => field.endsWith(`-${id}`));
  if (!item) return null;
  const isQuantity = field.startsWith('quantity-');
  const { minimum = null, maximum = null } = (isQuantity ? item.adjustable_quantity : item.price?.custom_unit_amount) ?? {};
  const shown = (value: number): string => (isQuantity ? String(value) : moneyIn(speaking, value, item.currency));
  const { between, at_least, at_most } = speaking.said;
  if (minimum !== null && maximum !== null) return filled(between, { minimum: shown(minimum), maximum: shown(maximum) });
  if (minimum !== null) return filled(at_least, { minimum: shown(minimum) });
  return maximum === null ? null : filled(at_most, { maximum: shown(maximum) });
}

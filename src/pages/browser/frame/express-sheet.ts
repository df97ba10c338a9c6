import { expressWayOf } from '../express.js';
import { type Json, membersOf, type Purpose, textOf } from '../shapes.js';
import { addressForm } from './address-form.js';
import { element } from './dom.js';
import { type Field, fieldOf } from './field.js';
import { contentOf, type Form } from './form.js';
import { markOf } from './marks.js';
import { type Around, emailField, textField } from './requested.js';

/** The cards of the payer in a sandbox's wallet. */
const cards = [
  { number: '4242424242424242', brand: 'visa', name: 'Visa', note: null },
  { number: '5555555555554444', brand: 'mastercard', name: 'Mastercard', note: null },
  { number: '4000002760003184', brand: 'visa', name: 'Visa', note: 'asks_3ds' },
  { number: '4000000000000002', brand: 'visa', name: 'Visa', note: 'declines' },
] as const;

/** What the wallet of a sandbox knows of its payer; in live mode nothing is known. */
const sandbox_payer = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+15555550123',
  address: { line1: '12 Example Street', city: 'San Francisco', state: 'CA', postal_code: '94103', country: 'US' },
};

type Payer = typeof sandbox_payer;
type Card = (typeof cards)[number];
type Line = { readonly name: string; readonly amount: number };
type Rate = { readonly id: string; readonly displayName: string; readonly amount: number };

/** What the merchant's page says of the order, at first and after a change. */
type Order = { readonly amount: number | null; readonly lineItems: readonly Line[]; readonly shippingRates: readonly Rate[] };

/** The years for which a card of the wallet is valid. */
const years_valid = 5;

/** The sheet that an express button opens. In a sandbox it takes the place of the wallet's own sheet. */
export function expressSheet(options: Json, around: Around, purpose: Purpose): Form {
  const type = textOf(options.type) ?? '';
  const { name, is_wallet } = expressWayOf(type);
  const { words, page } = around;
  const paying = is_wallet ? walletPart(type, around) : { root: [], content: () => ({ type, data: { [type]: {} } }) };
  const payer = payerPart(options, around, purpose.livemode ? null : sandbox_payer);
  const order = orderPart(options, around, { ...purpose, name, is_wallet });
  const root = element('form', { class: 'Sheet', novalidate: true });
  root.append(
    element('h1', { class: 'SheetTitle' }, markOf(type), textOf(membersOf(options.business).name) ?? name),
    element('p', { class: 'TermsText' }, (is_wallet ? words.test_wallet : words.redirect).replace('{name}', name)),
    ...paying.root,
    ...payer.root,
    ...order.root(payer.place !== null),
  );
  const form: Form = {
    root,
    fields: payer.fields,
    more: () => ({}),
    content: () => {
      const { type: paid_with, data } = paying.content();
      return { type: paid_with, data: { ...data, billing_details: payer.billing(), ...(payer.place && { shipping: payer.shipping() }) } };
    },
    update: ({ failed }) => void (failed === true && order.failed()),
  };
  const tellAddress = (): void => void order.changed('address', partOf(payer.shipping()));
  payer.place?.addEventListener('change', tellAddress);
  if (payer.place) tellAddress();
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    if (contentOf(form).error) return;
    order.pay.disabled = true;
    const shipping = payer.place && { shippingAddress: payer.shipping(), shippingRate: order.rate() };
    page.tell('authorized', { billingDetails: payer.billing(), ...shipping });
  });
  return form;
}

/** The cards of a wallet, of which the payer chooses one. */
function walletPart(
  type: string,
  around: Around,
): { readonly root: readonly HTMLElement[]; readonly content: () => { type: string; data: Json } } {
  let chosen: Card = cards[0];
  const choices = cards.map((card) =>
    cardChoice(card, card === chosen, around, () => {
      chosen = card;
    }),
  );
  return {
    root: [groupOf(around.words.card, ...choices)],
    content: () => ({ type: 'card', data: { card: cardOf(chosen.number, type, around) } }),
  };
}

type PayerPart = {
  readonly root: readonly HTMLElement[];
  readonly fields: () => readonly Field[];
  readonly billing: () => Json;
  /** The fields of the shipping address; null where none is asked for. */
  readonly place: HTMLElement | null;
  readonly shipping: () => Json;
};

/** What the merchant asks of the payer, with what the wallet knows. */
function payerPart(options: Json, around: Around, known: Payer | null): PayerPart {
  const email = options.emailRequired ? fieldOf(emailField(around, known?.email)) : null;
  const phone = options.phoneNumberRequired ? fieldOf(textField(around, 'phone', { value: known?.phone })) : null;
  const place = options.shippingAddressRequired ? addressForm(shippingOptions(options, known), around) : null;
  const contact = [email, phone].filter((field) => field !== null);
  return {
    root: [...contact.map(({ root }) => root), ...(place ? [groupOf(around.words.shipping_address, place.root)] : [])],
    fields: () => [...contact, ...(place?.fields() ?? [])],
    billing: () => ({
      ...(known && { name: known.name }),
      ...Object.fromEntries(contact.map((field) => [field.name, field.value()])),
      ...(known && options.billingAddressRequired !== false && { address: known.address }),
    }),
    place: place?.root ?? null,
    shipping: () => membersOf(place?.content().data.shipping),
  };
}

type OrderPart = {
  /** The rates, where goods are shipped, the lines with the total, and the button. */
  readonly root: (ships: boolean) => readonly HTMLElement[];
  readonly pay: HTMLButtonElement;
  readonly rate: () => Rate | undefined;
  /** Reports that the payment failed, so that the payer chooses another card or leaves. */
  readonly failed: () => void;
  /** Tells the merchant's page of a change, and shows the order as it is then; an address may be refused. */
  readonly changed: (what: 'address' | 'rate', value: Json) => Promise<void>;
};

type Ordered = Pick<Purpose, 'amount' | 'currency'> & { readonly name: string; readonly is_wallet: boolean };

/** What is paid for, and how it is shipped. */
function orderPart(options: Json, { words, page, language }: Around, { amount, currency, name, is_wallet }: Ordered): OrderPart {
  const money = moneyIn(language, currency ?? 'usd');
  let order = orderOf(options, { amount, lineItems: [], shippingRates: [] });
  let rate = order.shippingRates[0];
  const [rates, total] = [element('div', { class: 'Choices' }), element('dl', { class: 'Total' })];
  const shipping = groupOf(words.shipping_method, rates);
  const { fault, say } = faultLine();
  const pay = element('button', { class: 'Pay', type: 'submit' });
  const draw = (): void => {
    total.replaceChildren(...linesOf(order, words.total).flatMap((line) => rowOf(line.name, money(line.amount))));
    pay.textContent = is_wallet ? payLabel(order.amount, words, money) : words.continue_to.replace('{name}', name);
    rates.replaceChildren(...order.shippingRates.map(rateChoice));
    shipping.hidden = order.shippingRates.length === 0;
  };
  const rateChoice = (each: Rate): HTMLElement =>
    rateOf(each, each.id === rate?.id, money, () => {
      rate = each;
      void changed('rate', each);
    });
  const changed = async (what: 'address' | 'rate', value: Json): Promise<void> => {
    pay.disabled = true;
    const answer = membersOf(await page.call(what, value));
    say(answer.rejected === true ? words.not_delivered : null);
    pay.disabled = answer.rejected === true;
    order = orderOf(answer, order);
    rate = order.shippingRates.find(({ id }) => id === rate?.id) ?? order.shippingRates[0];
    draw();
  };
  draw();
  return {
    root: (ships) => [...(ships ? [shipping] : []), total, fault, pay],
    pay,
    failed: () => {
      say(words.not_paid);
      pay.disabled = false;
    },
    rate: () => rate,
    changed,
  };
}

type Money = (amount: number) => string;

const linesOf = ({ amount, lineItems }: Order, total: string): readonly Line[] =>
  amount === null ? lineItems : [...lineItems, { name: total, amount }];

const payLabel = (sum: number | null, { confirm, pay }: Around['words'], money: Money): string =>
  sum === null ? confirm : pay.replace('{amount}', money(sum));

/** A line that reports what is wrong with the order; null hides it. */
function faultLine(): { readonly fault: HTMLElement; readonly say: (text: string | null) => void } {
  const fault = element('p', { class: 'Error', role: 'alert', hidden: true });
  const say = (text: string | null): void => {
    fault.hidden = text === null;
    fault.textContent = text;
  };
  return { fault, say };
}

const cardOf = (number: string, type: string, { today }: Around): Json => ({
  number,
  exp_month: 12,
  exp_year: today.year + years_valid,
  wallet: { type },
});

/** An address is prefilled where goods may go. */
function shippingOptions({ allowedShippingCountries: only }: Json, known: Payer | null): Json {
  if (!known) return { mode: 'shipping', allowedCountries: only };
  const { name, address } = known;
  const is_allowed = !Array.isArray(only) || only.includes(address.country);
  return { mode: 'shipping', allowedCountries: only, defaultValues: { name, ...(is_allowed && { address }) } };
}

/** Before the payer authorizes, the merchant's page receives the area of the shipping address, without its lines. */
function partOf({ name, address }: Json): Json {
  const { city = '', state = '', postal_code = '', country = '' } = membersOf(address);
  return { name, address: { city, state, postal_code, country } };
}

const isLine = (value: unknown): boolean => Number.isInteger(membersOf(value).amount);

function orderOf(given: Json, before: Order): Order {
  const listOf = <T>(value: unknown, otherwise: readonly T[]): readonly T[] =>
    Array.isArray(value) ? (value.filter(isLine) as T[]) : otherwise;
  return {
    amount: typeof given.amount === 'number' ? given.amount : before.amount,
    lineItems: listOf(given.lineItems, before.lineItems),
    shippingRates: listOf(given.shippingRates, before.shippingRates),
  };
}

type Choice = { readonly group: string; readonly value: string; readonly checked: boolean; readonly content: readonly (Node | string)[] };

function choiceOf({ group, value, checked, content }: Choice, choose: () => void): HTMLElement {
  const input = element('input', { type: 'radio', class: 'Radio', name: group, value, checked });
  input.addEventListener('change', choose);
  return element('label', { class: 'Choice' }, input, ...content.map((each) => element('span', {}, each)));
}

const rateOf = ({ id, displayName, amount }: Rate, checked: boolean, money: Money, choose: () => void): HTMLElement =>
  choiceOf({ group: 'rate', value: id, checked, content: [displayName, money(amount)] }, choose);

function cardChoice(
  { number, brand, name, note }: (typeof cards)[number],
  checked: boolean,
  { words }: Around,
  choose: () => void,
): HTMLElement {
  const label = `${name} •••• ${number.slice(-4)}`;
  const content = [markOf(brand), note ? `${label} (${words[note]})` : label];
  return choiceOf({ group: 'card', value: number, checked, content }, choose);
}

const groupOf = (label: string, ...content: readonly Node[]): HTMLElement =>
  element('fieldset', { class: 'Group' }, element('legend', { class: 'Label' }, label), ...content);

const rowOf = (name: string, amount: string): HTMLElement[] => [element('dt', {}, name), element('dd', {}, amount)];

/** Amounts in minor units. Those that card networks count otherwise than ISO 4217 come first. */
function moneyIn(language: string, currency: string): Money {
  const plain = new Intl.NumberFormat(language, { style: 'currency', currency });
  const digits =
    ({ isk: 0, mga: 0, ugx: 0 } as Readonly<Record<string, number>>)[currency] ?? plain.resolvedOptions().maximumFractionDigits ?? 2;
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return (amount) => format.format(amount / 10 ** digits);
}

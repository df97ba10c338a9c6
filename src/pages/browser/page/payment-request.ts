import { expressWayOf } from '../express.js';
import { ownWallet } from '../frame/own-wallet.js';
import { type Json, membersOf, type Outcome, textOf } from '../shapes.js';
import { chained, type Element, framedElement, type Handle, type OfGroup } from './element.js';
import { type Emitter, emitter } from './emitter.js';
import type { Host } from './host.js';
import { cloneable } from './mounted.js';
import { openSheet, type Sheet } from './sheet.js';
import { wrongUse } from './wrong-use.js';

/** A payment request: its order as the page has described it, and its sheet while it is open. */
type Request = { readonly host: Host; readonly events: Emitter; options: Json; sheet: Sheet | null };

const requests = new WeakMap<object, Request>();

/** `stripe.paymentRequest(…)`: asks the wallet of the browser for a card. Only a sandbox has a wallet. */
export function paymentRequest(host: Host, given: Json): Element {
  const request: Request = { host, events: emitter(), options: checked(membersOf(given)), sheet: null };
  const element: Element = {
    ...chained(request.events),
    canMakePayment: async () => availableTo(request),
    show: () => open(request),
    update: (changed: Json) => {
      if (request.sheet)
        throw wrongUse('paymentRequest.update() can only be called while the sheet is closed; use event.updateWith() in it.');
      request.options = checked({ ...request.options, ...changed });
    },
    abort: () => close(request),
    isShowing: () => request.sheet !== null,
  };
  requests.set(element, request);
  return element;
}

/** The Payment Request Button Element: a button for the wallet, which opens the sheet of its request. */
export function paymentRequestButton(given: Json, group: OfGroup): Handle {
  const { paymentRequest: asked } = given;
  const request = typeof asked === 'object' && asked !== null ? requests.get(asked) : undefined;
  if (!request) throw wrongUse('The paymentRequestButton element needs paymentRequest: what stripe.paymentRequest() has made.');
  const inner = framedElement('paymentRequestButton', { ...given, wallets: wishesOf(request) }, group, (events) => ({
    pressed: () => {
      let is_prevented = false;
      const preventDefault = (): void => {
        is_prevented = true;
      };
      events.emit('click', { elementType: 'paymentRequestButton', preventDefault });
      if (!is_prevented) open(request);
    },
  }));
  // The event passes the payment method to the page; the group never has it.
  return { ...inner, authorized: () => false };
}

function checked(options: Json): Json {
  const { country, currency, total } = options;
  for (const [name, value] of Object.entries({ country, currency }))
    if (textOf(value) === undefined)
      throw wrongUse(`stripe.paymentRequest() needs ${name}, as text of ${name === 'country' ? 2 : 3} letters.`);
  if (!Number.isInteger(membersOf(total).amount) || textOf(membersOf(total).label) === undefined)
    throw wrongUse('stripe.paymentRequest() needs total: { label, amount }, with the amount in the smallest unit of the currency.');
  return options;
}

/** The name of the wallet of this browser; null where the request or live mode rules it out. */
function walletOf({ host, options: { wallets, disableWallets } }: Request): string | null {
  const { option } = expressWayOf(ownWallet());
  const is_wanted = !Array.isArray(wallets) || wallets.includes(option);
  const is_disabled = Array.isArray(disableWallets) && disableWallets.includes(option);
  return host.livemode || !is_wanted || is_disabled ? null : option;
}

const names = ['applePay', 'googlePay', 'link'] as const;

function availableTo(request: Request): Json | null {
  const wallet = walletOf(request);
  return wallet === null ? null : Object.fromEntries(names.map((name) => [name, name === wallet]));
}

const wishesOf = (request: Request): Json => (walletOf(request) !== null ? {} : { applePay: 'never', googlePay: 'never' });

function close(request: Request): void {
  request.sheet?.remove();
  request.sheet = null;
}

/** Opens the sheet of the wallet. */
function open(request: Request): void {
  const { events } = request;
  if (walletOf(request) === null)
    throw wrongUse('No wallet is available here. Call paymentRequest.canMakePayment() first: it answers with null.');
  if (!events.hears('paymentmethod'))
    throw wrongUse('A payment request needs a listener of paymentmethod: it makes no tokens and no sources.');
  close(request);
  request.sheet = openSheet(surroundingsOf(request), sheetOptions(request), {
    authorized: (frame, said) => void authorized(request, frame, said),
    left: () => {
      close(request);
      events.emit('cancel', {});
    },
    changed: (name, value) => changed(request, name, value),
  });
}

const surroundingsOf = (request: Request): Parameters<typeof openSheet>[0] => ({
  host: request.host,
  appearance: () => ({}),
  locale: () => request.host.locale,
  purpose: async () => ({
    types: null,
    currency: textOf(request.options.currency)?.toLowerCase() ?? null,
    amount: amountOf(request),
    livemode: request.host.livemode,
    express: null,
    kept: false,
  }),
});

function amountOf({ options }: Request): number | null {
  const { amount } = membersOf(options.total);
  return typeof amount === 'number' ? amount : null;
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(membersOf) : []);

/** The order in the words of the Express Checkout Element. */
const orderOf = ({ displayItems, shippingOptions }: Json): Json => ({
  lineItems: listOf(displayItems).map(({ label, amount }) => ({ name: label, amount })),
  shippingRates: listOf(shippingOptions).map(({ id, label, amount }) => ({ id, displayName: label, amount })),
});

const sheetOptions = ({ options }: Request): Json =>
  cloneable({
    type: ownWallet(),
    business: { name: membersOf(options.total).label },
    emailRequired: options.requestPayerEmail === true,
    phoneNumberRequired: options.requestPayerPhone === true,
    shippingAddressRequired: options.requestShipping === true,
    billingAddressRequired: options.requestPayerName === true,
    ...orderOf(options),
  });

/** The address as the browser's own Payment Request has it. */
function addressOf({ name, address }: Json): Json {
  const { line1, line2, city, state, postal_code, country } = membersOf(address);
  return {
    ...{ country, addressLine: [line1, line2].filter((line) => textOf(line) !== undefined), region: state, city, postalCode: postal_code },
    ...{ recipient: name, phone: '', sortingCode: '', dependentLocality: '', organization: '' },
  };
}

/** The shipping option of the page that a rate of the sheet stands for. */
const optionOf = ({ options }: Request, rate: unknown): Json | undefined =>
  listOf(options.shippingOptions).find(({ id }) => id === membersOf(rate).id);

/** Emits a change in the sheet, and returns the order after the page has answered with `updateWith`. */
async function changed(request: Request, name: 'shippingaddresschange' | 'shippingratechange', value: Json): Promise<Json> {
  const [event, what] =
    name === 'shippingaddresschange'
      ? (['shippingaddresschange', { shippingAddress: addressOf(value) }] as const)
      : (['shippingoptionchange', { shippingOption: optionOf(request, value.shippingRate) }] as const);
  if (!request.events.hears(event)) return {};
  const answer = await new Promise<Json>((resolve) => {
    request.events.emit(event, { ...what, updateWith: (details: unknown) => resolve(cloneable(membersOf(details))) });
  });
  const { status = 'success', ...details } = answer;
  request.options = { ...request.options, ...details };
  return { ...orderOf(request.options), amount: amountOf(request), ...(status !== 'success' && { rejected: true }) };
}

/** Makes a payment method, and hands it to the page, which completes the request. */
async function authorized(request: Request, frame: string, said: Json): Promise<void> {
  const { host, events, options } = request;
  const outcome: Outcome = await host.ask('create', { as: 'payment_method', params: {}, frames: [frame] });
  if ('error' in outcome) {
    request.sheet?.failed();
    return;
  }
  const { name, email, phone } = membersOf(said.billingDetails);
  const wallet = ownWallet();
  events.emit('paymentmethod', {
    paymentMethod: outcome.value,
    payerName: options.requestPayerName === true ? name : undefined,
    payerEmail: email,
    payerPhone: phone,
    shippingAddress: options.requestShipping === true ? addressOf(membersOf(said.shippingAddress)) : undefined,
    shippingOption: optionOf(request, said.shippingRate),
    walletName: expressWayOf(wallet).option,
    methodName: { apple_pay: 'https://apple.com/apple-pay', google_pay: 'https://google.com/pay' }[wallet],
    complete: (status: unknown) => (status === 'success' ? close(request) : request.sheet?.failed()),
  });
}

import { type Json, membersOf, textOf } from '../shapes.js';
import { type Amount, amountsIn, decimalsOf } from './checkout-amounts.js';

/** What the page has said of the payer, until the session is confirmed. */
export type Told = {
  readonly billingAddress?: Json | null;
  readonly businessName?: string | null;
  readonly email?: string | null;
  readonly individualName?: string | null;
  readonly phoneNumber?: string | null;
  readonly shippingAddress?: Json | null;
  readonly taxIdInfo?: Json | null;
};

const listIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(membersOf) : []);
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
const totalOf = (values: readonly Json[]): number => values.reduce((sum, { amount }) => sum + numberIn(amount), 0);

/** A session as Stripe's script shows it, from the answer of the API. */
export function sessionShown(view: Json, told: Told, language: string): Json {
  const currency = textOf(view.currency) ?? 'usd';
  const money = amountsIn(language, currency);
  const page = membersOf(view.page);
  const payer = membersOf(page.payer);
  return {
    ...ofPayer(view, told, payer),
    canConfirm: view.status === 'open',
    currency,
    currencyOptions: currenciesOf(view, language),
    discountAmounts: discountsOf(view, money),
    id: view.id,
    lastPaymentError: failureOf(page),
    lineItems: listIn(membersOf(view.line_items).data).map((item) => lineItemOf(item, money)),
    livemode: view.livemode === true,
    minorUnitsAmountDivisor: 10 ** decimalsOf(currency),
    optionalItems: optionalOf(page, money),
    recurring: recurringOf(view, money),
    savedPaymentMethods: listIn(page.methods).flatMap(savedOf),
    ...shippingOf(view, page, money),
    status: statusOf(view),
    surcharge: null,
    tax: { status: taxStatus(view) },
    taxAmounts: taxesOf(listIn(membersOf(view.line_items).data), money),
    total: sumsOf(view, money),
  };
}

const ofPayer = (view: Json, told: Told, payer: Json): Json => ({
  billingAddress: told.billingAddress ?? null,
  businessName: told.businessName ?? null,
  email: told.email ?? textOf(view.customer_email) ?? textOf(payer.email) ?? null,
  nameCollection: view.name_collection ? { individualName: told.individualName ?? null, businessName: told.businessName ?? null } : null,
  phoneNumber: told.phoneNumber ?? textOf(payer.phone) ?? null,
  shippingAddress: told.shippingAddress ?? null,
  taxIdInfo: told.taxIdInfo ?? null,
});

type Money = (minor: number) => Amount;

/** The currency of the session, and that of the payer where they have another. */
function currenciesOf(
  { adaptive_pricing, amount_total, currency_conversion, presentment_details, currency }: Json,
  language: string,
): readonly Json[] | null {
  if (membersOf(adaptive_pricing).enabled !== true) return null;
  const own = textOf(currency) ?? 'usd';
  const base = { ...amountsIn(language, own)(numberIn(amount_total)), currency: own };
  const { presentment_amount, presentment_currency } = membersOf(presentment_details);
  const other = textOf(presentment_currency);
  if (!other) return [base];
  const { fx_rate } = membersOf(currency_conversion);
  const conversion = { fxRate: Number(fx_rate), sourceCurrency: own };
  return [{ ...amountsIn(language, other)(numberIn(presentment_amount)), currency: other, currencyConversion: conversion }, base];
}

function discountsOf({ page, total_details }: Json, money: Money): readonly Json[] | null {
  const amount = numberIn(membersOf(total_details).amount_discount);
  const code = textOf(membersOf(page).promotion_code) ?? null;
  if (amount === 0 && code === null) return null;
  return [{ ...money(amount), displayName: code ?? '', promotionCode: code, recurring: null, percentOff: null }];
}

function failureOf({ failure }: Json): Json | null {
  const message = textOf(membersOf(failure).message);
  return message === undefined ? null : { message };
}

const ratesIn = (taxes: unknown, inclusive: boolean): readonly Json[] =>
  listIn(taxes).filter(({ rate }) => (membersOf(rate).inclusive === true) === inclusive);

const taxShown = ({ amount, rate }: Json, money: Money): Json => {
  const { display_name, inclusive, percentage } = membersOf(rate);
  return { ...money(numberIn(amount)), displayName: display_name ?? '', inclusive: inclusive === true, percentage };
};

const recurringIn = (price: Json): Json | null => {
  if (!price.recurring) return null;
  const { interval, interval_count, usage_type } = membersOf(price.recurring);
  return { interval, intervalCount: interval_count, usageType: usage_type };
};

function lineItemOf(item: Json, money: Money): Json {
  const price = membersOf(item.price);
  const taxes = listIn(item.taxes);
  const bounds = membersOf(item.adjustable_quantity);
  const unit = typeof price.unit_amount === 'number' ? price.unit_amount : Number(price.unit_amount_decimal ?? 0);
  return {
    id: item.id,
    name: item.description ?? '',
    description: null,
    discount: money(numberIn(item.amount_discount)),
    subtotal: money(numberIn(item.amount_subtotal)),
    total: money(numberIn(item.amount_total)),
    taxExclusive: money(totalOf(ratesIn(taxes, false))),
    taxInclusive: money(totalOf(ratesIn(taxes, true))),
    unitAmount: money(Math.round(unit)),
    unitAmountDecimal: null,
    quantity: item.quantity ?? 1,
    unitLabel: null,
    discountAmounts: null,
    taxAmounts: taxes.map((tax) => taxShown(tax, money)),
    recurring: recurringIn(price),
    adjustableQuantity: bounds.enabled === true ? { minimum: bounds.minimum ?? 0, maximum: bounds.maximum ?? 99 } : null,
    images: [],
    priceId: price.id,
    isRemovable: bounds.enabled === true && numberIn(bounds.minimum) === 0,
    pricing: null,
    transformQuantity: null,
  };
}

function optionalOf({ optional_items }: Json, money: Money): readonly Json[] | null {
  const items = listIn(optional_items);
  if (items.length === 0) return null;
  return items.map(({ amount, description, id, is_added, price, quantity }) => ({
    id,
    priceId: membersOf(price).id,
    name: description ?? '',
    description: null,
    unitAmount: money(Math.round(numberIn(amount) / Math.max(1, numberIn(quantity)))),
    unitAmountDecimal: null,
    unitLabel: null,
    quantity,
    adjustableQuantity: null,
    recurring: recurringIn(membersOf(price)),
    images: [],
    isSelected: is_added === true,
  }));
}

/** How often a subscription is charged, and what its next charge comes to. */
function recurringOf({ line_items, page }: Json, money: Money): Json | null {
  const recurs = listIn(membersOf(line_items).data).find(({ price }) => membersOf(price).recurring);
  if (!recurs) return null;
  const { renewals, trial_days, trial_end } = membersOf(page);
  const [next] = listIn(renewals);
  const amount = money(numberIn(next?.amount));
  const none = money(0);
  return {
    ...recurringIn(membersOf(recurs.price)),
    isProrated: false,
    dueNext: {
      subtotal: amount,
      total: amount,
      discount: none,
      taxInclusive: none,
      taxExclusive: none,
      billingCycleAnchor: next?.moment ?? null,
    },
    trial: typeof trial_end === 'number' ? { trialEnd: trial_end, trialPeriodDays: trial_days ?? 0 } : null,
  };
}

function savedOf({ id, card, type }: Json): readonly Json[] {
  const { brand, exp_month, exp_year, last4 } = membersOf(card);
  return type === 'card' ? [{ id, type, card: { brand, expMonth: exp_month, expYear: exp_year, last4 }, billingDetails: {} }] : [];
}

function shippingOf({ currency }: Json, page: Json, money: Money): Json {
  const options = listIn(page.shipping_options).map(({ id, amount, delivery_estimate, display_name }) => ({
    ...money(numberIn(amount)),
    id,
    currency,
    displayName: display_name ?? null,
    deliveryEstimate: delivery_estimate ?? null,
  }));
  const chosen = options.find(({ id }) => id === page.shipping_rate);
  return { shipping: chosen ? { shippingOption: chosen, taxAmounts: null } : null, shippingOptions: options };
}

const statusOf = ({ payment_status, status }: Json): Json =>
  status === 'complete' ? { type: 'complete', paymentStatus: payment_status } : { type: status };

function taxStatus({ automatic_tax, shipping_address_collection }: Json): string {
  const { enabled, status } = membersOf(automatic_tax);
  if (enabled !== true || status !== 'requires_location_inputs') return 'ready';
  return shipping_address_collection ? 'requires_shipping_address' : 'requires_billing_address';
}

function taxesOf(items: readonly Json[], money: Money): readonly Json[] | null {
  const all = items.flatMap(({ taxes }) => listIn(taxes));
  return all.length > 0 ? all.map((tax) => taxShown(tax, money)) : null;
}

function sumsOf({ amount_subtotal, amount_total, line_items, total_details }: Json, money: Money): Json {
  const taxes = listIn(membersOf(line_items).data).flatMap((item) => listIn(item.taxes));
  const { amount_discount, amount_shipping } = membersOf(total_details);
  return {
    appliedBalance: money(0),
    balanceAppliedToNextInvoice: false,
    discount: money(numberIn(amount_discount)),
    shippingRate: money(numberIn(amount_shipping)),
    subtotal: money(numberIn(amount_subtotal)),
    surcharge: money(0),
    taxExclusive: money(totalOf(ratesIn(taxes, false))),
    taxInclusive: money(totalOf(ratesIn(taxes, true))),
    total: money(numberIn(amount_total)),
  };
}

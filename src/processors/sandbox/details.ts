import type { ChargeAsk, SetUpAsk } from '../contract.js';
import { digitsFrom, hexFrom, lettersFrom } from './derived.js';
import { oxxoNumber } from './steps.js';
import { multibanco_entity, multibancoOf } from './voucher-numbers.js';

type Ask = ChargeAsk | SetUpAsk;
type Fact = (ask: Ask) => unknown;

/** A word that looks like an identifier, equal for the same account. It has letters alone, because digits could look like a card. */
const ofAccount =
  (of: string, length = 16): Fact =>
  ({ payment_method: { id } }) =>
    lettersFrom(`${id} ${of}`, length);

/** Equal for each payment. */
const ofPayment =
  (of: string, length = 24): Fact =>
  ({ attempt }) =>
    lettersFrom(`${attempt} ${of}`, length);

/** A hash of a blockchain, of those digits that no card number has. */
const hashFrom = (text: string, length: number): string =>
  `0x${hexFrom(text, length).replace(/[0-9]/g, (digit) => 'abcdef'.charAt(Number(digit) % 6))}`;

const billing = ({ payment_method }: Ask): Readonly<Record<string, unknown>> => payment_method.billing_details ?? {};

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const countryOf = (ask: Ask): string | null => textIn((billing(ask).address as { country?: unknown } | null | undefined)?.country) ?? null;

const optionOf =
  (name: string): Fact =>
  (ask) =>
    (ask.verb === 'charge' ? textIn(ask.options[name]) : undefined) ?? null;

/** The card inside a wallet: one of the test cards. */
const card_within = ({ now }: Ask) => ({
  brand: 'visa',
  country: 'US',
  exp_month: 12,
  exp_year: new Date(now * 1000).getUTCFullYear() + 2,
  last4: '4242',
});

const funding: Fact = (ask) => ({ type: 'card', card: { ...card_within(ask), brand_product: null, funding: 'credit' } });

/** Details by name, for every type. */
const facts: Readonly<Record<string, Fact>> = {
  bank_code: () => 'TEST',
  bank_name: () => 'Florin Test Bank',
  bank_transaction_id: ofPayment('bank'),
  bic: () => 'TESTDEFF',
  buyer_address: ({ payment_method: { id } }) => hashFrom(`${id} wallet`, 40),
  buyer_id: ofAccount('buyer'),
  card: card_within,
  cashtag: (ask) => `$${lettersFrom(`${ask.payment_method.id} tag`, 10)}`,
  country: countryOf,
  entity: () => multibanco_entity,
  fingerprint: ofAccount('fingerprint'),
  funding,
  funding_source_group: () => 'card',
  iban_last4: ({ payment_method: { id } }) => digitsFrom(id, 4),
  installments: () => ({ count: 3 }),
  network: () => 'ethereum',
  number: ({ attempt }) => oxxoNumber(attempt),
  order_id: ofPayment('order'),
  payer_details: (ask) => ({ address: { country: countryOf(ask) } }),
  payer_email: (ask) => textIn(billing(ask).email) ?? null,
  payer_id: ofAccount('payer', 13),
  payer_name: (ask) => textIn(billing(ask).name) ?? null,
  payment_method_category: () => 'pay_later',
  payment_reference: ofPayment('reference', 12),
  preferred_language: optionOf('preferred_language'),
  preferred_locale: optionOf('preferred_locale'),
  reference: ofPayment('reference', 12),
  seller_protection: () => ({ dispute_categories: ['fraudulent', 'product_not_received'], status: 'eligible' }),
  store: () => ({ chain: 'lawson' }),
  token_currency: () => 'usdc',
  transaction_hash: ({ attempt }) => hashFrom(attempt, 64),
  transaction_id: ofPayment('transaction'),
  verified_name: (ask) => textIn(billing(ask).name) ?? null,
  verified_phone_last4: (ask) => textIn(billing(ask).phone)?.replace(/\D/g, '').slice(-4) ?? digitsFrom(ask.payment_method.id, 4),
  vpa: (ask) => `${lettersFrom(ask.payment_method.id, 8)}@florinbank`,
};

const wallet = ['buyer_id', 'transaction_id'] as const;
const bank = ['bank_code', 'bank_name', 'bic', 'verified_name'] as const;
const iban = [...bank, 'iban_last4', 'preferred_language'] as const;

/** Details that the provider of each type reports; a test compares them with those that charges show. */
const reported: Readonly<Record<string, readonly string[]>> = {
  affirm: ['transaction_id'],
  afterpay_clearpay: ['order_id', 'reference'],
  alipay: [...wallet, 'fingerprint'],
  alma: ['installments', 'transaction_id'],
  amazon_pay: ['funding', 'transaction_id'],
  bancontact: iban,
  billie: ['transaction_id'],
  bizum: wallet,
  blik: ['buyer_id'],
  cashapp: [...wallet, 'cashtag'],
  crypto: ['buyer_address', 'network', 'token_currency', 'transaction_hash'],
  eps: ['verified_name'],
  fpx: ['transaction_id'],
  giropay: bank,
  grabpay: ['transaction_id'],
  ideal: ['bic', 'iban_last4', 'transaction_id', 'verified_name'],
  kakao_pay: wallet,
  klarna: ['payer_details', 'payment_method_category', 'preferred_locale'],
  konbini: ['store'],
  kr_card: [...wallet, 'brand', 'last4'],
  link: ['country', 'funding_source_group'],
  mobilepay: ['card'],
  multibanco: ['entity', 'reference'],
  naver_pay: wallet,
  oxxo: ['number'],
  p24: ['reference', 'verified_name'],
  payco: wallet,
  paynow: ['reference'],
  paypal: ['country', 'payer_email', 'payer_id', 'payer_name', 'seller_protection', 'transaction_id'],
  pix: ['bank_transaction_id', 'fingerprint'],
  promptpay: ['reference'],
  revolut_pay: ['funding', 'transaction_id'],
  samsung_pay: wallet,
  satispay: ['transaction_id'],
  scalapay: ['transaction_id'],
  sequra: ['transaction_id'],
  sofort: iban,
  sunbit: ['transaction_id'],
  swish: ['fingerprint', 'payment_reference', 'verified_phone_last4'],
  upi: ['vpa'],
  us_bank_account: ['payment_reference'],
  wechat_pay: ['fingerprint', 'transaction_id'],
};

/** Details of single types. */
const own: Readonly<Record<string, Readonly<Record<string, Fact>>>> = {
  afterpay_clearpay: { reference: optionOf('reference') },
  kr_card: { brand: () => 'shinhan', last4: ({ payment_method: { id } }) => digitsFrom(id, 4) },
  multibanco: { reference: (ask) => multibancoOf(ask.attempt, ask.verb === 'charge' ? ask.amount : 0) },
};

/** Details that the provider of a payment method reports of the payer's account and of the payment. */
export function detailsOf(ask: Ask): { readonly details?: Readonly<Record<string, unknown>> } {
  const { type } = ask.payment_method;
  const names = reported[type] ?? [];
  const details = Object.fromEntries(names.map((name) => [name, (own[type]?.[name] ?? facts[name])?.(ask) ?? null]));
  return names.length > 0 ? { details } : {};
}

/** The day on which an account will be debited. */
export const debitedOn = (moment: number): { readonly details: Readonly<Record<string, unknown>> } => ({
  details: { expected_debit_date: new Date(moment * 1000).toISOString().slice(0, 10) },
});

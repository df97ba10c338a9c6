import { type Field, type Fields, initially, internal, nullable, problem, sometimes } from '../../../kernel/base/fields.js';
import { email, flag, type Id, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { billing_details, billing_details_for_payer } from '../../parts.js';
import { methodOfCard } from '../sources/card.js';
import { debit_types, isDebit, shownOf, shownToPayer } from './debits.js';
import { card_names, cardByName } from './test-names.js';

const plain_ref = ref('payment_method');

/** The id of a payment method; that of a kept card stands for the payment method which it shows (Stripe). */
export const method_ref: Field<Id<'payment_method'>, Id<'payment_method'>, 'optional'> = {
  ...plain_ref,
  read: (value, at, reading) => {
    const id = plain_ref.read(value, at, reading);
    return id === undefined ? undefined : methodOfCard(id);
  },
};

/** Every kind of payment method (seed, payment_method_data and next_action). */
export const payment_method_types = [
  'card',
  'alipayplus',
  'alipay',
  'wechat_pay',
  'sepa_debit',
  'alipay_hk',
  'boost',
  'truemoney',
  'gcash',
  'kakaopay',
  'touchngo',
  'rabbit_line_pay',
  'dana',
  'klarna',
  'ideal',
  'giropay',
  'sofort',
  'eps',
  'trustly',
  'bancontact',
  'p24',
  'unionpay',
  'fpx',
  'mcash',
  'grabpay',
  'bank_transfer_id',
  'qris',
  'promptpay',
  'ovo',
  'shopeepay',
  'upi',
  'boleto',
  'paynow',
  'pix',
  '9pay',
  'stitch',
  'bpi',
  // Named by the seed in next_action alone.
  'akulaku',
  'oxxo',
  'spei',
  // Of Stripe's API.
  'affirm',
  'afterpay_clearpay',
  'amazon_pay',
  'cashapp',
  'link',
  'mobilepay',
  'paypal',
  'revolut_pay',
  'twint',
  'swish',
  'blik',
  'konbini',
  'multibanco',
  'customer_balance',
  'au_becs_debit',
  'bacs_debit',
  'acss_debit',
  'us_bank_account',
] as const;

/** One of them. */
export const payment_method_type = oneOf(...payment_method_types);

const some_types = listOf(payment_method_type, 60);

/** The types that may pay an intent: one at least. */
export const allowed_types: typeof some_types = {
  ...some_types,
  schema: { ...some_types.schema, minItems: 1 },
  initial: ['card'],
  read: (value, at, reading) => {
    const read = some_types.read(value, at, reading);
    return read?.length === 0 ? problem(reading, { code: 'parameter_invalid_empty', param: at, message: no_types }) : read;
  },
};

const no_types = 'No type of payment method could pay. Name at least one, or leave payment_method_types out.';

/** The members of a card that every view shows. */
export const card_members = {
  brand: text,
  checks: object({
    address_line1_check: nullable(text),
    address_postal_code_check: nullable(text),
    address_zip_check: nullable(text),
    cvc_check: nullable(text),
  }),
  country: nullable(text),
  display_brand: nullable(text),
  exp_month: integer({ minimum: 1, maximum: 12 }),
  exp_year: integer(),
  fingerprint: nullable(text),
  funding: nullable(text),
  last4: textOf(4),
  metadata,
  networks: object({ available: listOf(text), preferred: nullable(text) }),
  three_d_secure_usage: object({ supported: initially(true, flag) }),
};

/** A card as everyone may see it; its number lies in the vault. */
export const card = object(card_members);

/** Of the checks of a card all of them: they concern what the payer typed in. */
export const card_checks_for_payer = {
  address_line1_check: true,
  address_postal_code_check: true,
  address_zip_check: true,
  cvc_check: true,
} as const;

/** What may be seen of a card, without what its merchant noted on it. */
const card_for_payer = {
  brand: true,
  checks: card_checks_for_payer,
  country: true,
  display_brand: true,
  exp_month: true,
  exp_year: true,
  fingerprint: true,
  funding: true,
  last4: true,
  networks: { available: true, preferred: true },
  three_d_secure_usage: { supported: true },
} as const;

/** A bank account as everyone may see it; its number lies in the vault. */
export const sepa_debit = object({ bank_code: nullable(text), country: nullable(text), fingerprint: nullable(text), last4: textOf(4) });

/** All that is kept of a bank account. */
export const sepa_debit_for_payer = { bank_code: true, country: true, fingerprint: true, last4: true } as const;

/** The kinds that debit an account which is no European one. */
const other_debits = debit_types.filter((type) => type !== 'sepa_debit');

const bank = nullable(textOf(50));

/** What a payer says of their account with some kinds (Stripe). */
const said: Readonly<Record<string, Fields>> = {
  boleto: { tax_id: nullable(textOf(20)) },
  eps: { bank },
  fpx: { bank },
  ideal: { bank },
  p24: { bank },
  link: { email: nullable(email) },
  sofort: { country: nullable(textOf(2)) },
};

/** Client code sends and reads the member that `type` names, so every kind has one; most have nothing to say in it. */
export const members_by_type: Readonly<Record<string, ReturnType<typeof object>>> = Object.fromEntries(
  payment_method_types.filter((type) => type !== 'card' && !isDebit(type)).map((type) => [type, object(said[type] ?? {})]),
);

/** The same as members of an object, of which it has the one that its type names. */
export const named_by_type: object = Object.fromEntries([
  ...Object.entries(members_by_type).map(([type, member]) => [type, sometimes(member)]),
  ...other_debits.map((type) => [type, sometimes(sparse(shownOf(type)))]),
]);

/** What payers may see of what they have said themselves, by type; of a type that is not listed they see the member, and nothing in it. */
const said_for_payer: Readonly<Record<string, Readonly<Record<string, true>>>> = {
  boleto: { tax_id: true },
  eps: { bank: true },
  fpx: { bank: true },
  ideal: { bank: true },
  link: { email: true },
  p24: { bank: true },
  sofort: { country: true },
};

/** What payers see of a payment method: nothing of whose it is and what its merchant noted on it. */
export const payment_method_for_payer = {
  ...Object.fromEntries(Object.keys(members_by_type).map((type) => [type, said_for_payer[type] ?? {}])),
  ...Object.fromEntries(other_debits.map((type) => [type, shownToPayer(type)])),
  id: true,
  object: true,
  billing_details: billing_details_for_payer,
  card: card_for_payer,
  created: true,
  livemode: true,
  sepa_debit: sepa_debit_for_payer,
  type: true,
} as const;

/** Something a payer can pay with, now and perhaps again. */
export const paymentMethod = resource({
  object: 'payment_method',
  prefix: 'pm',
  fields: {
    ...named_by_type,
    billing_details,
    card: nullable(card),
    customer: nullable(ref('customer')),
    detached_at: nullable(timestamp),
    /** The card that shows it to clients which keep cards as sources. */
    kept_as: internal(ref('card')),
    /** The customer of a card, once the issuer allows it. */
    kept_for: internal(ref('customer')),
    /** That card takes the place of the one that the customer pays with by default. */
    replaces_default: internal(flag),
    metadata,
    sepa_debit: nullable(sepa_debit),
    type: payment_method_type,
    /** When it paid without being kept for a customer: from then on it cannot pay again. */
    used_at: nullable(timestamp),
  },
  publishable: payment_method_for_payer,
  device: { customer: true },
  start: null,
  events: { updated: 'payment_method.updated', told: ['payment_method.attached', 'payment_method.detached'] },
  columns: ['customer', 'type'],
  vault: true,
  named: { names: card_names, made: cardByName },
});

/** What a payment method says of its own kind: the member that its type names. */
export const namedMember = (method: It<typeof paymentMethod>): Readonly<Record<string, unknown>> =>
  ((method as Readonly<Record<string, unknown>>)[method.type] ?? {}) as Readonly<Record<string, unknown>>;

import { about, type Field, initially, internal, nullable, problem, sometimes } from '../../../kernel/base/fields.js';
import { flag, type Id, metadata, oneOf, ref, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { radar_options } from '../../core/radar/rule-fields.js';
import { billing_details, billing_details_for_payer } from '../../parts.js';
import { methodOfCard } from '../sources/card.js';
import { card, card_for_payer } from './card.js';
import { debit_types, isDebit, sepa_debit, sepa_debit_for_payer, shownOf, shownToPayer } from './debits.js';
import { particulars } from './particulars.js';
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
  'alma',
  'billie',
  'bizum',
  'crypto',
  'kakao_pay',
  'kr_card',
  'mb_way',
  'naver_pay',
  'nz_bank_account',
  'pay_by_bank',
  'payco',
  'paypay',
  'payto',
  'samsung_pay',
  'satispay',
  'scalapay',
  'sequra',
  'sunbit',
  'zip',
] as const;

/** One of them. */
export const payment_method_type = oneOf(...payment_method_types);

const some_types = about(
  'The types of payment method that may pay, such as `card` or `sepa_debit`; at least one.',
  listOf(payment_method_type, 100),
);

/** The types that may not pay. */
export const excluded_types = listOf(payment_method_type, 100);

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

/** The kinds that debit an account which is no European one. */
const other_debits = debit_types.filter((type) => type !== 'sepa_debit');

/** The sentence about the member that a type names. */
export const detailsOfType = (type: string): string => `The details of the payment method, if \`type\` is \`${type}\`.`;

/** Client code sends the member that `type` names, so every kind has one; most have nothing to say in it. */
export const members_by_type: Readonly<Record<string, Field<object, object, 'optional', string>>> = Object.fromEntries(
  payment_method_types
    .filter((type) => type !== 'card' && !isDebit(type))
    .map((type) => [type, about(detailsOfType(type), object(particulars[type]?.said ?? {}))]),
);

/** What is shown of each kind: what was said, and what is known since. An object has the one member that its type names. */
export const named_by_type: object = Object.fromEntries([
  ...Object.keys(members_by_type).map((type) => {
    const { said = {}, known = {} } = particulars[type] ?? {};
    return [type, sometimes(about(detailsOfType(type), object({ ...said, ...known })))];
  }),
  ...other_debits.map((type) => [type, sometimes(about(detailsOfType(type), sparse(shownOf(type))))]),
]);

/** What payers may see of what they have said themselves, by type; of a type that is not listed they see the member, and nothing in it. */
const said_for_payer: Readonly<Record<string, Readonly<Record<string, true>>>> = {
  boleto: { tax_id: true },
  eps: { bank: true },
  fpx: { account_holder_type: true, bank: true },
  ideal: { bank: true },
  link: { email: true },
  naver_pay: { funding: true },
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

/** How far a payment method may be offered again to its payer. */
export const redisplay = oneOf('always', 'limited', 'unspecified');

/** Something a payer can pay with, now and perhaps again. */
export const paymentMethod = resource({
  object: 'payment_method',
  prefix: 'pm',
  fields: {
    ...named_by_type,
    allow_redisplay: about(
      'Whether the payment method may be offered to its payer again: `always`, where the payer has agreed; `limited`, where the payer has not been asked; `unspecified` by default. A Checkout Session with `allow_redisplay_filters` offers those that it names.',
      initially('unspecified', redisplay),
    ),
    billing_details,
    card: about('The card, if `type` is `card`; otherwise null. Its number is stored encrypted and never returned.', nullable(card)),
    customer: about(
      'The customer that the payment method is attached to. It can be charged again only while it is attached.',
      nullable(ref('customer')),
    ),
    detached_at: about(
      'When the payment method was detached, in Unix seconds. From then on it can no longer be used.',
      nullable(timestamp),
    ),
    /** The card that shows it to clients which keep cards as sources. */
    kept_as: internal(ref('card')),
    /** The customer of a card, once the issuer allows it. */
    kept_for: internal(ref('customer')),
    /** That card takes the place of the one that the customer pays with by default. */
    replaces_default: internal(flag),
    metadata,
    radar_options: sometimes(radar_options),
    sepa_debit: about(
      'The bank account, if `type` is `sepa_debit`; otherwise null. Its IBAN is stored encrypted and never returned.',
      nullable(sepa_debit),
    ),
    type: about('The type of payment method. A member of the same name has its details.', payment_method_type),
    used_at: about(
      'When a payment method without a customer paid, in Unix seconds. From then on it cannot pay again.',
      nullable(timestamp),
    ),
  },
  publishable: payment_method_for_payer,
  device: { customer: true },
  for_sdks: forSdks,
  start: null,
  events: { updated: 'payment_method.updated', told: ['payment_method.attached', 'payment_method.detached'] },
  columns: ['allow_redisplay', 'customer', 'type'],
  vault: true,
  named: { names: card_names, made: cardByName },
});

/** What a payment method says of its own kind: the member that its type names. */
export const namedMember = (method: It<typeof paymentMethod>): Readonly<Record<string, unknown>> =>
  ((method as Readonly<Record<string, unknown>>)[method.type] ?? {}) as Readonly<Record<string, unknown>>;

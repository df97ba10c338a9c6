import { type Field, type Fields, type Given, invalid, problem } from '../../../kernel/base/fields.js';
import { country, integer, oneOf, ref, text, textOf, url } from '../../../kernel/base/kinds.js';
import { listOf, sparse } from '../../../kernel/base/members.js';
import { type MethodType, types } from '../../core/payment-method-types/types.js';
import { payment_method_types } from '../payment-methods/payment-method.js';

/** When money is taken that has been authorized. */
export const capture_method = oneOf('automatic', 'automatic_async', 'manual');

const usages = oneOf('none', 'off_session', 'on_session');

/** Nothing, where a form sends it empty (Stripe). */
const usage: typeof usages = { ...usages, read: (value, at, reading) => (value === '' ? undefined : usages.read(value, at, reading)) };

/** Whether a payment of this type is also kept for later: `none` is all that can be said where it cannot be. */
const usageOfType = (type: MethodType): typeof usage =>
  types[type].saved
    ? usage
    : {
        ...usage,
        schema: { ...usage.schema, enum: ['none'] },
        read: (value, at, reading) => {
          const read = usage.read(value, at, reading);
          if (read === undefined || read === 'none') return read;
          const message = `A payment method of type ${type} cannot be saved for later, so its setup_future_usage is none.`;
          return problem(reading, { code: 'payment_intent_invalid_parameter', param: at, message });
        },
      };

const of_card = {
  capture_method,
  request_incremental_authorization: oneOf('if_available', 'never'),
  request_three_d_secure: oneOf('automatic', 'auto', 'any', 'challenge'),
  setup_future_usage: usage,
};

/** Text of one form. */
const matching = (form: RegExp, words: string): Field<string, string, 'optional'> => ({
  ...text,
  read: (value, at, reading) => (typeof value === 'string' && form.test(value) ? value : invalid(reading, at, `Invalid ${at}: ${words}.`)),
});

const terminal = { app_id: text, client: oneOf('web', 'android', 'ios'), os_type: text, terminal_type: text };

/** How long a payment waits for its payer, in the unit that its type counts in. */
function expiryOfType(type: MethodType): Fields {
  const { unit, ...bounds } = types[type].expires_after ?? { unit: null };
  if (unit === 'days') return { expires_after_days: integer(bounds) };
  return unit === 'seconds' ? { expires_after_seconds: integer(bounds) } : {};
}

const locale = { preferred_locale: text };
const dated = { target_date: textOf(10) };
const mandated = { ...dated, mandate_options: sparse({ reference_prefix: textOf(12) }) };
const verification = { verification_method: oneOf('automatic', 'instant', 'microdeposits') };

const transfer_types = oneOf('eu_bank_transfer', 'gb_bank_transfer', 'jp_bank_transfer', 'mx_bank_transfer', 'us_bank_transfer');

/** The Stripe CLI sends an older name of transfers in Japan. */
const transfer_type: typeof transfer_types = {
  ...transfer_types,
  read: (value, at, reading) => transfer_types.read(value === 'jp_bank_account' ? 'jp_bank_transfer' : value, at, reading),
};

/** What is said of a payment by some kinds alone (Stripe). */
const of_type: Partial<Record<MethodType, Fields>> = {
  acss_debit: {
    ...{ ...dated, ...verification },
    mandate_options: sparse({
      custom_mandate_url: url,
      interval_description: textOf(500),
      payment_schedule: oneOf('combined', 'interval', 'sporadic'),
      transaction_type: oneOf('business', 'personal'),
    }),
  },
  affirm: locale,
  afterpay_clearpay: { reference: textOf(128) },
  au_becs_debit: dated,
  bacs_debit: mandated,
  blik: { code: matching(/^\d{6}$/, 'send the six digits that the payer reads in the app of their bank') },
  customer_balance: {
    bank_transfer: sparse({
      eu_bank_transfer: sparse({ country }),
      requested_address_types: listOf(textOf(20), 6),
      type: transfer_type,
    }),
    funding_type: oneOf('bank_transfer'),
  },
  klarna: locale,
  konbini: {
    confirmation_number: matching(/^\d{10,11}$/, 'send 10 or 11 digits, which a payer gives besides the payment code'),
    product_description: textOf(22),
  },
  link: { persistent_token: text },
  paypal: { ...locale, reference: textOf(127) },
  sepa_debit: mandated,
  swish: { reference: textOf(35) },
  us_bank_account: {
    ...{ ...dated, ...verification },
    financial_connections: sparse({ permissions: listOf(textOf(40), 10), prefetch: listOf(textOf(40), 10), return_url: url }),
    preferred_settlement_speed: oneOf('fastest', 'standard'),
  },
};

const common = { ...terminal, capture_method, setup_future_usage: usage };
type OptionsOfType = Field<Given<typeof common>>;

const optionsOfType = (type: MethodType): OptionsOfType =>
  sparse({ ...terminal, ...of_type[type], ...expiryOfType(type), capture_method, setup_future_usage: usageOfType(type) }) as OptionsOfType;

type Other = Exclude<MethodType, 'card'>;

const others = payment_method_types.filter((type): type is Other => type !== 'card');
const expiring = others.filter((type) => types[type].expires_after || of_type[type]);

const by_type = Object.fromEntries(others.map((type) => [type, optionsOfType(type)])) as Record<Other, OptionsOfType>;

const optionsWith = <S, G>(card: Field<S, G, 'optional'>) => ({
  ...sparse({ ...by_type, card }),
  // What most have in common is said once, not for each of them.
  schema: {
    type: 'object',
    properties: { card: card.schema, ...Object.fromEntries(expiring.map((type) => [type, by_type[type].schema])) },
    propertyNames: { enum: payment_method_types },
    additionalProperties: by_type.alipay.schema,
  },
});

/** Options by type (published, Create): `card`, what wallets need to know of the payer's terminal, and how long vouchers can be paid. */
export const payment_method_options = optionsWith(sparse(of_card));

/** The same with the name of a verification code, which is for one try and never stored. */
export const confirming_options = optionsWith(sparse({ ...of_card, cvc_token: ref('token') }));

/** The options of invoice payments, which are captured with their authorization. */
export const taken_at_once = {
  ...payment_method_options,
  schema: {
    type: 'object',
    description: 'Options by type, as those of a payment intent.',
    propertyNames: { enum: payment_method_types },
    additionalProperties: { type: 'object' },
  },
  read: ((value, at, reading) => {
    const read = payment_method_options.read(value, at, reading);
    const held = Object.entries(read ?? {}).find(([, options]) => options?.capture_method === 'manual')?.[0];
    const message = 'An invoice is paid at once. Leave capture_method out.';
    return held === undefined ? read : invalid(reading, `${at}[${held}][capture_method]`, message);
  }) satisfies typeof payment_method_options.read,
};

/** Options as they are stored. */
export type StoredOptions = NonNullable<Given<{ it: typeof payment_method_options }>['it']>;
/** Options as a request says them that may confirm. */
export type ConfirmingOptions = NonNullable<Given<{ it: typeof confirming_options }>['it']>;

/** What of the options is stored. */
export function storedOptions({ card, ...others }: ConfirmingOptions): StoredOptions {
  if (!card) return others;
  const { cvc_token: _, ...stored } = card;
  return { ...others, card: stored };
}

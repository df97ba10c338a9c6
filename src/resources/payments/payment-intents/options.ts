import { about, type Field, type Given, invalid, type Presence, problem, type SaidFields } from '../../../kernel/base/fields.js';
import { country, integer, oneOf, ref, text, textOf, url } from '../../../kernel/base/kinds.js';
import { describedSchema, listOf, sparse } from '../../../kernel/base/members.js';
import { type MethodType, types } from '../../core/payment-method-types/types.js';
import { payment_method_types } from '../payment-methods/payment-method.js';

/** When money is taken that has been authorized. */
export const capture_method = about(
  'When the payment is captured: with its authorization (`automatic`, also `automatic_async`), or later by a request of yours (`manual`).',
  oneOf('automatic', 'automatic_async', 'manual'),
);

const usages = about(
  "Whether the payment method of this type is saved: for payments with the payer present (`on_session`) or also without (`off_session`); `none` does not save it. It takes precedence over the payment's own `setup_future_usage`.",
  oneOf('none', 'off_session', 'on_session'),
);

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
  request_incremental_authorization: about(
    'Whether the card is authorized so that the amount can be increased before the capture, if the issuer supports that.',
    oneOf('if_available', 'never'),
  ),
  request_three_d_secure: about(
    'When the payer authenticates with 3D Secure: if the issuer asks for it (`automatic`, also `auto`), whenever the card supports it (`any`), or with a challenge (`challenge`).',
    oneOf('automatic', 'auto', 'any', 'challenge'),
  ),
  setup_future_usage: usage,
};

/** Text of one form. */
const matching = (form: RegExp, words: string): Field<string, string, 'optional'> => ({
  ...text,
  read: (value, at, reading) => (typeof value === 'string' && form.test(value) ? value : invalid(reading, at, `Invalid ${at}: ${words}.`)),
});

const terminal = {
  app_id: about("The id of your app at the wallet, which the payer's device passes to it.", text),
  client: about('Where the payer is: in a browser, or in an app on Android or iOS.', oneOf('web', 'android', 'ios')),
  os_type: about("The operating system of the payer's device.", text),
  terminal_type: about('Where the payer pays, such as `WEB`, `WAP` or `APP`; it decides how the wallet is opened.', text),
};

/** How long a payment waits for its payer, in the unit that its type counts in. */
function expiryOfType(type: MethodType): SaidFields {
  const { unit, ...bounds } = types[type].expires_after ?? { unit: null };
  if (unit === 'days') return { expires_after_days: about('How many days the payer has to pay.', integer(bounds)) };
  return unit === 'seconds' ? { expires_after_seconds: about('How many seconds the payer has to pay.', integer(bounds)) } : {};
}

const locale = { preferred_locale: about('The language for the pages of the payment method, such as `en-US`.', text) };
const pageLanguage = (...languages: readonly string[]): SaidFields => ({
  preferred_language: about("The language of the bank's page, which the charge shows.", oneOf(...languages)),
});
const dated = {
  target_date: about(
    'The day on which the account should be debited, as `YYYY-MM-DD`. The processor decides whether it is observed.',
    textOf(10),
  ),
};
const mandated = {
  ...dated,
  mandate_options: about(
    'The terms of the mandate.',
    sparse({ reference_prefix: about("The beginning of the mandate's reference, up to 12 characters.", textOf(12)) }),
  ),
};
const verification = {
  verification_method: about(
    'How the bank account is verified: `instant` by signing in at the bank, by `microdeposits`, or the first of them that works (`automatic`).',
    oneOf('automatic', 'instant', 'microdeposits'),
  ),
};

const transfer_types = oneOf('eu_bank_transfer', 'gb_bank_transfer', 'jp_bank_transfer', 'mx_bank_transfer', 'us_bank_transfer');

/** The Stripe CLI sends an older name of transfers in Japan. */
const transfer_type: typeof transfer_types = {
  ...transfer_types,
  read: (value, at, reading) => transfer_types.read(value === 'jp_bank_account' ? 'jp_bank_transfer' : value, at, reading),
};

/** What is said of a payment by some kinds alone (Stripe). */
const of_type: Partial<Record<MethodType, SaidFields>> = {
  acss_debit: {
    ...{ ...dated, ...verification },
    mandate_options: about(
      'The terms of the mandate.',
      sparse({
        custom_mandate_url: about('A page with the text of your own mandate.', url),
        interval_description: about('When the account is debited, in words for the payer.', textOf(500)),
        payment_schedule: about(
          'Whether the account is debited at intervals, now and then (`sporadic`), or both (`combined`).',
          oneOf('combined', 'interval', 'sporadic'),
        ),
        transaction_type: about('Whether the account belongs to a business or a person.', oneOf('business', 'personal')),
      }),
    ),
  },
  affirm: locale,
  afterpay_clearpay: { reference: about('Your own reference of the order, up to 128 characters.', textOf(128)) },
  au_becs_debit: dated,
  bacs_debit: mandated,
  bancontact: pageLanguage('de', 'en', 'fr', 'nl'),
  billie: { reference: about('Your own reference of the order, up to 128 characters.', textOf(128)) },
  blik: {
    code: about(
      'The six digits that the payer reads in the app of their bank.',
      matching(/^\d{6}$/, 'send the six digits that the payer reads in the app of their bank'),
    ),
  },
  customer_balance: {
    bank_transfer: about(
      'How the customer transfers an amount that their cash balance does not cover.',
      sparse({
        eu_bank_transfer: about(
          'The account for transfers in euros.',
          sparse({ country: about("The country of the account's IBAN, such as `DE`.", country) }),
        ),
        requested_address_types: about('The types of account number to show, such as `iban`.', listOf(textOf(20), 6)),
        type: about('The type of bank transfer, which depends on the currency.', transfer_type),
      }),
    ),
    funding_type: about('How the customer adds money to the cash balance; always `bank_transfer`.', oneOf('bank_transfer')),
  },
  klarna: locale,
  konbini: {
    confirmation_number: about(
      'The 10 or 11 digits that the payer gives at the till besides the payment code, such as their telephone number.',
      matching(/^\d{10,11}$/, 'send 10 or 11 digits, which a payer gives besides the payment code'),
    ),
    product_description: about('What is bought, up to 22 characters; shown at the till.', textOf(22)),
  },
  link: { persistent_token: about('Accepted for compatibility, and not used.', text) },
  nz_bank_account: dated,
  paypal: { ...locale, reference: about('Your own reference of the order, up to 127 characters.', textOf(127)) },
  sepa_debit: mandated,
  sofort: pageLanguage('de', 'en', 'es', 'fr', 'it', 'nl', 'pl'),
  swish: { reference: about('Your own reference of the order, up to 35 characters.', textOf(35)) },
  us_bank_account: {
    ...{ ...dated, ...verification },
    financial_connections: about(
      'What the payer is asked to share when signing in at the bank.',
      sparse({
        permissions: about('The data that the payer is asked to share, such as `payment_method` or `balances`.', listOf(textOf(40), 10)),
        prefetch: about('The data to load as soon as the payer has signed in, such as `balances`.', listOf(textOf(40), 10)),
        return_url: about('Where an app continues after the payer has signed in at the bank.', url),
      }),
    ),
    transaction_purpose: about('What is paid, for the bank of the payer.', oneOf('goods', 'other', 'services', 'unspecified')),
    preferred_settlement_speed: about(
      'Whether the debit should settle as fast as possible (`fastest`) or at the usual time (`standard`).',
      oneOf('fastest', 'standard'),
    ),
  },
};

const common = { ...terminal, capture_method, setup_future_usage: usage };
type OptionsOfType = Field<Given<typeof common>, Given<typeof common>, Presence, string>;

const optionsOfType = (type: MethodType): OptionsOfType =>
  about(
    `Options of a payment by \`${type}\`.`,
    sparse({ ...terminal, ...of_type[type], ...expiryOfType(type), capture_method, setup_future_usage: usageOfType(type) }),
  ) as OptionsOfType;

type Other = Exclude<MethodType, 'card'>;

const others = payment_method_types.filter((type): type is Other => type !== 'card');
const expiring = others.filter((type) => types[type].expires_after || of_type[type]);

const by_type = Object.fromEntries(others.map((type) => [type, optionsOfType(type)])) as Record<Other, OptionsOfType>;

const optionsWith = <S, G>(card: Field<S, G, 'optional', string>) =>
  about('Options by type of payment method, for the types that may pay.', {
    ...sparse({ ...by_type, card }),
    // What most have in common is said once, not for each of them.
    schema: {
      type: 'object',
      properties: {
        card: describedSchema(card),
        ...Object.fromEntries(expiring.map((type) => [type, describedSchema(by_type[type])])),
      },
      propertyNames: { enum: payment_method_types },
      additionalProperties: by_type.alipay.schema,
    },
  });

const options_of_card = 'Options of a card payment.';

/** Options by type (published, Create): `card`, what wallets need to know of the payer's terminal, and how long vouchers can be paid. */
export const payment_method_options = optionsWith(about(options_of_card, sparse(of_card)));

/** The same with the name of a verification code, which is for one try and never stored. */
export const confirming_options = optionsWith(
  about(
    options_of_card,
    sparse({
      ...of_card,
      cvc_token: about(
        'The token of a verification code that the payer entered again, from `POST /v1/tokens` with `cvc_update`.',
        ref('token'),
      ),
    }),
  ),
);

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

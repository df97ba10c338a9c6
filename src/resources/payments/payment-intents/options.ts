import { about, type Field, type Given, invalid, type Presence, problem, type SaidFields } from '../../../kernel/base/fields.js';
import { integer, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { describedSchema, sparse } from '../../../kernel/base/members.js';
import { type MethodType, types } from '../../core/payment-method-types/types.js';
import { billed_mandate_options, clashOfCard, of_any_card, of_confirmed_card, of_paying_card } from '../intents/card-options.js';
import { consistent } from '../intents/option-kinds.js';
import { options_by_type } from '../intents/options-by-type.js';
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
const unlessEmpty = <S, G, P extends Presence, A extends string | null>(inner: Field<S, G, P, A>): Field<S, G, P, A> => ({
  ...inner,
  read: (value, at, reading) => (value === '' ? undefined : inner.read(value, at, reading)),
});

const usage = unlessEmpty(usages);

/** The same of single types, where an empty value means that of the payment. */
const captured = unlessEmpty(capture_method);

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

const of_page_card = { ...of_any_card, ...of_paying_card, capture_method: captured, setup_future_usage: usage };
const of_card = { ...of_page_card, ...of_confirmed_card };

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

const common = { ...terminal, capture_method: captured, setup_future_usage: usage };
type OptionsOfType = Field<Given<typeof common>, Given<typeof common>, Presence, string>;

function optionsOfType(type: MethodType): OptionsOfType {
  const { both, paying, clashIn } = options_by_type[type] ?? {};
  const members = { ...terminal, ...both, ...paying, ...expiryOfType(type), capture_method: captured };
  const inner = sparse({ ...members, setup_future_usage: usageOfType(type) });
  return about(`Options of a payment by \`${type}\`.`, clashIn ? consistent(inner, clashIn) : inner) as OptionsOfType;
}

type Other = Exclude<MethodType, 'card'>;

const others = payment_method_types.filter((type): type is Other => type !== 'card');
const of_own = others.filter((type) => types[type].expires_after || options_by_type[type]);

const by_type = Object.fromEntries(others.map((type) => [type, optionsOfType(type)])) as Record<Other, OptionsOfType>;

const optionsWith = <S, G>(card: Field<S, G, 'optional', string>) =>
  about('Options by type of payment method, for the types that may pay.', {
    ...sparse({ ...by_type, card }),
    // What most have in common is said once, not for each of them.
    schema: {
      type: 'object',
      properties: {
        card: describedSchema(card),
        ...Object.fromEntries(of_own.map((type) => [type, describedSchema(by_type[type])])),
      },
      propertyNames: { enum: payment_method_types },
      additionalProperties: by_type.alipay.schema,
    },
  });

const options_of_card = 'Options of a card payment.';

/** Options by type (published, Create): `card`, what wallets need to know of the payer's terminal, and how long vouchers can be paid. */
export const payment_method_options = optionsWith(about(options_of_card, consistent(sparse(of_card), clashOfCard)));

/** The options of a session and a link, whose page does not ask for the code of a saved card. */
export const options_of_pages = optionsWith(about(options_of_card, consistent(sparse(of_page_card), clashOfCard)));

/** The options of a payment with the name of a verification code, which is for one try and never stored. */
export const confirming_options = optionsWith(
  about(
    options_of_card,
    consistent(
      sparse({
        ...of_card,
        cvc_token: about(
          'The token of a verification code that the payer entered again, from `POST /v1/tokens` with `cvc_update`.',
          ref('token'),
        ),
      }),
      clashOfCard,
    ),
  ),
);

const billed_card = { ...of_page_card, mandate_options: billed_mandate_options };
const options_of_invoices = optionsWith(about(options_of_card, consistent(sparse(billed_card), clashOfCard)));

/** The options of invoice payments, which are captured with their authorization. */
export const taken_at_once = {
  ...options_of_invoices,
  schema: {
    type: 'object',
    description: 'Options by type, as those of a payment intent.',
    propertyNames: { enum: payment_method_types },
    additionalProperties: { type: 'object' },
  },
  read: ((value, at, reading) => {
    const read = options_of_invoices.read(value, at, reading);
    const held = Object.entries(read ?? {}).find(([, options]) => options?.capture_method === 'manual')?.[0];
    const message = 'An invoice is paid at once. Leave capture_method out.';
    return held === undefined ? read : invalid(reading, `${at}[${held}][capture_method]`, message);
  }) satisfies typeof options_of_invoices.read,
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

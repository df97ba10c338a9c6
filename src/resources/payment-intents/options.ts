import { type Field, type Fields, type Given, problem, sparse } from '../../base/fields.js';
import { integer, oneOf, text } from '../../base/kinds.js';
import { payment_method_types } from '../payment-methods/payment-method.js';
import { type MethodType, types } from '../payment-methods/types.js';

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

const card_options = sparse({
  capture_method,
  request_three_d_secure: oneOf('automatic', 'auto', 'any', 'challenge'),
  setup_future_usage: usage,
});

const terminal = { app_id: text, client: oneOf('web', 'android', 'ios'), os_type: text, terminal_type: text };

/** How long a payment waits for its payer, in the unit that its type counts in. */
function expiryOfType(type: MethodType): Fields {
  const { unit, ...bounds } = types[type].expires_after ?? { unit: null };
  if (unit === 'days') return { expires_after_days: integer(bounds) };
  return unit === 'seconds' ? { expires_after_seconds: integer(bounds) } : {};
}

const common = { ...terminal, capture_method, setup_future_usage: usage };
type OptionsOfType = Field<Given<typeof common>>;

const optionsOfType = (type: MethodType): OptionsOfType =>
  sparse({ ...terminal, ...expiryOfType(type), capture_method, setup_future_usage: usageOfType(type) }) as OptionsOfType;

type Other = Exclude<MethodType, 'card'>;

const others = payment_method_types.filter((type): type is Other => type !== 'card');
const expiring = others.filter((type) => types[type].expires_after);

const by_type = Object.fromEntries(others.map((type) => [type, optionsOfType(type)])) as Record<Other, OptionsOfType>;

/** Options by type (published, Create): `card`, what wallets need to know of the payer's terminal, and how long vouchers can be paid. */
export const payment_method_options = {
  ...sparse({ ...by_type, card: card_options }),
  // What most have in common is said once, not for each of them.
  schema: {
    type: 'object',
    properties: { card: card_options.schema, ...Object.fromEntries(expiring.map((type) => [type, by_type[type].schema])) },
    propertyNames: { enum: payment_method_types },
    additionalProperties: by_type.alipay.schema,
  },
};

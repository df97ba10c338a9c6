import type { Around } from '../../../kernel/base/effects.js';
import { about, type Field, type Given, initially, nullable, type Values } from '../../../kernel/base/fields.js';
import { expandsTo, flag, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import type { MethodType } from '../../core/payment-method-types/types.js';
import { payment_method_types } from '../payment-methods/payment-method.js';

const wallets = ['apple_pay', 'google_pay'] as const;

/** What a configuration switches on and off: every type of payment method, and the wallets that pay with cards. */
export const configurable = [...payment_method_types, ...wallets] as const;

/** One of them. */
export type Configurable = (typeof configurable)[number];

const preference = about(
  'Your preference: `on` offers it, `off` does not, and `none` leaves it to the default, which offers it.',
  oneOf('none', 'on', 'off'),
);

const shown_method = {
  available: about('Whether payers may be offered it: true where the value of `display_preference` is `on`.', initially(true, flag)),
  display_preference: about(
    'Whether it is offered, as you prefer and in effect.',
    object({
      overridable: about('Always null: only configurations with a parent can be overridden.', nullable(flag)),
      preference,
      value: about('What is in effect: `on` or `off`.', oneOf('on', 'off')),
    }),
  ),
} as const;

type Shown = Field<Values<typeof shown_method>, Given<typeof shown_method>, 'optional', string>;

const given_method = {
  display_preference: about('Whether it is offered.', object({ preference })),
} as const;

type Preferred = Field<Values<typeof given_method>, Given<typeof given_method>, 'optional', string>;

const nameOf = (type: Configurable): string => `How \`${type}\` is offered.`;

const byType = <F>(made: (type: Configurable) => F): Record<Configurable, F> =>
  Object.fromEntries(configurable.map((type) => [type, made(type)])) as Record<Configurable, F>;

/** The preferences that a request sends. */
export const preferences_input = byType((type): Preferred => about(nameOf(type), object(given_method)));

/** Which types of payment method are offered to payers where the types are chosen automatically. */
export const paymentMethodConfiguration = resource({
  object: 'payment_method_configuration',
  title: 'payment method configuration',
  prefix: 'pmc',
  fields: {
    ...byType((type): Shown => about(nameOf(type), object(shown_method))),
    active: about('Whether new payments can use the configuration; the default one is always active.', initially(true, flag)),
    application: about('Always null: configurations are created by the account itself.', nullable(expandsTo('application', text))),
    is_default: about('Whether payments that name no configuration use this one; each account has one default.', flag),
    name: about('Your own name for the configuration, up to 100 characters.', initially('Configuration', textOf(100))),
    parent: about('Always null: configurations have no parent.', nullable(text)),
  },
  start: null,
  columns: ['active'],
});

/** A configuration as rules see it. */
export type PaymentMethodConfiguration = It<typeof paymentMethodConfiguration>;

type Preference = 'none' | 'on' | 'off';

/** How a type is shown whose preference this is. */
const preferred = (as: Preference) => ({
  available: as !== 'off',
  display_preference: { preference: as, value: as === 'off' ? ('off' as const) : ('on' as const) },
});

/** The members of a configuration with these preferences. */
export const withPreferences = (
  given: { readonly [K in Configurable]?: { readonly display_preference?: { readonly preference?: Preference } } },
) =>
  Object.fromEntries(
    configurable.flatMap((type) => {
      const as = given[type]?.display_preference?.preference;
      return as === undefined ? [] : [[type, preferred(as)]];
    }),
  );

/** The types that a configuration does not offer. */
export const notOfferedBy = (it: PaymentMethodConfiguration): MethodType[] =>
  payment_method_types.filter((type) => it[type].display_preference.value === 'off');

/** The members by which a configuration offers all types but these. A preference that already says so stays as it is. */
export const offeringAllBut = (off: readonly MethodType[], it: PaymentMethodConfiguration | null) =>
  Object.fromEntries(
    payment_method_types.flatMap((type) => {
      const is_off = it?.[type].display_preference.value === 'off';
      const to_be_off = off.includes(type);
      return is_off === to_be_off ? [] : [[type, preferred(to_be_off ? 'off' : 'on')]];
    }),
  );

/** The default configuration of an account, which shows what its settings have switched off. */
export const defaultMade = (off: readonly MethodType[], { make }: Around) =>
  make(paymentMethodConfiguration, { is_default: true, name: 'Default', ...offeringAllBut(off, null) });

import { type Asked, type Effects, set } from '../../../kernel/base/effects.js';
import { about, nullable } from '../../../kernel/base/fields.js';
import { ref, text } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { account } from '../../accounts/accounts/account.js';
import { switchedOff } from '../../accounts/accounts/taking.js';
import type { MethodType } from '../../core/payment-method-types/types.js';
import type { Narrowed } from '../payment-methods/narrowed.js';
import { defaultMade, notOfferedBy, type PaymentMethodConfiguration, paymentMethodConfiguration } from './configuration.js';

/** The parameter that names a configuration. */
export const configuration_param = {
  payment_method_configuration: about(
    "The configuration whose types of payment method are offered, in place of the account's default one; not together with `payment_method_types`.",
    ref('payment_method_configuration'),
  ),
} as const;

/** The configuration that a request names. */
export const of_configuration = { configuration: one(paymentMethodConfiguration, 'payment_method_configuration') } as const;

/** The member that shows by which configuration types were chosen. */
export const configuration_details = object({
  id: about('The id of the configuration.', text),
  parent: about('Always null: configurations have no parent.', nullable(text)),
});

type Account = It<typeof account>;
type Seen = { readonly configuration: PaymentMethodConfiguration | null; readonly taker: Account | null };
type Sent = Narrowed & {
  readonly automatic_payment_methods?: { readonly enabled?: boolean } | null | undefined;
  readonly payment_method_types?: readonly MethodType[] | undefined;
  /** The configuration of the session that the intent is made for. */
  readonly payment_method_configuration_details?: { readonly id?: string | undefined } | null | undefined;
};

/** The details of a configuration that chose types, as its payments show them. */
export type ConfigurationDetails = { readonly id: string; readonly parent: string | null };

/** Which types are off, and the configuration that says so: the one that the request names, or the default, which an older account receives now. */
export type Offered = { readonly off: readonly MethodType[]; readonly details: ConfigurationDetails | null; readonly made: Effects };

/** What a request offers that leaves the choice of types to a configuration. */
export function offeredBy({ configuration, taker }: Seen, asked: Asked): Offered {
  if (configuration) return { off: notOfferedBy(configuration), details: detailsOf(configuration.id), made: null };
  const off = switchedOff(taker);
  if (!taker) return { off, details: null, made: null };
  if (taker.payment_method_configuration) return { off, details: detailsOf(taker.payment_method_configuration), made: null };
  const made = defaultMade(off, asked);
  return { off, details: detailsOf(made.id), made: [made, set(taker, { payment_method_configuration: made.id }, null)] };
}

const detailsOf = (id: string): ConfigurationDetails => ({ id, parent: null });

const inactive = (id: string): Refusal => ({
  code: 'parameter_invalid',
  param: 'payment_method_configuration',
  message: `The configuration ${id} is not active. Activate it with active=true, or name another one.`,
});

const beside = (param: string): Refusal => ({
  code: 'parameters_exclusive',
  param: 'payment_method_configuration',
  message: `Send only one of payment_method_configuration and ${param}.`,
});

/** Refuses a configuration that new payments cannot use, or one beside parameters that choose the types themselves. */
export function requireConfigurable({ configuration: it }: Pick<Seen, 'configuration'>, sent: Sent, asked: Asked): void {
  if (!it) return;
  if (sent.payment_method_types) asked.refuse(beside('payment_method_types'));
  if (sent.automatic_payment_methods?.enabled === false) asked.refuse(beside('automatic_payment_methods[enabled]=false'));
  if (!it.active) asked.refuse(inactive(it.id));
}

/** What the account has switched off; a session with a configuration of its own has chosen its types without the account's setting. */
const offOfNamed = ({ payment_method_configuration_details: by }: Sent, { taker }: Seen): readonly MethodType[] =>
  by && by.id !== taker?.payment_method_configuration ? [] : switchedOff(taker);

/** What an intent stores whose types are chosen automatically, or named: the types that are off, and by which configuration. */
export function offeredTo(sent: Sent, seen: Seen, asked: Asked) {
  requireConfigurable(seen, sent, asked);
  const { automatic_payment_methods: automatic, payment_method_types: named } = sent;
  // A configuration, or types that are allowed, choose among all: so they are chosen automatically.
  const chooses = seen.configuration !== null || sent.allowed_payment_method_types != null;
  const is_automatic = !named && (automatic ? automatic.enabled === true : chooses);
  const { off, details, made } = is_automatic ? offeredBy(seen, asked) : { off: offOfNamed(sent, seen), details: null, made: null };
  const says = {
    ...(off.length > 0 && { types_off: [...off] }),
    ...(is_automatic && !automatic && { automatic_payment_methods: { enabled: true } }),
    ...(details && { payment_method_configuration_details: details }),
  };
  return { says, made };
}

const not_automatic: Refusal = {
  code: 'parameter_invalid',
  param: 'payment_method_configuration',
  message:
    'A configuration chooses the types of payment method where automatic_payment_methods[enabled] is true. Change payment_method_types of this intent, or create another one.',
};

/** What changes in an intent by another configuration; the types that may pay follow from it. */
export function configuredBy(it: Sent, sent: Sent, configuration: PaymentMethodConfiguration | null, asked: Asked) {
  if (!configuration) return {};
  requireConfigurable({ configuration }, sent, asked);
  if (!it.automatic_payment_methods?.enabled) return asked.refuse(not_automatic);
  return { types_off: notOfferedBy(configuration), payment_method_configuration_details: detailsOf(configuration.id) };
}

import { about, type Field, type Fields, type Given, nullable, type SaidFields, sometimes } from '../../../kernel/base/fields.js';
import { object, sparse } from '../../../kernel/base/members.js';
import { type MethodType, types } from '../../core/payment-method-types/types.js';
import { of_any_card, setup_mandate_options } from '../intents/card-options.js';
import { options_by_type } from '../intents/options-by-type.js';
import { ofMembers } from '../payment-methods/fitting.js';
import { payment_method_types } from '../payment-methods/payment-method.js';

type Options = Readonly<Record<string, unknown>>;
type OptionsOfType = Field<Options | undefined, Options, 'optional', string>;
type Other = Exclude<MethodType, 'card'>;

/** The options of a type in setups. */
const membersOf = (type: MethodType): SaidFields => ({ ...options_by_type[type]?.both, ...options_by_type[type]?.setting_up });

const others = payment_method_types.filter((type): type is Other => type !== 'card' && types[type].saved === true);

const by_type = Object.fromEntries(
  others.map((type) => [type, sometimes(about(`Options of a setup of \`${type}\`.`, sparse(membersOf(type))))]),
) as Record<Other, OptionsOfType>;

/** Options by type of payment method: `card`, and those that can be saved. */
export const payment_method_options = about(
  'Options by type of payment method.',
  object({
    ...by_type,
    card: about(
      'Options of a card.',
      nullable(
        object({
          mandate_options: nullable(setup_mandate_options),
          moto: sometimes(of_any_card.moto),
          network: nullable(of_any_card.network),
          request_three_d_secure: nullable(of_any_card.request_three_d_secure),
          restrictions: sometimes(of_any_card.restrictions),
          setup_credential_usage: sometimes(of_any_card.setup_credential_usage),
        }),
      ),
    ),
  }),
);

type SetupOptions = NonNullable<Given<{ it: typeof payment_method_options }>['it']>;

/** Of the options of a session, which are those of a payment, those that a setup has too. */
export function optionsForSetup(options: object): SetupOptions {
  const members: Fields = payment_method_options.members ?? {};
  const shared = Object.entries(options).flatMap(([type, said]) => {
    const known = members[type]?.members;
    return known && said ? [[type, ofMembers(known, said)] as const] : [];
  });
  return Object.fromEntries(shared);
}

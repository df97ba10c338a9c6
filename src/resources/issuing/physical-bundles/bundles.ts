import { about } from '../../../kernel/base/fields.js';
import { flag, oneOf, text } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';

const policies = ['optional', 'required', 'unsupported'] as const;
const policy = oneOf(...policies);
type Policy = (typeof policies)[number];

/** What a bundle takes of the design of a card. */
export type Features = { readonly card_logo: Policy; readonly carrier_text: Policy; readonly second_line: Policy };

/** What a card is printed on and sent with. */
export type PhysicalBundle = { readonly id: string; readonly name: string; readonly features: Features };

/** The standard bundles, which every account has; the first ones are the simplest. */
export const physical_bundles = [
  {
    id: 'ics_standard_plain',
    name: 'Plain card',
    features: { card_logo: 'unsupported', carrier_text: 'unsupported', second_line: 'optional' },
  },
  {
    id: 'ics_standard_letter',
    name: 'Plain card with a printed letter',
    features: { card_logo: 'unsupported', carrier_text: 'optional', second_line: 'optional' },
  },
  {
    id: 'ics_standard_logo',
    name: 'Card with a logo and a printed letter',
    features: { card_logo: 'required', carrier_text: 'optional', second_line: 'unsupported' },
  },
] as const satisfies readonly PhysicalBundle[];

/** The ids of the bundles. */
export const bundle_ids = physical_bundles.map(({ id }) => id);

/** The id of a bundle. */
export type BundleId = (typeof bundle_ids)[number];

/** A bundle by its id. */
export const bundleOf = (id: BundleId): PhysicalBundle => physical_bundles.find((each) => each.id === id) ?? physical_bundles[0];

/** The members of a bundle. */
export const bundle_members = {
  id: about('The id of the physical bundle.', text),
  object: about('Always `issuing.physical_bundle`.', oneOf('issuing.physical_bundle')),
  features: about(
    'What a design with this bundle can or must have.',
    object({
      card_logo: about('Whether a design has a logo on the card.', policy),
      carrier_text: about('Whether a design has text on the letter that carries the card.', policy),
      second_line: about('Whether a card has a second line below the name.', policy),
    }),
  ),
  livemode: about('Whether the bundle belongs to live mode; false in test mode.', flag),
  name: about('The name of the bundle.', text),
  status: about('Whether designs can use the bundle; always `active`.', oneOf('active', 'inactive', 'review')),
  type: about('Whether the bundle is offered to every account; always `standard`.', oneOf('standard', 'custom')),
} as const;

/** A bundle as it is shown. */
export const shownBundle = ({ id, name, features }: PhysicalBundle, livemode: boolean) => ({
  id,
  object: 'issuing.physical_bundle' as const,
  features,
  livemode,
  name,
  status: 'active' as const,
  type: 'standard' as const,
});

import type { Concealed } from '../../../kernel/base/concealed.js';
import { type Asked, type Effect, seal } from '../../../kernel/base/effects.js';
import { about, type Given, nullable, required } from '../../../kernel/base/fields.js';
import { metadata, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import type { Settable } from '../../../kernel/base/resource.js';
import { beneficiary } from './beneficiary.js';
import { destinationFrom } from './destination.js';
import { destination_input } from './destination-input.js';
import { entity_input, entityFrom } from './entity.js';

/** What a merchant says of a new beneficiary. */
export const beneficiary_input = {
  destination_data: about(
    'Where the beneficiary is paid: the type, and the member of that name with the details.',
    required(destination_input),
  ),
  entity: about('The person or business behind the destination.', entity_input),
  metadata,
  nickname: about('Your own name for the beneficiary, of at most 256 characters.', nullable(textOf(256))),
};

/** The same within a payout, which makes the beneficiary that it goes to. */
export const beneficiary_data = object(beneficiary_input);

type BeneficiaryGiven = Partial<Given<typeof beneficiary_input>>;

/** What is said of a beneficiary as it is kept, and what of it goes to the vault; or why it cannot be. */
export type Read = { readonly change: Settable<typeof beneficiary>; readonly vault: Readonly<Record<string, Concealed>> };

/** Reads what is said of a beneficiary, all of it or a part. `at` is the parameter that it came in, '' at the top. */
export function beneficiaryFrom({ destination_data, entity, ...said }: BeneficiaryGiven, at: string, asked: Asked): Read {
  const destination = destination_data && destinationFrom(destination_data, within(at, 'destination_data'), asked);
  const who = entity && entityFrom(entity, within(at, 'entity'), asked);
  const change = { ...said, ...(destination && { destination_data: destination.data }), ...(who && { entity: who.shown }) };
  return { change, vault: { ...destination?.vault, ...who?.vault } };
}

const within = (at: string, name: string): string => (at ? `${at}[${name}]` : name);

/** The beneficiary that a payout makes on its way, and what seals its numbers. */
export function madeBeneficiary(given: Given<typeof beneficiary_input>, asked: Asked) {
  const read = beneficiaryFrom(given, 'beneficiary_data', asked);
  const made = asked.make(beneficiary, read.change);
  const effects: readonly Effect[] = [made, seal(made, read.vault)];
  return { made, effects };
}

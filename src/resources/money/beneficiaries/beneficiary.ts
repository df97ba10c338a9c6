import { about, nullable, required } from '../../../kernel/base/fields.js';
import { metadata, textOf } from '../../../kernel/base/kinds.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { destination_data } from './destination.js';
import { entity } from './entity.js';

/** Whom payouts go to, and where. The numbers lie in the vault. */
export const beneficiary = resource({
  object: 'beneficiary',
  prefix: 'ben',
  fields: {
    destination_data: about('Where the beneficiary is paid; account numbers are masked.', required(destination_data)),
    entity: about('The person or business behind the destination; null if it was not given. Id numbers are masked.', entity),
    metadata,
    nickname: about('Your own name for the beneficiary, of at most 256 characters.', nullable(textOf(256))),
  },
  start: null,
  removable: true,
  vault: true,
});

/** A beneficiary as rules see it. */
export type Beneficiary = It<typeof beneficiary>;

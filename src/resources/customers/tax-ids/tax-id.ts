import type { Asked } from '../../../kernel/base/effects.js';
import { about, internal, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';
import { tax_id_types } from './formats.js';

/** A number by which tax offices know a business: the account's own, or that of a customer. */
export const taxId = resource({
  object: 'tax_id',
  prefix: 'txi',
  fields: {
    country: about(
      'The country that issued the number as a two-letter ISO 3166-1 code, by its type; null for `eu_oss_vat`.',
      nullable(text),
    ),
    customer: about('The customer who has the number; null for a number of the account.', nullable(ref('customer'))),
    customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
    /** The id of the customer whose it is, or `self`. */
    held_by: internal(text),
    owner: about(
      'Who has the number: the account itself or a customer.',
      nullable(
        object({
          account: about('A connected account that has the number; null for others.', nullable(ref('account'))),
          application: about('An application that has the number; null for others.', nullable(expandsTo('application', text))),
          customer: about('The customer who has the number; null for others.', nullable(ref('customer'))),
          customer_account: about('Always null: Florin has no customers that are accounts.', nullable(text)),
          type: about('`self` for your account, or `customer`.', oneOf('self', 'customer', 'account', 'application')),
        }),
      ),
    ),
    type: about('The kind of number, by country or region, such as `eu_vat`.', oneOf(...tax_id_types)),
    value: about('The number in capital letters, without surrounding spaces.', textOf(100)),
    verification: about(
      'The result of comparing the number with the records of its office.',
      nullable(
        object({
          status: about(
            '`unavailable` when no office was asked, which is the rule; in test mode published numbers end as `verified`, `unverified` or `pending`.',
            oneOf('pending', 'unavailable', 'unverified', 'verified'),
          ),
          verified_address: about('The address in the records of the office; null unless verified.', nullable(text)),
          verified_name: about('The name in the records of the office; null unless verified.', nullable(text)),
        }),
      ),
    ),
  },
  for_sdks: forSdks,
  start: 'customer.tax_id.created',
  events: { updated: 'customer.tax_id.updated', removed: 'customer.tax_id.deleted' },
  timers: ['verify'],
  columns: ['customer', 'held_by'],
  removable: true,
});

/** Why tax ids cannot stand on an invoice as those of the account; null where they can. */
export function requireOfAccount(named: { readonly all: readonly It<typeof taxId>[] } | null, param: string, asked: Asked): void {
  const other = named?.all.find(({ held_by }) => held_by !== 'self');
  const message = 'Only tax ids of the account itself are accepted. Send one that was created by POST /v1/tax_ids with owner[type]=self.';
  if (other) asked.refuse({ code: 'parameter_invalid', param, message });
}

import type { Asked } from '../../../kernel/base/effects.js';
import { internal, nullable } from '../../../kernel/base/fields.js';
import { expandsTo, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { tax_id_types } from './formats.js';

/** A number by which tax offices know a business: the account's own, or that of a customer. */
export const taxId = resource({
  object: 'tax_id',
  prefix: 'txi',
  fields: {
    country: nullable(text),
    customer: nullable(ref('customer')),
    customer_account: nullable(text),
    /** The id of the customer whose it is, or `self`. */
    held_by: internal(text),
    owner: nullable(
      object({
        account: nullable(ref('account')),
        application: nullable(expandsTo('application', text)),
        customer: nullable(ref('customer')),
        customer_account: nullable(text),
        type: oneOf('self', 'customer', 'account', 'application'),
      }),
    ),
    type: oneOf(...tax_id_types),
    value: textOf(100),
    verification: nullable(
      object({
        status: oneOf('pending', 'unavailable', 'unverified', 'verified'),
        verified_address: nullable(text),
        verified_name: nullable(text),
      }),
    ),
  },
  start: 'customer.tax_id.created',
  events: { updated: 'customer.tax_id.updated', removed: 'customer.tax_id.deleted' },
  timers: ['verify'],
  columns: ['customer', 'held_by'],
  removable: true,
});

/** Why tax ids cannot stand on an invoice as those of the account; null where they can. */
export function requireOfAccount(named: { readonly all: readonly It<typeof taxId>[] } | null, param: string, asked: Asked): void {
  const other = named?.all.find(({ held_by }) => held_by !== 'self');
  const message = 'These are the tax ids of the account itself. Send one that was made by POST /v1/tax_ids with owner[type]=self.';
  if (other) asked.refuse({ code: 'parameter_invalid', param, message });
}

import { set } from '../../../kernel/base/effects.js';
import { on } from '../../../kernel/base/rules.js';
import { customer } from '../customers/customer.js';
import { taxId } from './tax-id.js';

/** The maximum of tax ids that determine the taxes of a customer: every bill reads them. */
const numbers_max = 100;

/** A new tax id is copied to its customer, whose taxes it determines. */
export const numberAdded = on(taxId, 'customer.tax_id.created', customer, {
  via: 'customer',
  decide: ({ it, by: { id, type, value } }) =>
    set(it, { tax_numbers: [...(it.tax_numbers ?? []), { id, type, value }].slice(-numbers_max) }, null),
});

/** A deleted tax id is removed from its customer. */
export const numberRemoved = on(taxId, 'customer.tax_id.deleted', customer, {
  via: 'customer',
  decide: ({ it, by }) => set(it, { tax_numbers: (it.tax_numbers ?? []).filter(({ id }) => id !== by.id) }, null),
});

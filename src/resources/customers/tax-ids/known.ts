import { set } from '../../../kernel/base/effects.js';
import { on } from '../../../kernel/base/rules.js';
import { customer } from '../customers/customer.js';
import { taxId } from './tax-id.js';

/** How many numbers decide about taxes. */
const numbers_max = 100;

/** A new tax id decides about the taxes of its customer. */
export const numberAdded = on(taxId, 'customer.tax_id.created', customer, {
  via: 'customer',
  decide: ({ it, by: { id, type, value } }) =>
    set(it, { tax_numbers: [...(it.tax_numbers ?? []), { id, type, value }].slice(-numbers_max) }, null),
});

/** A deleted tax id decides about nothing. */
export const numberRemoved = on(taxId, 'customer.tax_id.deleted', customer, {
  via: 'customer',
  decide: ({ it, by }) => set(it, { tax_numbers: (it.tax_numbers ?? []).filter(({ id }) => id !== by.id) }, null),
});

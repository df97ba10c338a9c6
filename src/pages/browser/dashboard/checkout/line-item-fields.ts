import type { Field } from '../kit/fields.js';

/** The line items of a new payment link or checkout session. */
export const lineItemFields: Field = {
  name: 'line_items',
  label: 'Line items',
  kind: 'rows',
  add: 'Add a price',
  fields: [
    { name: 'price', label: 'Price', kind: 'object', of: 'prices', is_required: true, parameters: { active: true } },
    { name: 'quantity', label: 'Quantity', kind: 'number', initial: '1' },
  ],
};

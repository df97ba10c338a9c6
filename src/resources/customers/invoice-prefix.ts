import { type Field, invalid } from '../../base/fields.js';
import { textOf } from '../../base/kinds.js';

const pattern = '^[A-Z0-9]{3,12}$';
const shape = new RegExp(pattern);
const prefix_text = textOf(12, { pattern });

/** What stands before the numbers of a customer's invoices: 3 to 12 capitals and digits (Stripe). */
export const invoice_prefix: Field<string, string, 'optional'> = {
  ...prefix_text,
  read: (value, at, reading) => {
    const read = prefix_text.read(value, at, reading);
    if (read === undefined || shape.test(read)) return read;
    return invalid(reading, at, 'Invalid invoice_prefix: send 3 to 12 capital letters and digits.');
  },
};

/** The same where nobody has chosen it: eight of them, out of what is random in the customer's id. */
export const prefixFrom = (id: string): string => id.slice(-8).toUpperCase();

import { type Field, invalid } from '../../../kernel/base/fields.js';
import { textOf } from '../../../kernel/base/kinds.js';

const prefix = '[A-Z0-9]{3,12}';
const pattern = `^${prefix}$`;
const shape = new RegExp(pattern);
const counted = new RegExp(`^${prefix}-\\d{4,}$`);
const prefix_text = textOf(12, { pattern });

/** What stands before the numbers of invoices, of a customer's or of all: 3 to 12 capitals and digits (Stripe). */
export const invoice_prefix: Field<string, string, 'optional'> = {
  ...prefix_text,
  read: (value, at, reading) => {
    const read = prefix_text.read(value, at, reading);
    if (read === undefined || shape.test(read)) return read;
    return invalid(reading, at, 'Invalid prefix of invoice numbers: send 3 to 12 capital letters and digits.');
  },
};

/** The default prefix: eight characters from the random part of the customer's id. */
export const prefixFrom = (id: string): string => id.slice(-8).toUpperCase();

/** Whether a number is written as those are that are counted by themselves, whatever stands before them now or will later. */
export const isCounted = (number: string): boolean => counted.test(number);

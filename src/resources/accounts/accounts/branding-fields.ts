import { about, type Field, invalid, nullable } from '../../../kernel/base/fields.js';
import { ref, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';

const hex = textOf(7, { pattern: '^#[0-9a-fA-F]{6}$' });

/** `#rrggbb` */
export const color: Field<string, string, 'optional'> = {
  ...hex,
  read: (value, at, reading) => {
    const read = hex.read(value, at, reading);
    return read === undefined || /^#[0-9a-f]{6}$/i.test(read) ? read : invalid(reading, at, 'Invalid color: send it as #rrggbb.');
  },
};

/** How what is printed for an account's customers looks. */
export const branding = object({
  icon: about(
    'The file with the square icon, uploaded with the purpose `business_icon` or `business_logo`; shown on pages.',
    nullable(ref('file')),
  ),
  logo: about(
    'The file with the logo, uploaded with the purpose `business_logo`; shown on pages, invoices and receipts.',
    nullable(ref('file')),
  ),
  primary_color: about('The main color of pages and documents, as `#rrggbb`; null for the default look.', nullable(color)),
  secondary_color: about('The color of accents on pages and documents, as `#rrggbb`; null for the default look.', nullable(color)),
});

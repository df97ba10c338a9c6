import { isTaxCode } from '../../arithmetic/tax/codes.js';
import { type Field, invalid } from '../../kernel/base/fields.js';
import { textOf } from '../../kernel/base/kinds.js';

const inner = textOf(100);

/** The id of a tax code. A code that the list lacks is taxed as its family. */
export const tax_code: Field<string, string, 'optional'> = {
  ...inner,
  schema: { ...inner.schema, pattern: '^txcd_[0-9]{8}$', examples: ['txcd_10103001'] },
  read: (value, at, reading) => {
    const read = inner.read(value, at, reading);
    if (read === undefined || isTaxCode(read)) return read;
    return invalid(reading, at, 'Invalid tax code: send an id such as txcd_10103001; GET /v1/tax_codes lists the codes.');
  },
};

import { type Field, field, invalid } from '../../kernel/base/fields.js';
import { nearest } from '../../kernel/base/nearest.js';
import { type MerchantCategory, merchant_category_names } from './merchant-categories.js';

const known: ReadonlySet<unknown> = new Set(merchant_category_names);

/** What a merchant sells, by its name. There are too many names to list in an error. */
export const merchant_category: Field<MerchantCategory, MerchantCategory, 'optional'> = field<MerchantCategory>(
  { type: 'string', description: 'The name of a merchant category, such as eating_places_restaurants.' },
  'miscellaneous',
  (value, at, reading) => {
    if (known.has(value)) return value as MerchantCategory;
    const meant = typeof value === 'string' ? nearest(value, merchant_category_names) : null;
    return invalid(reading, at, `No such merchant category: send ${meant ?? 'a name such as eating_places_restaurants'}.`);
  },
);

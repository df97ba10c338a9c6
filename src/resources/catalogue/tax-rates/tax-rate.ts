import { decimalNumber } from '../../../kernel/base/decimal.js';
import { initially, nullable } from '../../../kernel/base/fields.js';
import { amount, country, flag, metadata, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';

const percentage = decimalNumber({ minimum: 0, maximum: 100, places: 4 });

/** A tax on what is invoiced: how much of it, whether prices contain it, and whose it is. */
export const taxRate = resource({
  object: 'tax_rate',
  prefix: 'txr',
  fields: {
    active: initially(true, flag),
    country: nullable(country),
    description: nullable(text),
    display_name: textOf(50),
    effective_percentage: nullable(percentage),
    flat_amount: nullable(object({ amount, currency })),
    inclusive: flag,
    jurisdiction: nullable(textOf(50)),
    jurisdiction_level: nullable(oneOf('city', 'country', 'county', 'district', 'multiple', 'state')),
    metadata,
    percentage,
    rate_type: nullable(oneOf('flat_amount', 'percentage')),
    state: nullable(textOf(3)),
    tax_type: nullable(
      oneOf(
        ...(['admissions_tax', 'amusement_tax', 'attendance_tax', 'communications_tax', 'digital_excise_tax'] as const),
        ...(['entertainment_tax', 'get_fund', 'gross_receipts_tax', 'gst', 'hospitality_tax', 'hst', 'igst', 'jct'] as const),
        ...(['lease_tax', 'luxury_tax', 'mass_transit_parking_tax', 'nhil', 'parking_tax', 'pst', 'qst', 'resort_tax'] as const),
        ...(['retail_delivery_fee', 'rst', 'sales_tax', 'service_tax', 'tourism_tax', 'utility_users_tax', 'vat'] as const),
      ),
    ),
  },
  start: 'tax_rate.created',
  events: { updated: 'tax_rate.updated' },
  columns: ['active', 'inclusive'],
});

/** A tax rate as rules see it. */
export type TaxRate = It<typeof taxRate>;

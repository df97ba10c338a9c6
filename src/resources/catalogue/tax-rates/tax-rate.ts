import { decimalNumber } from '../../../kernel/base/decimal.js';
import { about, initially, nullable } from '../../../kernel/base/fields.js';
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
    active: about(
      'Whether the rate can be used for something new; existing uses of an archived rate continue. Defaults to true.',
      initially(true, flag),
    ),
    country: about('The country that the tax belongs to, as a two-letter ISO 3166-1 code.', nullable(country)),
    description: about('A note for your own use; customers do not see it.', nullable(text)),
    display_name: about('The name of the tax on pages and invoices, such as `VAT`; up to 50 characters.', textOf(50)),
    effective_percentage: about('The percentage that is applied; the same as `percentage`.', nullable(percentage)),
    flat_amount: about(
      'A fixed amount in place of a percentage; always null, as rates are percentages.',
      nullable(
        object({
          amount: about('The fixed amount in minor units.', amount),
          currency: about('The currency of the fixed amount.', currency),
        }),
      ),
    ),
    inclusive: about('Whether prices include this tax (true) or it is added to them (false). It is final.', flag),
    jurisdiction: about('The region whose tax it is, as invoices show it; up to 50 characters.', nullable(textOf(50))),
    jurisdiction_level: about(
      'The level of government whose tax it is; null unless a tax engine states it.',
      nullable(oneOf('city', 'country', 'county', 'district', 'multiple', 'state')),
    ),
    metadata,
    percentage: about('The tax in percent, from 0 to 100 with at most four decimal places. It is final.', percentage),
    rate_type: about('Always `percentage`.', nullable(oneOf('flat_amount', 'percentage'))),
    state: about(
      'The state or province whose tax it is, as an ISO 3166-2 code without the country; up to three characters.',
      nullable(textOf(3)),
    ),
    tax_type: about(
      'The kind of tax, such as `vat` or `sales_tax`; null when not stated.',
      nullable(
        oneOf(
          ...(['admissions_tax', 'amusement_tax', 'attendance_tax', 'communications_tax', 'digital_excise_tax'] as const),
          ...(['entertainment_tax', 'get_fund', 'gross_receipts_tax', 'gst', 'hospitality_tax', 'hst', 'igst', 'jct'] as const),
          ...(['lease_tax', 'luxury_tax', 'mass_transit_parking_tax', 'nhil', 'parking_tax', 'pst', 'qst', 'resort_tax'] as const),
          ...(['retail_delivery_fee', 'rst', 'sales_tax', 'service_tax', 'tourism_tax', 'utility_users_tax', 'vat'] as const),
        ),
      ),
    ),
  },
  start: 'tax_rate.created',
  events: { updated: 'tax_rate.updated' },
  columns: ['active', 'inclusive'],
});

/** A tax rate as rules see it. */
export type TaxRate = It<typeof taxRate>;

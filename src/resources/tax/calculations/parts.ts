import { reasons } from '../../../arithmetic/tax/determine.js';
import { tax_types } from '../../../arithmetic/tax/table.js';
import { about, alwaysThere, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { billed_max } from '../../../kernel/base/money.js';
import { tax_id_types } from '../../customers/tax-ids/formats.js';
import { address } from '../../parts.js';
import { tax_code } from '../tax-code.js';

/** Amounts in minor units; below zero for what is given back. */
export const money = integer({ minimum: -billed_max, maximum: billed_max });

/** Whether an amount includes its taxes. */
export const tax_behavior = oneOf('exclusive', 'inclusive');

/** How many lines a calculation may have. */
export const lines_max = 250;

const tax_type = nullable(oneOf(...tax_types));

/** The taxes of a line or of shipping, one for each jurisdiction. */
export const tax_breakdown = about(
  'The taxes, one for each jurisdiction.',
  listOf(
    object({
      amount: about('The tax, in minor units.', money),
      jurisdiction: about(
        'The region whose tax it is.',
        object({
          country: about('The country as a two-letter ISO 3166-1 code.', text),
          display_name: about('The name of the region.', text),
          level: about('The level of government whose tax it is.', oneOf('country', 'state')),
          state: about('The state or province, without its country; null for a tax of the country.', nullable(text)),
        }),
      ),
      sourcing: about('Whether the place of the buyer or that of the seller decides.', oneOf('destination', 'origin')),
      tax_rate_details: about(
        'The rate; null where the region has no tax that Florin calculates.',
        nullable(
          object({
            display_name: about('The name of the tax, such as `VAT`.', text),
            percentage_decimal: about('The percentage that was applied, as a decimal.', text),
            tax_type: about('The kind of tax.', tax_type),
          }),
        ),
      ),
      taxability_reason: about('Why the tax was charged, or why it is 0.', oneOf(...reasons)),
      taxable_amount: about('The amount that was taxed, in minor units.', money),
    }),
  ),
);

/** The taxes of a calculation, summed up by rate. */
export const total_breakdown = about(
  'The taxes of all lines and of shipping, by rate.',
  listOf(
    object({
      amount: about('The tax, in minor units.', money),
      inclusive: about('Whether the amounts included the tax.', flag),
      tax_rate_details: about(
        'The rate.',
        object({
          country: about('The country of the tax, as a two-letter ISO 3166-1 code.', nullable(text)),
          flat_amount: about('Always null: rates are percentages.', nullable(object({}))),
          percentage_decimal: about('The percentage that was applied, as a decimal.', text),
          rate_type: about('Always `percentage`.', nullable(oneOf('percentage'))),
          state: about('The state or province, without its country; null for a tax of the country.', nullable(text)),
          tax_type: about('The kind of tax; null where the region has no tax that Florin calculates.', tax_type),
        }),
      ),
      taxability_reason: about('Why the tax was charged, or why it is 0.', oneOf(...reasons)),
      taxable_amount: about('The amount that was taxed, in minor units.', money),
    }),
  ),
);

const numbers = listOf(
  object({
    type: about('The kind of number, such as `eu_vat`.', required(oneOf(...tax_id_types))),
    value: about('The number; its form and check digits must hold.', required(textOf(100, { examples: ['DE136695976'] }))),
  }),
  20,
);

const override = oneOf('none', 'customer_exempt', 'reverse_charge');
const source = oneOf('billing', 'shipping');

/** Who buys, as callers say it. */
export const customer_details_input = object({
  address: about('The address that decides the taxes, with its country; in the US and Canada with a state or postal code.', address),
  address_source: about('Whether it is a billing or a shipping address; required with `address`.', source),
  ip_address: about('The IP address of the buyer; it is stored, and does not decide the place of the buyer.', textOf(45)),
  tax_ids: about("The buyer's tax ids, which make them a business.", numbers),
  taxability_override: about('Whether the buyer pays taxes: `none` as usual, `customer_exempt` or `reverse_charge`.', override),
});

/** Who buys, as it is stored. */
export const customer_details = about(
  'The buyer, as far as taxes depend on them.',
  object({
    address: about('The address that decided the taxes.', nullable(address)),
    address_source: about('Whether it is a billing or a shipping address.', nullable(source)),
    ip_address: about('The IP address of the buyer, as sent.', nullable(text)),
    tax_ids: about("The buyer's tax ids.", numbers),
    taxability_override: about('Whether the buyer pays taxes.', override),
  }),
);

/** From where goods are sent. */
export const ship_from_details = about(
  'The place from which goods are sent; null for the head office.',
  nullable(object({ address: about('The address, with its country.', required(address)) })),
);

/** What shipping costs. */
export const shipping_cost = about(
  'The cost of shipping with its taxes; null without one.',
  nullable(
    object({
      amount: about('The cost in minor units; with its taxes if they are inclusive.', money),
      amount_tax: about('The taxes on shipping, in minor units.', money),
      shipping_rate: about('The shipping rate that was named; null for an amount.', nullable(text)),
      tax_behavior: about('Whether the cost includes its taxes.', tax_behavior),
      tax_breakdown,
      tax_code: about('The tax code of shipping.', tax_code),
    }),
  ),
);

/** One line of a calculation. */
export const line = object({
  id: about('The id of the line.', text),
  object: about('Always `tax.calculation_line_item`.', oneOf('tax.calculation_line_item')),
  amount: about('The amount in minor units; with its taxes if they are inclusive.', money),
  amount_tax: about('The taxes of the line, in minor units.', money),
  livemode: about('Whether the line belongs to live mode.', flag),
  metadata,
  performance_location: about('Always null: Florin has no performance locations.', nullable(text)),
  product: about('The product that was named; null without one.', nullable(text)),
  quantity: about('The number of units; the amount is for all of them.', integer({ minimum: 1 })),
  reference: about('Your own name of the line, unique in the calculation.', text),
  tax_behavior: about('Whether the amount includes its taxes.', tax_behavior),
  tax_breakdown,
  tax_code: about('The tax code of the line.', tax_code),
});

/** The lines of a calculation. */
export const lines = about(
  'The lines of the calculation.',
  alwaysThere(
    object({
      object: about('Always `list`.', oneOf('list')),
      data: about('The lines, in the order in which they were sent.', listOf(line, lines_max)),
      has_more: about('Always false: all lines are included.', flag),
      url: about('The path that lists the lines page by page.', text),
    }),
  ),
);

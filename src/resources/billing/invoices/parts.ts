import { type Field, initially, invalid, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { billed_max } from '../../../kernel/base/money.js';
import { taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { amount_tax_display } from '../../parts.js';
import { snapshotOf } from '../../snapshot.js';

/** Whom an invoice is from. */
export const issuer = initially({ type: 'self' as const }, sparse({ account: ref('account'), type: required(oneOf('self', 'account')) }));

/** Amounts of invoices, in minor units; a credit is below zero. */
export const money = integer({ minimum: -billed_max, maximum: billed_max });

/** From when to when a line is for, in Unix seconds. */
export const period = object({ end: required(timestamp), start: required(timestamp) });

const off: Field<boolean, boolean, 'optional'> = {
  ...flag,
  schema: { const: false },
  read: (value, at, reading) => (flag.read(value, at, reading) === true ? invalid(reading, at, no_automatic_tax) : false),
};

const no_automatic_tax = 'Invalid value: taxes are not worked out here. Name tax rates, and leave automatic_tax off.';

/** That taxes are not to be worked out, for clients who always say so. */
export const automatic_tax_input = object({ enabled: required(off) });

/** Print settings: how amounts are shown, and the page size (by default that of the account's country). */
export const rendering = nullable(
  object({ amount_tax_display, pdf: nullable(object({ page_size: nullable(oneOf('a4', 'auto', 'letter')) })) }),
);

/** How much of something a discount took off. */
export const discount_amounts = listOf(object({ amount: money, discount: ref('discount') }));

/** A tax rate as it was when it was put on something. */
export const tax_rate_value = snapshotOf(taxRate);

/** Why a rate came to what it did. */
const taxability_reason = oneOf('standard_rated', 'customer_exempt', 'reverse_charge', 'zero_rated');

/** What rates came to, as older clients read it. */
export const tax_amounts = listOf(
  object({
    amount: money,
    inclusive: flag,
    tax_rate: ref('tax_rate'),
    taxability_reason: nullable(taxability_reason),
    taxable_amount: nullable(money),
  }),
);

/** The same as newer ones do. */
export const taxes = listOf(
  object({
    amount: money,
    tax_behavior: oneOf('exclusive', 'inclusive'),
    tax_rate_details: nullable(object({ tax_rate: ref('tax_rate') })),
    taxability_reason,
    taxable_amount: nullable(money),
    type: oneOf('tax_rate_details'),
  }),
);

const credited_items = nullable(object({ invoice: required(text), invoice_line_items: required(listOf(text)) }));

/** What a proration gives back, as a line tells it. */
export const proration_details = object({ credited_items });

/** The same as an invoice item tells it, with the discounts that went into it in flexible mode. */
export const proration_details_of_item = object({ credited_items, discount_amounts });

/** Which price was charged, as newer clients read it. */
export const pricing = nullable(
  object({
    price_details: nullable(object({ price: ref('price'), product: text })),
    type: oneOf('price_details'),
    unit_amount_decimal: nullable(text),
  }),
);

/** What a tax is called, and how much it is. */
export const tax_rates_for_payer = {
  id: true,
  object: true,
  country: true,
  display_name: true,
  inclusive: true,
  jurisdiction: true,
  percentage: true,
  state: true,
} as const;

/** All members, except for the inputs of the computation. */
export const taxes_for_payer = {
  amount: true,
  tax_behavior: true,
  tax_rate_details: { tax_rate: true },
  taxability_reason: true,
  taxable_amount: true,
} as const;

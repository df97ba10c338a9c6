import type { Tax } from '../../../arithmetic/billing/taxes.js';
import type { Around } from '../../../kernel/base/effects.js';
import { about, type Given, nullable, required } from '../../../kernel/base/fields.js';
import { integer } from '../../../kernel/base/kinds.js';
import { listOf, object, pick, plainObject } from '../../../kernel/base/members.js';
import { type TaxRate, taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { idOfRate } from '../../tax/rate-ids.js';
import { money, type TaxabilityReason, tax_rate_value, taxability_reason } from './parts.js';

const { display_name, inclusive, percentage, ...described } = pick(
  taxRate.fields,
  ...([
    'country',
    'description',
    'display_name',
    'inclusive',
    'jurisdiction',
    'jurisdiction_level',
    'percentage',
    'state',
    'tax_type',
  ] as const),
);

/** The taxes of a line as their caller has calculated them. */
export const tax_amounts_input = about(
  'The taxes of the line as you have calculated them, up to 10: they replace tax rates and automatic taxes of the line. An empty value removes them.',
  nullable(
    listOf(
      object({
        amount: about('The tax in minor units.', required(money)),
        tax_rate_data: about(
          'The tax rate that invoices name for the tax; equal data name the same archived tax rate.',
          required(
            object({
              ...described,
              display_name: required(display_name),
              inclusive: required(inclusive),
              percentage: required(percentage),
            }),
          ),
        ),
        taxability_reason: about('Why the tax is charged, or why it is 0; `standard_rated` by default.', taxability_reason),
        taxable_amount: about('The amount that was taxed, in minor units.', required(money)),
      }),
      10,
    ),
  ),
);

/** A tax that a caller has calculated. */
export type FixedTax = {
  readonly amount: number;
  readonly taxable_amount: number;
  readonly reason: TaxabilityReason;
  readonly rate: TaxRate;
};

/** Fixed taxes as an invoice stores them: each with the place of its line. */
export const fixed_kept = listOf(
  plainObject({ place: integer(), amount: money, taxable_amount: money, reason: taxability_reason, rate: tax_rate_value }),
);

type Input = NonNullable<Given<{ of: typeof tax_amounts_input }>['of']>;

/** The taxes that a caller sends, with their rates. */
export const fixedTaxes = (given: Input, around: Pick<Around, 'livemode' | 'now'>): FixedTax[] =>
  given.map(({ amount, tax_rate_data, taxability_reason: reason = 'standard_rated', taxable_amount }) => ({
    amount,
    taxable_amount,
    reason,
    rate: rateOf(tax_rate_data, reason, around),
  }));

function rateOf(given: Input[number]['tax_rate_data'], reason: string, { livemode, now }: Pick<Around, 'livemode' | 'now'>): TaxRate {
  const { country = null, description = null, display_name, inclusive, jurisdiction = null, percentage } = given;
  const { jurisdiction_level = null, state = null, tax_type = null } = given;
  const said = [country, description, display_name, inclusive, jurisdiction, percentage, jurisdiction_level, state, tax_type, reason];
  return {
    ...{ id: idOfRate(JSON.stringify(said)), object: 'tax_rate', active: false, created: now, livemode, metadata: {} },
    ...{ country, description, display_name, inclusive, jurisdiction, jurisdiction_level, percentage, state, tax_type },
    ...{ effective_percentage: percentage, flat_amount: null, rate_type: 'percentage' },
  };
}

/** Fixed taxes as they are summed up; null where a line has none. */
export const taxesFixed = (taxes: readonly FixedTax[] | undefined): readonly Tax[] | null =>
  taxes?.length
    ? taxes.map(({ amount, rate: { id: tax_rate, inclusive }, taxable_amount }) => ({ amount, inclusive, tax_rate, taxable_amount }))
    : null;

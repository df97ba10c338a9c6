import type { Asked } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { about } from '../../../kernel/base/fields.js';
import { flag, metadata, ref, textOf } from '../../../kernel/base/kinds.js';
import { listOf } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { discounts_input } from '../../catalogue/discounts/input.js';
import { type FixedTax, fixedTaxes, tax_amounts_input } from '../invoices/fixed-taxes.js';
import { type KnownRates, ratesNamed } from '../invoices/input.js';
import { period } from '../invoices/parts.js';
import type { PlainLine } from '../invoices/plain-line.js';
import { asked_input, type Cost, costOf, line_price_data, type Named } from './cost.js';

/** What callers say of what is billed, of lines and of invoice items alike. */
export const plain_input = {
  ...asked_input,
  description: about('The text of the invoice line, up to 5,000 characters; the name of the product by default.', textOf(5000)),
  discountable: about('Whether discounts reduce it; true by default, false for credits and prorations.', flag),
  discounts: about(
    'The discounts of this line or item, in the order in which they are applied; an empty value removes all.',
    discounts_input,
  ),
  metadata,
  period: about('The time that it is for, which the invoice shows; the moment of creation by default.', period),
  tax_rates: about('The active tax rates for it, up to five, in place of those of the invoice.', listOf(ref('tax_rate'), 5)),
} as const;

/** The same of lines, which may bring a new product and calculated taxes. */
export const line_input = { ...plain_input, price_data: line_price_data, tax_amounts: tax_amounts_input } as const;

/** What they have said. */
export type PlainGiven = Given<typeof line_input>;

/** What it names, as far as it was read. */
export type PlainNamed = Named & { readonly rates: KnownRates };

/** What is billed as a caller wants it from now on, and what makes its price; or why that cannot be. `at` names the parameter it stands under. */
export type Changed = { readonly plain: PlainLine; readonly cost: Cost | null };

/** Applies the input to a line, except for its discounts, which are redeemed for all lines together. */
export function changedPlain(before: PlainLine, given: PlainGiven, named: PlainNamed, asked: Asked, at = ''): Changed {
  const param = (name: string): string => (at ? `${at}[${name}]` : name);
  const cost = saysCost(given) ? costOf(withBefore(before, given), withPriceBefore(before, given, named), asked, at) : null;
  const tax_rates = given.tax_rates ? ratesNamed(given.tax_rates, named.rates, param('tax_rates'), asked) : (before.tax_rates ?? []);
  const fixed_taxes = fixedIn(before, given, param, asked);
  if (given.discountable && before.proration) return asked.refuse(holdsItsDiscounts(param('discountable')));
  const period = given.period ?? before.period;
  if (period.end < period.start)
    return asked.refuse({
      code: 'parameter_invalid',
      param: `${param('period')}[end]`,
      message: 'The period must not end before it starts. Send a later end or an earlier start.',
    });
  const { amount = before.amount, made: _, currency: __, unit_amount: ___, ...costs } = cost ?? {};
  const plain: PlainLine = {
    ...before,
    ...costs,
    // What was taken off the old amount is not of the new one.
    ...(cost && { discount_amounts: [], proration_discounts: [] }),
    amount,
    description: given.description ?? before.description,
    discountable: given.discountable ?? before.discountable ?? amount >= 0,
    metadata: given.metadata === undefined ? (before.metadata ?? {}) : (metadata.merge?.({ ...before.metadata }, given.metadata) ?? {}),
    period,
    fixed_taxes,
    // Calculated taxes replace the rates of a line.
    tax_rates: fixed_taxes.length ? [] : tax_rates,
  };
  return { plain, cost };
}

/** The calculated taxes of a line: those that are sent, or those from before, until tax rates replace them. */
function fixedIn(before: PlainLine, given: PlainGiven, param: (name: string) => string, asked: Asked): readonly FixedTax[] {
  const { tax_amounts: sent, tax_rates } = given;
  if (sent?.length && tax_rates?.length)
    return asked.refuse({
      code: 'parameters_exclusive',
      param: param('tax_amounts'),
      message: 'Send only one of tax_rates and tax_amounts.',
    });
  if (sent !== undefined) return fixedTaxes(sent ?? [], asked);
  return tax_rates?.length ? [] : (before.fixed_taxes ?? []);
}

/** Why a list cannot be taken: it names one thing twice. */
export function requireDistinct(ids: readonly (string | undefined)[], at: string, name: string, asked: Asked): void {
  const place = ids.findIndex((id, n) => id !== undefined && ids.indexOf(id) < n);
  const param = `${at}[${place}][${name}]`;
  if (place >= 0) asked.refuse({ code: 'parameter_invalid', param, message: `'${ids[place]}' is named twice. Name it once.` });
}

const holdsItsDiscounts = (param: string): Refusal => ({
  code: 'parameter_invalid',
  param,
  message: 'The amount of a proration includes its discounts already, so it cannot be discountable. Leave discountable out.',
});

const costs = ['amount', 'price', 'price_data', 'pricing', 'unit_amount', 'unit_amount_decimal'] as const;

/** Whether anything is said of what it costs; what is not stays as it is, whatever it was made of. */
const saysCost = (given: PlainGiven): boolean =>
  ([...costs, 'quantity', 'quantity_decimal'] as const).some((name) => given[name] !== undefined);

/** Another quantity alone is charged at what a unit was charged before. */
function withBefore(before: PlainLine, given: PlainGiven): PlainGiven {
  const is_quantity_alone =
    (given.quantity !== undefined || given.quantity_decimal !== undefined) && costs.every((name) => given[name] === undefined);
  const keeps = given.quantity === undefined && given.quantity_decimal === undefined && given.amount === undefined;
  const quantity = keeps && before.quantity_decimal ? { quantity_decimal: before.quantity_decimal } : {};
  if (!is_quantity_alone) return { ...given, ...quantity };
  if (before.price) return { ...given, price: before.price.id };
  return { ...given, unit_amount_decimal: before.unit_amount_decimal ?? String(before.amount) };
}

const withPriceBefore = (before: PlainLine, given: PlainGiven, named: PlainNamed): Named =>
  costs.every((name) => given[name] === undefined) && before.price ? { price: before.price, price_of_pricing: null } : named;

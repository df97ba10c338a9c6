import { type Computed, computed, type Taxable } from '../../../arithmetic/tax/calculate.js';
import { taxesOn } from '../../../arithmetic/tax/determine.js';
import { placeOf } from '../../../arithmetic/tax/places.js';
import { taxTable } from '../../../arithmetic/tax/table.js';
import { type Asked, set } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { integer, metadata, ref, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import { many, one, own } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { creation } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { type Product, product } from '../../catalogue/products/product.js';
import { shippingRate } from '../../catalogue/shipping-rates/shipping-rate.js';
import { customer } from '../../customers/customers/customer.js';
import { taxId } from '../../customers/tax-ids/tax-id.js';
import { address } from '../../parts.js';
import { type Position, positionOf } from '../position.js';
import { requireActive } from '../require-active.js';
import { behaviorOf, default_code, shipping_code, supplyOf } from '../supply.js';
import { tax_code } from '../tax-code.js';
import { buyerOf } from './buyer.js';
import { type CalculationLine, calculation_line_id, taxCalculation } from './calculation.js';
import { customer_details_input, lines_max, tax_behavior } from './parts.js';
import { shownBreakdown, totalBreakdown } from './shown.js';

const amount = integer({ minimum: 0, maximum: billed_max });

const line_input = object({
  amount: about('The amount for all units, in minor units; with its taxes if `tax_behavior` is `inclusive`.', required(amount)),
  metadata,
  product: about('The product that is sold, whose tax code applies unless the line names one.', ref('product')),
  quantity: about('The number of units, 1 by default; the amount is for all of them.', integer({ minimum: 1, maximum: 999_999_999 })),
  reference: about('Your own name of the line, unique in the calculation; `L1` and so on by default.', textOf(500)),
  tax_behavior: about('Whether the amount includes its taxes; by default as the settings say.', tax_behavior),
  tax_code: about('The tax code of the line; by default that of the product, then that of the settings.', tax_code),
});

const takes = {
  currency: about('The currency of the amounts, as a three-letter ISO 4217 code.', required(currency)),
  customer: about(
    'The customer who buys: their address, tax ids and exemption apply unless `customer_details` names others.',
    ref('customer'),
  ),
  customer_details: about('The buyer, in place of a customer.', customer_details_input),
  line_items: about('What is sold, at most 250 lines.', required(listOf(line_input, lines_max))),
  ship_from_details: about(
    'The place from which goods are sent, in place of the head office.',
    object({ address: about('The address, with its country.', required(address)) }),
  ),
  shipping_cost: about(
    'The cost of shipping: an amount or a shipping rate.',
    object({
      amount: about('The cost in minor units, in place of a shipping rate.', amount),
      shipping_rate: about('The shipping rate with the cost, in place of an amount.', ref('shipping_rate')),
      tax_behavior: about('Whether the cost includes its taxes; by default as the shipping rate or the settings say.', tax_behavior),
      tax_code: about('The tax code of shipping; `txcd_92010001` by default.', tax_code),
    }),
  ),
  tax_date: about('The time for which taxes are calculated, in Unix seconds; now by default.', timestamp),
} as const;

type Input = Given<typeof takes>;
type Line = Input['line_items'][number];

/** How long a transaction can be created from a calculation. */
const lasts_days = 90;

/** Calculates the taxes of a purchase. */
export const create = creation(taxCalculation, {
  takes,
  reads: {
    account: own(account),
    customer,
    numbers: many(taxId, { by: 'customer', of: 'customer', at_most: 50, cut: true }),
    products: one(product, 'line_items.product'),
    rate: one(shippingRate, 'shipping_cost.shipping_rate'),
  },
  decide: ({ it, input, account: owner, customer: buyer, numbers, products, rate }, asked) => {
    const position = positionOf(owner);
    requireActive(position, asked);
    requireLines(input.line_items, asked);
    const customer_details = buyerOf(input, buyer, numbers, asked);
    const destination = placeOf(customer_details.address ?? {}, taxTable());
    if (!destination) return asked.refuse(unlocated);
    const tax_date = input.tax_date ?? asked.now;
    const ship_from = input.ship_from_details ? { address: { ...nowhere, ...input.ship_from_details.address } } : null;
    const exempt = exemptions[customer_details.taxability_override];
    const selling = { position, livemode: it.livemode, moment: tax_date, destination, ship_from: ship_from?.address ?? null, exempt };
    const supply = supplyOf({ ...selling, numbers: customer_details.tax_ids });
    const shipping = shippingOf(input, rate, position, asked);
    const lines = input.line_items.map((line) => termsOf(line, products?.get(line.product ?? '') ?? null, position, input.currency));
    const parts = [...lines, ...(shipping ? [shipping] : [])].map(
      ({ amount, behavior, code }): Taxable => ({ amount, behavior, taxes: taxesOn(code, supply, taxTable()) }),
    );
    const sums = computed(parts, owner?.settings.invoices.tax_rounding ?? 'line');
    const data = input.line_items.map((line, place) =>
      lineOf(line, place, partAt(lines, place), partAt(sums.parts, place), it.livemode, asked),
    );
    const of_shipping = shipping && partAt(sums.parts, lines.length);
    return set(it, {
      amount_total: parts.reduce((sum, { amount }) => sum + amount, 0) + sums.exclusive,
      currency: input.currency,
      customer: buyer?.id ?? null,
      customer_details,
      expires_at: asked.now + lasts_days * day,
      line_items: { object: 'list', data, has_more: false, url: `/v1/tax/calculations/${it.id}/line_items` },
      ship_from_details: ship_from,
      shipping_cost: shipping && of_shipping && shippedFor(shipping, of_shipping, rate?.id ?? null),
      tax_amount_exclusive: sums.exclusive,
      tax_amount_inclusive: sums.inclusive,
      tax_breakdown: totalBreakdown(sums),
      tax_date,
    });
  },
});

const nowhere = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

const exemptions = { none: 'none', customer_exempt: 'exempt', reverse_charge: 'reverse' } as const;

const unlocated = { code: 'customer_tax_location_invalid', param: 'customer_details[address]' } as const;

function partAt<T>(parts: readonly T[], place: number): T {
  const part = parts[place];
  if (!part) throw new Error('A line was not taxed');
  return part;
}

const referenceOf = ({ reference }: Line, place: number): string => reference ?? `L${place + 1}`;

function requireLines(lines: readonly Line[], asked: Asked): void {
  if (lines.length === 0) asked.refuse({ code: 'parameter_missing', param: 'line_items', message: 'Missing required param: line_items.' });
  const names = lines.map(referenceOf);
  const twice = names.findIndex((name, place) => names.indexOf(name) !== place);
  if (twice >= 0) {
    const message = `Another line has the reference ${names[twice]} already. Send a different one.`;
    asked.refuse({ code: 'parameter_invalid', param: `line_items[${twice}][reference]`, message });
  }
}

type Terms = { readonly amount: number; readonly behavior: 'exclusive' | 'inclusive'; readonly code: string };

const termsOf = ({ amount, ...line }: Line, sold: Product | null, position: Position, of_currency: string): Terms => ({
  amount,
  behavior: behaviorOf(line.tax_behavior, position, of_currency),
  code: line.tax_code ?? sold?.tax_code ?? position.settings.tax_code ?? default_code,
});

function shippingOf(
  { shipping_cost: sent, currency: wanted }: Input,
  rate: It<typeof shippingRate> | null,
  position: Position,
  asked: Asked,
): Terms | null {
  if (!sent) return null;
  const { amount } = sent;
  if ((amount === undefined) === (rate === null)) {
    const message = 'Send either amount or shipping_rate in shipping_cost.';
    return asked.refuse({
      code: amount === undefined ? 'parameter_missing' : 'parameters_exclusive',
      param: 'shipping_cost[amount]',
      message,
    });
  }
  const options = rate?.fixed_amount.currency_options[wanted];
  const cost = amount ?? (rate?.fixed_amount.currency === wanted ? rate.fixed_amount.amount : options?.amount);
  if (cost === undefined) {
    const message = `The shipping rate has no amount in ${wanted}. Send another one, or an amount.`;
    return asked.refuse({ code: 'parameter_invalid', param: 'shipping_cost[shipping_rate]', message });
  }
  const said = sent.tax_behavior ?? options?.tax_behavior ?? rate?.tax_behavior;
  return { amount: cost, behavior: behaviorOf(said, position, wanted), code: sent.tax_code ?? rate?.tax_code ?? shipping_code };
}

/** The cost of shipping with its taxes. */
const shippedFor = ({ amount, behavior, code }: Terms, of: Computed, shipping_rate: string | null) => ({
  ...{ amount, amount_tax: of.amount_tax, shipping_rate },
  ...{ tax_behavior: behavior, tax_breakdown: shownBreakdown(of), tax_code: code },
});

const lineOf = (line: Line, place: number, terms: Terms, of: Computed, livemode: boolean, { fresh }: Asked): CalculationLine => ({
  id: fresh(calculation_line_id),
  object: 'tax.calculation_line_item',
  amount: terms.amount,
  amount_tax: of.amount_tax,
  livemode,
  metadata: line.metadata || {},
  performance_location: null,
  product: line.product ?? null,
  quantity: line.quantity ?? 1,
  reference: referenceOf(line, place),
  tax_behavior: terms.behavior,
  tax_breakdown: shownBreakdown(of),
  tax_code: terms.code,
});

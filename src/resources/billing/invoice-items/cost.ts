import { isCountable, type Pricing, priced } from '../../../arithmetic/billing/prices.js';
import { decimal } from '../../../kernel/base/decimal.js';
import { type Asked, type Decision, run } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { integerOrDigits, oneOf, ref } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { requireProduct } from '../../catalogue/prices/of-product.js';
import { type Price, price } from '../../catalogue/prices/price.js';
import { priced as pricedAs } from '../../catalogue/prices/priced.js';
import * as products from '../../catalogue/products/index.js';
import { product } from '../../catalogue/products/product.js';
import { money } from '../invoices/parts.js';

const unit_amount = integerOrDigits({ minimum: -billed_max, maximum: billed_max });
const unit_amount_decimal = decimal();

const tax_behavior = about(
  'Whether the amount includes its taxes (`inclusive`) or taxes are added to it (`exclusive`); `unspecified` by default.',
  oneOf('inclusive', 'exclusive', 'unspecified'),
);
const made_up = {
  currency: about('The currency of the amount, as a three-letter ISO 4217 code.', required(currency)),
  tax_behavior,
  unit_amount: about('The price of a unit in minor units; below zero for a credit.', unit_amount),
  unit_amount_decimal: about(
    'The price of a unit as a decimal in minor units, in place of `unit_amount`; for fractions of a cent.',
    unit_amount_decimal,
  ),
} as const;

/** A price that is made for one line of an invoice, of a product that may be made with it. */
export const line_price_data = about(
  'A one-time price that is created for this line, of a product that can be created with it.',
  object({
    ...made_up,
    product: about('The product that is sold; or describe a new one in `product_data`.', ref('product')),
    product_data: about(
      'A product that is created together with the price, in place of `product`.',
      object({
        ...pick(product.fields, 'description', 'images', 'metadata', 'tax_code', 'tax_details', 'unit_label'),
        name: about('The name of the new product, as the invoice shows it.', required(product.fields.name)),
      }),
    ),
  }),
);

/** What something costs, in all the ways in which callers say it; older ones name a price without `pricing`. */
export const asked_input = {
  amount: about('The whole amount in minor units, in place of a price and a quantity; below zero for a credit.', money),
  price: about('A one-time price, in the form of versions before 2025-03-31; newer ones use `pricing`.', ref('price')),
  price_data: about(
    'A one-time price that is created for this item.',
    object({ ...made_up, product: about('The product that is sold.', required(ref('product'))) }),
  ),
  pricing: about(
    'A one-time price that determines the amount.',
    object({ price: about('The one-time price to charge; it may be inactive.', ref('price')) }),
  ),
  quantity: about('The number of units, 1 by default; not with `amount`.', integerOrDigits({ minimum: 0, maximum: 999_999_999 })),
  quantity_decimal: about('The number of units as a decimal, in place of `quantity`.', decimal({ minimum: 0 })),
  unit_amount: about('The price of a unit in minor units, in place of a price; below zero for a credit.', unit_amount),
  unit_amount_decimal: about(
    'The price of a unit as a decimal in minor units, in place of `unit_amount`; for fractions of a cent.',
    unit_amount_decimal,
  ),
} as const;

/** The prices that it may name. */
export const asked_reads = { price, price_of_pricing: one(price, 'pricing.price') } as const;

/** What callers say of what something costs. */
export type Sent = Omit<Given<typeof asked_input>, 'price_data'> & Given<{ price_data: typeof line_price_data }>;

/** The prices that were named. */
export type Named = { readonly price: Price | null; readonly price_of_pricing: Price | null };

/** What something costs: in minor units, and how that comes about. */
export type Cost = {
  readonly amount: number;
  readonly currency: string | null;
  readonly price: Price | null;
  readonly quantity: number;
  readonly quantity_decimal: string;
  readonly unit_amount: number | null;
  readonly unit_amount_decimal: string | null;
  /** What makes a price that was made up on the spot. */
  readonly made: Decision;
};

const ways = ['amount', 'price', 'price_data', 'pricing', 'unit_amount', 'unit_amount_decimal'] as const;

/** What is asked for costs; null where nothing of that is said. `at` names the parameter that it stands under. */
export function costOf(sent: Sent, named: Named, asked: Asked, at = ''): Cost | null {
  const param = (name: string): string => (at ? `${at}[${name}]` : name);
  const said = ways.filter((name) => sent[name] !== undefined);
  if (said.length > 1)
    return asked.refuse({ code: 'parameters_exclusive', param: param(said[1] ?? ''), message: `Send only one of ${said.join(' and ')}.` });
  if (sent.quantity !== undefined && sent.quantity_decimal !== undefined)
    return asked.refuse({
      code: 'parameters_exclusive',
      param: param('quantity_decimal'),
      message: 'Send only one of quantity and quantity_decimal.',
    });
  const quantity = sent.quantity_decimal ?? String(sent.quantity ?? 1);
  if (sent.amount !== undefined) return ofAmount(sent.amount, sent, param('quantity'), asked);
  const counted = param(sent.quantity_decimal === undefined ? 'quantity' : 'quantity_decimal');
  if (sent.unit_amount !== undefined) return ofUnits(String(sent.unit_amount), quantity, counted, asked);
  if (sent.unit_amount_decimal !== undefined) return ofUnits(sent.unit_amount_decimal, quantity, counted, asked);
  const existing = named.price ?? named.price_of_pricing;
  if (existing)
    return existing.type === 'recurring'
      ? asked.refuse(recurs(param(sent.price ? 'price' : 'pricing')))
      : ofPrice(existing, quantity, null, counted, asked);
  return sent.price_data ? ofData(sent.price_data, quantity, asked, param('price_data'), counted) : null;
}

const recurs = (param: string): Refusal => ({
  code: 'parameter_invalid',
  param,
  message: 'This price is recurring, and only prices of type one_time can be put on an invoice. Sell it by a subscription.',
});

const digits = (quantity: string): { quantity: number; quantity_decimal: string } => ({
  quantity: Math.floor(Number(quantity)),
  quantity_decimal: quantity,
});

function ofAmount(amount: number, { quantity, quantity_decimal }: Sent, param: string, asked: Asked): Cost {
  if (quantity !== undefined || quantity_decimal !== undefined)
    return asked.refuse({
      code: 'parameters_exclusive',
      param,
      message: 'An amount is for all of it. Send unit_amount_decimal with a quantity, or no quantity.',
    });
  const unit = { unit_amount: amount, unit_amount_decimal: String(amount) };
  return { amount, currency: null, price: null, ...digits('1'), ...unit, made: null };
}

const sumOf = (pricing: Pricing, quantity: string): number => priced(pricing, quantity).reduce((sum, { amount }) => sum + amount, 0);

function ofUnits(unit_amount_decimal: string, quantity: string, param: string, asked: Asked): Cost {
  const pricing = { billing_scheme: 'per_unit', unit_amount_decimal, tiers_mode: null, transform_quantity: null } as const;
  if (!isCountable(pricing, quantity)) return asked.refuse(tooMuch(param));
  const unit_amount = Number.isInteger(Number(unit_amount_decimal)) ? Number(unit_amount_decimal) : null;
  return {
    amount: sumOf(pricing, quantity),
    currency: null,
    price: null,
    ...digits(quantity),
    unit_amount,
    unit_amount_decimal,
    made: null,
  };
}

function ofPrice(of: Price, quantity: string, made: Decision, param: string, asked: Asked): Cost {
  if (!isCountable(of, quantity)) return asked.refuse(tooMuch(param));
  return {
    amount: sumOf(of, quantity),
    currency: of.currency,
    price: of,
    ...digits(quantity),
    unit_amount: of.unit_amount,
    unit_amount_decimal: of.unit_amount_decimal,
    made,
  };
}

const tooMuch = (param: string): Refusal => ({
  code: 'amount_too_large',
  param,
  message: 'The amount of this quantity exceeds the maximum. Send a smaller quantity.',
});

/** A price created inline is inactive, so lists of active prices do not show it. */
function ofData(
  { product: named, product_data, ...given }: NonNullable<Sent['price_data']>,
  quantity: string,
  asked: Asked,
  at: string,
  counted: string,
): Cost {
  requireProduct(named, product_data, asked, at);
  const sent = pricedAs(given, null, asked, at);
  const sold = named ?? asked.fresh(product);
  const made = asked.make(price, { active: false, ...sent, product: sold });
  return ofPrice(made, quantity, [made, product_data && run(products.create, sold, product_data)], counted, asked);
}

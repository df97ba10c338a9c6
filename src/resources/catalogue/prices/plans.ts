import { type Asked, refusingAs, remove, run, set } from '../../../kernel/base/effects.js';
import { field, type Given, required } from '../../../kernel/base/fields.js';
import { type Id, ref, text } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { chosenId } from '../../../kernel/base/place.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { meter } from '../meters/meter.js';
import * as products from '../products/index.js';
import { product, product_data } from '../products/product.js';
import { plan } from './plan.js';
import { type Price, price } from './price.js';
import { type PricedInput, priced, priced_input, recurring_input } from './priced.js';

const { transform_quantity, unit_amount, unit_amount_decimal } = priced_input;

const described = pick(price.fields, 'active', 'metadata', 'nickname');

const id_of_product = ref('product');
const new_product = object({ ...product_data, id: chosenId, name: required(text) });

type OfProduct = {
  readonly named?: Id<'product'> | undefined;
  readonly made?: NonNullable<Given<{ data: typeof new_product }>['data']> | undefined;
};

/** A product by its id, or one that is made with the plan. */
const of_product = field<OfProduct>(
  { anyOf: [id_of_product.schema, new_product.schema], examples: ['prod_123'] },
  {},
  (value, at, reading) =>
    typeof value === 'string' ? { named: id_of_product.read(value, at, reading) } : { made: new_product.read(value, at, reading) },
);

const terms = {
  ...recurring_input,
  ...pick(priced_input, 'billing_scheme', 'currency', 'tiers', 'tiers_mode'),
  amount: unit_amount,
  amount_decimal: unit_amount_decimal,
  transform_usage: transform_quantity,
} as const;

/** What a plan asks, in the words of prices. */
function asPriced({ amount, amount_decimal, transform_usage, ...given }: Given<typeof terms>): PricedInput {
  const { billing_scheme, currency, tiers, tiers_mode, ...recurring } = given;
  return {
    currency,
    recurring,
    ...(amount !== undefined && { unit_amount: amount }),
    ...(amount_decimal !== undefined && { unit_amount_decimal: amount_decimal }),
    ...(billing_scheme && { billing_scheme }),
    ...(tiers && { tiers }),
    ...(tiers_mode && { tiers_mode }),
    ...(transform_usage && { transform_quantity: transform_usage }),
  };
}

/** Refuses combinations of a plan's terms, in the parameter names of plans. */
function requireTerms(
  { amount, amount_decimal, billing_scheme, tiers, tiers_mode, transform_usage }: Given<typeof terms>,
  asked: Asked,
): void {
  const said = Object.entries({ amount, amount_decimal, tiers }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (said.length > 1)
    asked.refuse({ code: 'parameters_exclusive', param: said[1] ?? '', message: `Send only one of ${said.join(' and ')}.` });
  if (billing_scheme !== 'tiered' && said.length === 0)
    asked.refuse({ code: 'parameter_missing', param: 'amount', message: amount_missing });
  if (billing_scheme === 'tiered' && !tiers)
    asked.refuse({
      code: 'parameter_missing',
      param: 'tiers',
      message: 'Missing required param: tiers. A tiered plan has its amounts there.',
    });
  if (tiers_mode && transform_usage) asked.refuse({ code: 'parameters_exclusive', param: 'transform_usage', message: no_packages });
}

const amount_missing = 'Missing required param: amount. Or send amount_decimal, or billing_scheme=tiered with tiers.';
const no_packages = 'A tiered plan cannot be asked by the package. Leave transform_usage or the tiers out.';

/** A parameter of prices as plans call it. */
const asPlan = ({ param = '', ...refusal }: Refusal): Refusal => ({
  ...refusal,
  param: param?.replace(/^recurring\[(\w+)\]$/, '$1') ?? null,
});

/** Makes a recurring price in the words of plans. */
export const create = creation(price, {
  takes: { ...described, ...terms, id: chosenId, product: required(of_product) },
  reads: { meter: one(meter, 'meter'), named: one(product, 'product.named') },
  decide: ({ it, input, meter, named }, asked) => {
    const { active = true, id: _, metadata, nickname, product: of, ...given } = input;
    if (of.named && !named) return asked.refuse(missing(product.object, of.named, 'product'));
    requireTerms(given, asked);
    const sent = priced(asPriced(given), meter, refusingAs(asked, asPlan));
    const said = { active, ...(metadata !== undefined && { metadata }), ...(nickname !== undefined && { nickname }) };
    const { id = of.named ?? asked.fresh(product), ...data } = of.made ?? {};
    return [set(it, { ...said, ...sent, product: id }), of.made && run(products.create, id, { ...data, name: of.made.name })];
  },
});

const missing = (object: string, id: string, param: string): Refusal => ({
  code: 'resource_missing',
  ...(param !== 'id' && { status: 400 }),
  param,
  message: `No such ${object}: '${id}'`,
});

/** A price that is charged once is no plan. */
const noPlan = ({ id }: Price): Refusal => missing(plan.object, id, 'id');

/** Changes how a plan is named, whether it is on offer, and how long its trials are; what it asks and for what stays. */
export const update = rule(price, 'update', {
  takes: { ...described, trial_period_days: recurring_input.trial_period_days },
  decide: ({ it, input: { trial_period_days, ...given } }, asked) => {
    if (!it.recurring) return asked.refuse(noPlan(it));
    return set(it, { ...given, ...(trial_period_days !== undefined && { recurring: { trial_period_days } }) });
  },
});

/** Deletes a plan: it accepts no new subscriptions, and existing ones keep it. */
export const del = rule(price, 'delete', {
  reads: { of: one(product, 'product') },
  decide: ({ it, of }, asked) => {
    if (!it.recurring) return asked.refuse(noPlan(it));
    return of?.default_price === it.id ? asked.refuse(is_default) : remove(it);
  },
});

const is_default: Refusal = {
  code: 'parameter_invalid',
  param: 'id',
  message: 'This plan is the default price of its product. Give the product another default_price first.',
};

/** The plans group: recurring prices in their older form. */
export const plans = [
  action('POST /v1/plans', create, { replies: plan }),
  action('POST /v1/plans/:id', update, { replies: plan }),
  action('DELETE /v1/plans/:id', del, { replies: plan }),
  retrieve(plan, 'GET /v1/plans/:id'),
  list(plan, ['GET /v1/plans', 'GET /v1/plans/list'], pick(price.fields, 'active', 'product'), {
    columns: { type: { of: 'type', otherwise: 'recurring' } },
  }),
] as const;

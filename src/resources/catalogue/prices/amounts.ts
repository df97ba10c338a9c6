import { decimal } from '../../../kernel/base/decimal.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { exactOf } from '../../../kernel/base/exact.js';
import { about, type Field, type Given, required } from '../../../kernel/base/fields.js';
import { flag, integer, integerOrDigits, oneOf } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import type { Refusal } from '../../../kernel/base/refusal.js';

const amount = integerOrDigits({ minimum: 0, maximum: billed_max });
const exact_amount = decimal({ minimum: 0 });

const last = 'inf';
const counted = integer({ minimum: 1 });

/** The last unit of a tier, or `inf` for a tier that has none. */
const up_to: Field<number | 'inf', number | 'inf', 'optional'> = {
  presence: 'optional',
  about: null,
  schema: { anyOf: [counted.schema, { const: last }] },
  initial: last,
  read: (value, at, reading) => (value === last ? last : counted.read(value, at, reading)),
};

const tier_input = object({
  flat_amount: about('An amount in minor units that is added once when the quantity reaches this tier.', amount),
  flat_amount_decimal: about(
    'The flat amount as a decimal in minor units with at most 12 decimal places, in place of `flat_amount`.',
    exact_amount,
  ),
  unit_amount: about('The price of a unit in this tier, in minor units.', amount),
  unit_amount_decimal: about(
    'The price of a unit as a decimal in minor units with at most 12 decimal places, in place of `unit_amount`.',
    exact_amount,
  ),
  up_to: about('The last unit of this tier. Each tier ends above the one before it, and the last one has `inf`.', required(up_to)),
});

/** What is asked for a unit, as callers say it. */
export const amounts_input = {
  custom_unit_amount: about(
    'Lets the payer choose the amount in Checkout, in place of `unit_amount`.',
    object({
      enabled: about('Whether the payer chooses the amount; send true.', required(flag)),
      maximum: about('The largest amount that the payer may choose, in minor units; unlimited by default.', amount),
      minimum: about('The smallest amount that the payer may choose, in minor units; 0 by default.', amount),
      preset: about('The amount that the page suggests, in minor units, between the minimum and the maximum.', amount),
    }),
  ),
  unit_amount: about('The price of a unit or package in minor units; 0 for a free price.', amount),
  unit_amount_decimal: about(
    'The price as a decimal in minor units with at most 12 decimal places, in place of `unit_amount`; for fractions of a cent.',
    exact_amount,
  ),
} as const;

const tax_behavior = about(
  'Whether the amount includes its taxes (`inclusive`) or taxes are added to it (`exclusive`); `unspecified` by default.',
  oneOf('inclusive', 'exclusive', 'unspecified'),
);

/** The same in further currencies. */
export const currency_options_input = about(
  'Amounts in further currencies, by currency code. They take the same form as those of the price: a unit amount, a chosen amount or tiers.',
  mapOf(
    currency,
    object({ ...amounts_input, tax_behavior, tiers: about('The tiers in this currency, for a `tiered` price.', listOf(tier_input, 100)) }),
  ),
);

/** What a whole price asks, as callers say it. */
export const pricing_input = {
  ...amounts_input,
  tax_behavior,
  tiers: about('The tiers of a `tiered` price, in ascending order; up to 100.', listOf(tier_input, 100)),
} as const;

type Sent = Given<typeof pricing_input>;
type TierInput = NonNullable<Sent['tiers']>[number];

/** An amount in both of its spellings: `unit_amount` where it is whole, and always the exact decimal. */
type Spelled = { readonly whole: number | null; readonly exact: string | null };

/** What is stored of what is asked in one currency. */
export type Amounts = {
  readonly custom_unit_amount: { readonly maximum: number | null; readonly minimum: number | null; readonly preset: number | null } | null;
  readonly tax_behavior: 'inclusive' | 'exclusive' | 'unspecified';
  readonly tiers: Tier[] | null;
  readonly unit_amount: number | null;
  readonly unit_amount_decimal: string | null;
};

type Tier = {
  readonly flat_amount: number | null;
  readonly flat_amount_decimal: string | null;
  readonly unit_amount: number | null;
  readonly unit_amount_decimal: string | null;
  readonly up_to: number | null;
};

function spelled(whole: number | undefined, exact: string | undefined): Spelled {
  const decimal = exact ?? (whole === undefined ? null : String(whole));
  if (decimal === null) return { whole: null, exact: null };
  const { numerator, denominator } = exactOf(decimal);
  return { whole: denominator === 1n ? Number(numerator) : null, exact: decimal };
}

/** What is asked in one currency, as it is stored; or why that cannot be asked. `at` names the parameter it stands under. */
export function amountsOf(sent: Sent, scheme: 'per_unit' | 'tiered', asked: Asked, at = ''): Amounts {
  requireAmounts(sent, scheme, (name) => (at ? `${at}[${name}]` : name), asked);
  const { whole, exact } = spelled(sent.unit_amount, sent.unit_amount_decimal);
  const { maximum = null, minimum = null, preset = null } = sent.custom_unit_amount ?? {};
  return {
    custom_unit_amount: sent.custom_unit_amount?.enabled ? { maximum, minimum, preset } : null,
    tax_behavior: sent.tax_behavior ?? 'unspecified',
    tiers: scheme === 'tiered' ? (sent.tiers ?? []).map(tierOf) : null,
    unit_amount: whole,
    unit_amount_decimal: exact,
  };
}

function tierOf({ flat_amount, flat_amount_decimal, unit_amount, unit_amount_decimal, up_to }: TierInput): Tier {
  const [flat, unit] = [spelled(flat_amount, flat_amount_decimal), spelled(unit_amount, unit_amount_decimal)];
  return {
    flat_amount: flat.whole,
    flat_amount_decimal: flat.exact,
    unit_amount: unit.whole,
    unit_amount_decimal: unit.exact,
    up_to: up_to === last ? null : up_to,
  };
}

type Naming = (name: string) => string;

function requireAmounts(sent: Sent, scheme: 'per_unit' | 'tiered', param: Naming, asked: Asked): void {
  const ways = (['unit_amount', 'unit_amount_decimal', 'custom_unit_amount', 'tiers'] as const).filter((name) => sent[name] !== undefined);
  if (ways.length > 1)
    asked.refuse({ code: 'parameters_exclusive', param: param(ways[1] ?? ''), message: `Send only one of ${ways.join(' and ')}.` });
  if (scheme === 'tiered') {
    if (sent.tiers === undefined) asked.refuse(tiers_missing(param));
    else requireTiers(sent.tiers, param('tiers'), asked);
    return;
  }
  if (sent.tiers !== undefined)
    asked.refuse({ code: 'parameter_invalid', param: param('tiers'), message: 'Tiers need billing_scheme=tiered.' });
  if (ways.length === 0) asked.refuse({ code: 'parameter_missing', param: param('unit_amount'), message: amount_missing });
  requireCustom(sent.custom_unit_amount, param('custom_unit_amount'), asked);
}

const amount_missing = 'Missing required param: unit_amount. Or send unit_amount_decimal or custom_unit_amount.';

const tiers_missing = (param: Naming): Refusal => ({
  code: 'parameter_missing',
  param: param('tiers'),
  message: 'Missing required param: tiers. A tiered price has its amounts there.',
});

function requireTiers(tiers: readonly TierInput[], at: string, asked: Asked): void {
  if (tiers.length === 0) asked.refuse({ code: 'parameter_invalid', param: at, message: 'Send at least one tier.' });
  for (const [place, tier] of tiers.entries()) {
    requireTier(tier, tiers[place - 1], { at: `${at}[${place}]`, is_last: place === tiers.length - 1 }, asked);
  }
}

type Placed = { readonly at: string; readonly is_last: boolean };

function requireTier(tier: TierInput, before: TierInput | undefined, { at, is_last }: Placed, asked: Asked): void {
  const amounts = [tier.unit_amount, tier.unit_amount_decimal, tier.flat_amount, tier.flat_amount_decimal];
  if (amounts.every((each) => each === undefined))
    asked.refuse({
      code: 'parameter_missing',
      param: `${at}[unit_amount]`,
      message: 'A tier needs a unit_amount or a flat_amount or both.',
    });
  for (const name of ['unit_amount', 'flat_amount'] as const) {
    if (tier[name] !== undefined && tier[`${name}_decimal`] !== undefined)
      asked.refuse({
        code: 'parameters_exclusive',
        param: `${at}[${name}_decimal]`,
        message: `Send only one of ${name} and ${name}_decimal.`,
      });
  }
  const param = `${at}[up_to]`;
  if (is_last !== (tier.up_to === last))
    asked.refuse({ code: 'parameter_invalid', param, message: 'The last tier, and only that, has up_to=inf.' });
  const rises = before === undefined || tier.up_to === last || Number(tier.up_to) > Number(before.up_to);
  if (!rises) asked.refuse({ code: 'parameter_invalid', param, message: 'Each tier ends above the one before.' });
}

function requireCustom(custom: Sent['custom_unit_amount'], at: string, asked: Asked): void {
  if (!custom) return;
  const { minimum = 0, maximum = billed_max, preset = minimum } = custom;
  const fits = minimum <= preset && preset <= maximum;
  if (!fits)
    asked.refuse({ code: 'parameter_invalid', param: `${at}[preset]`, message: 'Keep minimum, preset and maximum in this order.' });
}

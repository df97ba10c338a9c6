import type { Asked } from '../../kernel/base/effects.js';
import { about, type Given, nullable, required } from '../../kernel/base/fields.js';
import { country, oneOf } from '../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../kernel/base/members.js';
import { currency, exponentOf } from '../../kernel/base/money.js';
import { merchant_category_names } from './merchant-categories.js';
import { merchant_category } from './merchant-category.js';
import { minor_units_if_any } from './minor-units.js';
import { intervals } from './spending.js';

const categories = listOf(merchant_category, merchant_category_names.length);
const countries = listOf(country, 300);
const presences = listOf(oneOf('not_present', 'present'), 2);

const limit = object({
  amount: about(
    'The most that can be spent in the interval, in minor units; a purchase that exceeds it is declined.',
    required(minor_units_if_any),
  ),
  categories: about('The merchant categories that the limit counts; an empty list counts all of them.', categories),
  interval: about(
    'The time in which spending is summed: one authorization, or a UTC day, week from Sunday, month, year, or all time.',
    required(oneOf(...intervals)),
  ),
});

const members = {
  allowed_card_presences: about(
    'Whether the card must be present or absent; authorizations of the other kind are declined. Null allows both.',
    nullable(presences),
  ),
  allowed_categories: about(
    'The only merchant categories in which the card can be used; null or an empty list allows all.',
    nullable(categories),
  ),
  allowed_merchant_countries: about(
    'The only countries whose merchants can be paid; null or an empty list allows all.',
    nullable(countries),
  ),
  blocked_card_presences: about(
    'Whether authorizations with or without the card present are declined; not together with `allowed_card_presences`.',
    nullable(presences),
  ),
  blocked_categories: about(
    'The merchant categories in which authorizations are declined; not together with `allowed_categories`.',
    nullable(categories),
  ),
  blocked_merchant_countries: about(
    'The countries whose merchants are declined; not together with `allowed_merchant_countries`.',
    nullable(countries),
  ),
  spending_limits: about('The most that can be spent in a time; a new card without limits gets 500 major units a day.', listOf(limit, 500)),
  spending_limits_currency: about(
    "The currency of the limits: that of the card, or for a cardholder the one sent, by default the account's.",
    nullable(currency),
  ),
} as const;

/** What may be bought with a card, where, and for how much; of a card itself, or of all cards of a cardholder. */
export const spending_controls = object(members);

/** The same, as it is kept. */
export type SpendingControls = typeof spending_controls.initial;

/** What a merchant says of it for a cardholder. */
export const cardholder_controls_input = object(members);

/** What a merchant says of it for a card, whose limits are in its own currency. */
export const card_controls_input = object(
  pick(
    members,
    'allowed_card_presences',
    'allowed_categories',
    'allowed_merchant_countries',
    'blocked_card_presences',
    'blocked_categories',
    'blocked_merchant_countries',
    'spending_limits',
  ),
);

/** Both lists at once would say two things. */
const pairs = [
  ['allowed_card_presences', 'blocked_card_presences'],
  ['allowed_categories', 'blocked_categories'],
  ['allowed_merchant_countries', 'blocked_merchant_countries'],
] as const;

/** Refuses spending controls that are invalid after adding `given` to the existing ones. */
export function requireControls(given: Given<typeof members>, kept: SpendingControls, asked: Asked): void {
  const [allowed, blocked] =
    pairs.find((pair) => pair.every((name) => (given[name] === undefined ? kept[name] : given[name])?.length)) ?? [];
  if (!allowed || !blocked) return;
  const both = given[allowed]?.length && given[blocked]?.length;
  const [param, other] = given[blocked]?.length ? [blocked, allowed] : [allowed, blocked];
  const mend = both ? `Send only one of ${allowed} and ${blocked}.` : `Unset ${other} with an empty value, or leave ${param} out.`;
  asked.refuse({
    code: 'parameters_exclusive',
    param: `spending_controls[${param}]`,
    message: `Everything that is not allowed is blocked, so only one of the two lists can be set. ${mend}`,
  });
}

/** Limits as they are kept: of no category named is of all. */
export const limitsOf = (given: Given<typeof members>['spending_limits']): SpendingControls['spending_limits'] =>
  (given ?? []).map(({ amount, categories = [], interval }) => ({ amount, categories, interval }));

/** The default daily limit of a new card: 500 major units of its currency (Stripe). */
export const usualLimits = (currency: string): SpendingControls['spending_limits'] => [
  { amount: 500 * 10 ** exponentOf(currency), categories: [], interval: 'daily' },
];

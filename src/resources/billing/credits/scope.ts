import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Price } from '../../catalogue/prices/price.js';

/** How many prices a scope names. */
const prices_max = 20;

const members = {
  price_type: about('`metered` for all prices with a meter; send either this or `prices`.', oneOf('metered')),
  prices: about(
    'The prices that the credits pay, up to 20, each with a meter; send either this or `price_type`.',
    listOf(object({ id: about('The id of a price with a meter.', required(ref('price'))) }), prices_max),
  ),
} as const;

/** The prices that billing credits apply to. */
export const scope = about('The prices that the credits pay: all with a meter, or the given ones.', sparse(members));

/** The scope as callers send it. */
export type Scope = Given<typeof members>;

/** The prices of a scope that were read. */
export type ScopedPrices = { readonly get: (id: string) => Price };

/** Whether the credits of a scope pay what was charged by a price. Legacy usage without a meter is not paid by credits. */
export function paysBy({ prices = [] }: Scope, price: Pick<Price, 'id' | 'recurring'> | null): boolean {
  if (!price?.recurring?.meter) return false;
  return prices.length === 0 || prices.some(({ id }) => id === price.id);
}

/** Refuses a scope with both or none of its members, and prices without a meter. `at` is the parameter with the scope. */
export function requireScope({ price_type, prices = [] }: Scope, named: ScopedPrices, at: string, asked: Pick<Asked, 'refuse'>): void {
  if (price_type && prices.length > 0) asked.refuse(both(at));
  if (!price_type && prices.length === 0) asked.refuse(neither(at));
  for (const [place, { id }] of prices.entries())
    if (!named.get(id).recurring?.meter) asked.refuse(unmetered(id, `${at}[prices][${place}][id]`));
}

const both = (at: string): Refusal => ({
  code: 'parameters_exclusive',
  param: `${at}[prices]`,
  message: `Send only one of ${at}[price_type] and ${at}[prices].`,
});

const neither = (at: string): Refusal => ({
  code: 'parameter_missing',
  param: `${at}[price_type]`,
  message: `Missing required param: ${at}[price_type]. Send metered, or ${at}[prices] with the prices that the credits pay.`,
});

const unmetered = (id: string, param: string): Refusal => ({
  code: 'parameter_invalid',
  param,
  message: `The price ${id} has no meter. Billing credits pay metered prices only: send a price with recurring[meter].`,
});

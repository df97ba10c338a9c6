import { type Asked, at, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { creation, rule } from '../../../kernel/base/rules.js';
import { price } from '../../catalogue/prices/price.js';
import { customer } from '../../customers/customers/customer.js';
import { amount_input } from './amount.js';
import { type CreditGrant, creditGrant, isExpired, open_grants_max, openGrantsOf } from './grant.js';
import { requireScope, scope } from './scope.js';
import { credited } from './transaction.js';

const { fields } = creditGrant;

/** Gives a customer credits for metered prices. */
export const create = creation(creditGrant, {
  takes: {
    ...pick(fields, 'category', 'effective_at', 'expires_at', 'metadata', 'name', 'priority'),
    amount: about('The granted amount.', required(amount_input)),
    applicability_config: about('The prices that the credits apply to.', required(object({ scope: required(scope) }))),
    customer: about('The customer who gets the credits.', required(ref('customer'))),
  },
  reads: { customer, prices: one(price, 'applicability_config.scope.prices.id'), open_grants: openGrantsOf('customer') },
  decide: ({ it, input, customer: owner, prices, open_grants }, asked) => {
    const { now } = asked;
    if (!owner) return asked.refuse(without_customer);
    requireScope(input.applicability_config.scope, prices, 'applicability_config[scope]', asked);
    const effective_at = input.effective_at ?? now;
    requireLater(input.expires_at ?? null, Math.max(effective_at, now), asked);
    if (open_grants.length >= open_grants_max) asked.refuse(too_many);
    const { value } = input.amount.monetary;
    const granted = set(it, {
      ...input,
      effective_at,
      open: true,
      priority: input.priority ?? 50,
      remaining: value,
      test_clock: owner.test_clock,
      updated: now,
    });
    return [granted, credited(granted, { value, type: 'credits_granted', effective_at }, asked), at(granted.expires_at, granted, 'expire')];
  },
});

const without_customer: Refusal = {
  code: 'resource_missing',
  status: 400,
  param: 'customer',
  message: 'The customer has been deleted. Grant credits to another customer.',
};

const too_many: Refusal = {
  code: 'parameter_invalid',
  param: 'customer',
  message: `The customer has ${open_grants_max} grants with unused credits, which is the maximum. Expire or void one of them first.`,
};

function requireLater(expires_at: number | null, start: number, asked: Asked): void {
  if (expires_at === null || expires_at > start) return;
  const message = 'expires_at must be in the future, and after effective_at. Send a later time, or leave it out.';
  asked.refuse({ code: 'parameter_invalid', param: 'expires_at', message });
}

/** Changes the expiry and the metadata of a grant. */
export const update = rule(creditGrant, 'update', {
  takes: pick(fields, 'expires_at', 'metadata'),
  decide: ({ it, input }, asked) => {
    if (input.expires_at !== undefined) requireLasting(it, asked);
    requireLater(input.expires_at ?? null, Math.max(it.effective_at ?? 0, asked.now), asked);
    const changed = set(it, { ...input, updated: asked.now });
    return [changed, input.expires_at !== undefined && at(changed.expires_at, changed, 'expire')];
  },
});

/** A later expiry does not restore credits that have expired or were voided. */
function requireLasting(it: CreditGrant, asked: Asked): void {
  const ended = it.voided_at !== null ? 'voided' : isExpired(it, asked.now) ? 'expired' : null;
  if (ended === null) return;
  const message = `This grant has ${ended === 'voided' ? 'been voided' : 'expired'}, so its expires_at can no longer change. Create another grant.`;
  asked.refuse({ code: 'parameter_invalid', param: 'expires_at', message });
}

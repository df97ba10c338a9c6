import { type Around, type Asked, type Effects, set } from '../../../kernel/base/effects.js';
import { rule, timer } from '../../../kernel/base/rules.js';
import { type CreditGrant, creditGrant, isExpired } from './grant.js';
import { debited } from './transaction.js';

type Ended = {
  readonly type: 'credits_expired' | 'credits_voided';
  readonly change: { readonly expires_at?: number; readonly voided_at?: number };
};

/** Ends the unused credits of a grant, with their transaction. */
function ended(it: CreditGrant, { type, change }: Ended, around: Around): Effects {
  const value = it.remaining ?? 0;
  const after = set(it, { ...change, open: false, remaining: 0, updated: around.now });
  return [after, value > 0 && debited(after, { value, type }, around)];
}

function requireOngoing(it: CreditGrant, verb: string, asked: Asked): void {
  const refuse = (message: string) => asked.refuse({ code: 'parameter_invalid', param: 'id', message });
  if (it.voided_at !== null) refuse(`You could not ${verb} this credit grant because it has been voided.`);
  if (isExpired(it, asked.now)) refuse(`You could not ${verb} this credit grant because it has expired.`);
}

/** Ends a grant now: what was used of it stays used. */
export const expire = rule(creditGrant, 'expire', {
  decide: ({ it }, asked) => {
    requireOngoing(it, 'expire', asked);
    return ended(it, { type: 'credits_expired', change: { expires_at: asked.now } }, asked);
  },
});

/** Voids a grant that no invoice has used. */
export const voidGrant = rule(creditGrant, 'void', {
  decide: ({ it }, asked) => {
    requireOngoing(it, 'void', asked);
    if (it.remaining !== it.amount.monetary?.value)
      return asked.refuse({
        code: 'parameter_invalid',
        param: 'id',
        message: 'Credits of this grant have been applied to an invoice, so it cannot be voided. Expire it instead.',
      });
    return ended(it, { type: 'credits_voided', change: { voided_at: asked.now } }, asked);
  },
});

/** Unused credits expire at `expires_at`, which may have changed since the timer was set. */
export const expireByItself = timer(creditGrant, 'expire', {
  decide: ({ it }, around) =>
    it.voided_at === null &&
    isExpired(it, around.now) &&
    (it.remaining ?? 0) > 0 &&
    ended(it, { type: 'credits_expired', change: {} }, around),
});

import { ownIfConnected } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import { account } from './account.js';

/** The connected account that takes a payment; none where an account takes it that answers for itself. */
export const of_taker = { taker: ownIfConnected(account) } as const;

type Taker = Pick<It<typeof account>, 'id' | 'charges_enabled' | 'payouts_enabled'>;

/** Why an account can take no payments; null where it can. */
export const untaking = (taker: Taker): Refusal | null =>
  !taker.charges_enabled
    ? { code: 'charges_not_allowed', message: `The account ${taker.id} cannot take payments yet. See its requirements.` }
    : null;

/** Why nothing is paid out to an account; null where it is. */
export const unpaying = (taker: Taker): Refusal | null =>
  !taker.payouts_enabled
    ? { code: 'payouts_not_allowed', message: `Nothing can be paid out to the account ${taker.id} yet. See its requirements.` }
    : null;

import type { Asked } from '../../../kernel/base/effects.js';
import { own, ownIfConnected } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { applicationOf } from '../../connect/application-fees/fee.js';
import type { MethodType } from '../../core/payment-method-types/types.js';
import { account } from './account.js';

/** The account that takes a payment, unless it is known to answer for itself. */
export const of_taker = { taker: ownIfConnected(account) } as const;

/** The account that takes a payment, with the payment method types that it has switched off. */
export const of_account = { taker: own(account) } as const;

type Taker = Pick<It<typeof account>, 'id' | 'charges_enabled' | 'payouts_enabled' | 'platform'>;

/** Why an account can take no payments; null where it can. */
export const requireTaking = (taker: Taker, asked: Asked): void => {
  if (taker.platform && !taker.charges_enabled)
    asked.refuse({ code: 'charges_not_allowed', message: `The account ${taker.id} cannot take payments yet. See its requirements.` });
};

/** Why nothing is paid out to an account; null where it is. */
export const requirePaying = (taker: Taker, asked: Asked): void => {
  if (taker.platform && !taker.payouts_enabled)
    asked.refuse({ code: 'payouts_not_allowed', message: `Nothing can be paid out to the account ${taker.id} yet. See its requirements.` });
};

/** By which application a payment is made in the name of a connected account; nothing to say of any other. */
export const applicationIn = (taker: Taker): { readonly application?: string } =>
  taker.platform ? { application: applicationOf(taker.platform) } : {};

/** By which types payers cannot pay an account, because it has switched them off. */
export const switchedOff = (taker: It<typeof account> | null): readonly MethodType[] =>
  taker?.settings.payments.disabled_payment_method_types ?? [];

/** That a type is switched off, said of the parameter that asks for it. */
export const isSwitchedOff = (type: MethodType, param: string): Refusal => ({
  code: 'payment_intent_invalid_parameter',
  param,
  message: `This account takes no payments by ${type}: it is switched off in settings[payments][disabled_payment_method_types].`,
});

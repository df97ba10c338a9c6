import { type Asked, refusingAs } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { isSwitchedOff, switchedOff } from '../../accounts/accounts/taking.js';
import {
  isWithinBounds,
  type MethodType,
  payableTypes,
  requireEnough,
  requirePlacedType,
  types,
} from '../../core/payment-method-types/types.js';
import { requireWithin } from '../../payments/intents/method.js';
import type { PaymentMethodConfiguration } from '../../payments/payment-method-configurations/configuration.js';
import { type Offered, offeredBy, requireConfigurable } from '../../payments/payment-method-configurations/offered.js';
import { likelyTypes } from '../../payments/payment-methods/likely.js';
import { isWithin, type Narrowed } from '../../payments/payment-methods/narrowed.js';
import { chargedFor } from './presentment.js';
import type { Session } from './session.js';
import type { Parties } from './terms.js';

type Types = MethodType[];

type Buying = Pick<Session, 'amount_total' | 'currency' | 'mode' | 'payment_method_types' | 'payment_intent_data'>;

/** Whether what pays is kept for later. */
const isKept = ({ mode, payment_intent_data }: Pick<Buying, 'mode' | 'payment_intent_data'>): boolean =>
  mode !== 'payment' || payment_intent_data?.setup_future_usage != null;

/**
 * The types that may pay on the page: those that were named, or of all that the account, the currency and the mode allow the likely ones; or
 * why none may.
 */
export function typesFor(
  it: Buying & Narrowed & { readonly excluded: readonly MethodType[]; readonly named?: Types | undefined },
  { account: seller, customer: buyer, configuration = null }: Choosing,
  asked: Asked,
): Chosen {
  const { named, currency } = it;
  requireConfigurable({ configuration }, { payment_method_types: named }, asked);
  if (!named) {
    const { off, ...by } = offeredBy({ configuration, taker: seller }, asked);
    const possible = automatic(it).filter((type) => !off.includes(type) && !it.excluded.includes(type) && isWithin(it, type));
    if (it.allowed_payment_method_types) return { types: requireSome(possible, asked), ...by };
    const trade = { merchant: seller?.country ?? null, payer: buyer?.address?.country ?? null };
    return { types: currency === null ? possible : likelyTypes(possible, { currency, ...trade }), ...by };
  }
  requireWithin(named, { ...it, excluded_payment_method_types: null }, asked);
  const switched = named.find((type) => switchedOff(seller).includes(type));
  if (switched) return asked.refuse(isSwitchedOff(switched, 'payment_method_types'));
  const transient = isKept(it) && named.find((type) => !types[type].saved);
  if (transient)
    return asked.refuse({
      code: 'payment_intent_invalid_parameter',
      param: 'payment_method_types',
      message: `A payment method of type ${transient} cannot be saved for later, as ${it.mode} mode or setup_future_usage requires.`,
    });
  if (currency !== null) requirePlacedType({ payment_method_types: named }, currency, asked);
  return { types: [...named], details: null, made: null };
}

const ruled_out: Refusal = {
  code: 'payment_intent_invalid_parameter',
  param: 'allowed_payment_method_types',
  message: 'None of the allowed types can pay this session. Allow a type that takes its currency and that the account offers.',
};

const requireSome = (possible: Types, asked: Asked): Types => (possible.length > 0 ? possible : asked.refuse(ruled_out));

/** Who buys and sells, and the configuration that a request names. */
export type Choosing = Parties & { readonly configuration?: PaymentMethodConfiguration | null };

type Chosen = Omit<Offered, 'off'> & { readonly types: Types };

const automatic = (it: Buying): Types => (it.currency === null ? ['card'] : payableTypes(it.currency, () => isKept(it)));

/** Those of them that can pay this very amount. */
export function typesNow(it: Buying & Pick<Session, 'presented'>): Types {
  const { amount, currency, payment_method_types: types } = chargedFor(it);
  return currency === null || !amount ? types : types.filter((type) => isWithinBounds(type, { amount, currency }));
}

/** Refuses a total below what any of the types can pay. A session without anything to pay is valid. */
export function requireChargeable(it: Buying & Partial<Pick<Session, 'presented'>>, asked: Asked): void {
  const { amount, currency, payment_method_types } = chargedFor({ ...it, presented: it.presented });
  if (!amount || !currency) return;
  const inItems = refusingAs(asked, (refusal) => ({ ...refusal, param: 'line_items' }));
  requireEnough(payment_method_types, { amount, currency }, inItems);
}

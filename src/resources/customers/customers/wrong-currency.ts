import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Customer } from './customer.js';

/** Why a customer cannot be charged in a currency: what they have is in one. */
export function wrongCurrency({ currency: own }: Customer, currency: string): Refusal | null {
  if (own === null || own === currency) return null;
  const message = `You cannot combine currencies on a single customer. This customer has had a subscription, coupon or invoice item with currency ${own}.`;
  return { code: 'parameter_invalid', param: 'currency', message };
}
